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
import { WordsFolder } from './own-words.ts'
import { type Catalogue, packLanguage, packTexts, unpackLanguage, unpackTexts } from './packed.ts'
import type { Entry } from './po.ts'

/** Files by the tag of their language. In the executable they are packed (`scripts/languages/pack.ts`). */
const FILES: Readonly<Record<string, string>> = { de, es, fr, it, nl, pl, 'pt-BR': ptBR }
export const LANGUAGES: readonly string[] = Object.keys(FILES)

const ZSTD = 0xfd2fb528
const catalogues = new Map<string, Catalogue>()
let english: string[] | undefined
let own: WordsFolder | undefined

/** A file as the executable has it: packed there already, or now. */
function packed(file: string, pack: (text: string) => Uint8Array): Uint8Array {
  const bytes = readFileSync(file)
  return bytes.length > 4 && bytes.readUInt32LE(0) === ZSTD ? bytes : pack(bytes.toString())
}

/** All texts in English, in the order of the files. */
export const allTexts = (): readonly string[] => {
  english ??= unpackTexts(packed(template, packTexts))
  return english
}

let known_texts: ReadonlySet<string> | undefined

/** Whether sources say this text to readers, so that there are translations. */
export const isSaid = (text: string): boolean => {
  known_texts ??= new Set(allTexts())
  return known_texts.has(text)
}

export function catalogueOf(language: string): Catalogue | null {
  const known = catalogues.get(language)
  const file = FILES[language]
  if (known || !file) return known ?? null
  const bytes = packed(file, (po) => packLanguage(readFileSync(template, 'utf8'), po))
  const made = unpackLanguage(allTexts(), bytes)
  catalogues.set(language, made)
  return made
}

/** The translation of an English text, in own words where there are some; undefined where there is none. */
export const translationOf = (language: string, text: string): string | undefined =>
  own?.of(language).texts.get(text) ?? catalogueOf(language)?.texts.get(text)

/** Own words of this install are in the folder. */
export function useOwnWords(folder: string): void {
  own = new WordsFolder(folder, () => new Set(allTexts()))
}

/** Whether own words changed since the last call. */
export const wordsChanged = (): boolean => own?.isChanged(LANGUAGES) ?? false

/** The file of a language, to start own words from. */
export const translationsOf = (language: string): Entry[] => {
  const { head = '', texts } = catalogueOf(language) ?? { texts: new Map<string, string>() }
  const entryOf = (id: string, str = ''): Entry => ({ id, str, fuzzy: false, notes: [] })
  return [entryOf('', head), ...allTexts().map((id) => entryOf(id, texts.get(id)))]
}

/** Number of all texts, and of those that a language has. */
export const coverageOf = (language: string): { texts: number; translated: number } => ({
  texts: allTexts().length,
  translated: catalogueOf(language)?.texts.size ?? 0,
})

/** Whether no native speaker has signed the head of its file. */
export const isDraft = (language: string): boolean => /^X-State: draft$/m.test(catalogueOf(language)?.head ?? '')

/** Languages that have every text: only these are offered. */
export const completeLanguages = (): string[] =>
  LANGUAGES.filter((language) => {
    const { texts, translated } = coverageOf(language)
    return translated === texts
  })
