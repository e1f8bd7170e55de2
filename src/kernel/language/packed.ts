/** Translations as the executable has them: compressed, in the order of `languages/messages.pot`. */
import { parsePo } from './po.ts'

/** A missing translation, or one in doubt, is empty. */
export type Catalogue = { head: string; texts: ReadonlyMap<string, string> }

const textsOf = (template: string): string[] => parsePo(template).flatMap(({ id }) => id || [])
const pack = (texts: readonly string[]): Uint8Array => Bun.zstdCompressSync(texts.join('\0'), { level: 19 })
const unpack = (packed: Uint8Array): string[] => Bun.zstdDecompressSync(packed).toString().split('\0')

/** All texts in English. */
export const packTexts = (template: string): Uint8Array => pack(textsOf(template))
export const unpackTexts = unpack

/** The head of a file, and its translations. */
export function packLanguage(template: string, po: string): Uint8Array {
  const entries = new Map(parsePo(po).map((entry) => [entry.id, entry]))
  const texts = textsOf(template).map((id) => {
    const entry = entries.get(id)
    return entry && !entry.fuzzy ? entry.str : ''
  })
  return pack([entries.get('')?.str ?? '', ...texts])
}

export function unpackLanguage(english: readonly string[], packed: Uint8Array): Catalogue {
  const [head = '', ...texts] = unpack(packed)
  return { head, texts: new Map(texts.flatMap((text, i) => (text ? [[english[i]!, text] as const] : []))) }
}
