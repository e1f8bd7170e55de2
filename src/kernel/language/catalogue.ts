/** The translations of each language, read when one is first needed. */
import { readFileSync } from 'node:fs'
import de from '../../../languages/de.po' with { type: 'file' }
import es from '../../../languages/es.po' with { type: 'file' }
import fr from '../../../languages/fr.po' with { type: 'file' }
import it from '../../../languages/it.po' with { type: 'file' }
import template from '../../../languages/messages.pot' with { type: 'file' }
import nl from '../../../languages/nl.po' with { type: 'file' }
import pl from '../../../languages/pl.po' with { type: 'file' }
import ptBR from '../../../languages/pt-BR.po' with { type: 'file' }
import { type Catalogue, keyOf, packKeys, packLanguage, unpackLanguage } from './packed.ts'

/** Files by the tag of their language. In the executable they are packed (`scripts/languages/pack.ts`). */
const FILES: Readonly<Record<string, string>> = { de, es, fr, it, nl, pl, 'pt-BR': ptBR }
export const LANGUAGES: readonly string[] = Object.keys(FILES)

const ZSTD = 0xfd2fb528
const catalogues = new Map<string, Catalogue>()
let keys: Uint8Array | undefined

export function catalogueOf(language: string): Catalogue | null {
  const known = catalogues.get(language)
  const file = FILES[language]
  if (known || !file) return known ?? null
  const [bytes, texts] = [readFileSync(file), readFileSync(template)]
  const isPacked = bytes.length > 4 && bytes.readUInt32LE(0) === ZSTD
  keys ??= isPacked ? texts : packKeys(texts.toString())
  const made = unpackLanguage(keys, isPacked ? bytes : packLanguage(texts.toString(), bytes.toString()))
  catalogues.set(language, made)
  return made
}

/** The translation of an English text; undefined where there is none. */
export const translationOf = (language: string, text: string): string | undefined =>
  catalogueOf(language)?.texts.get(keyOf(text))

/** Number of all texts, and of those that a language has. */
export function coverageOf(language: string): { texts: number; translated: number } {
  const translated = catalogueOf(language)?.texts.size ?? 0
  return { texts: (keys?.length ?? 0) / 4, translated }
}

/** Whether no native speaker has signed the head of its file. */
export const isDraft = (language: string): boolean => /^X-State: draft$/m.test(catalogueOf(language)?.head ?? '')

/** Languages that have every text: only these are offered. */
export const completeLanguages = (): string[] =>
  LANGUAGES.filter((language) => {
    const { texts, translated } = coverageOf(language)
    return translated === texts
  })
