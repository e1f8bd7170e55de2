/**
 * Translations as the executable has them: compressed, and without the English. Texts are known by their hash, and
 * those of all languages are in the order of `languages/messages.pot`.
 */
import { parsePo } from './po.ts'

export const keyOf = (text: string): number => Bun.hash.xxHash32(text)

const textsOf = (template: string): string[] => parsePo(template).flatMap(({ id }) => id || [])

/** The hashes of all texts. */
export const packKeys = (template: string): Uint8Array =>
  new Uint8Array(new Uint32Array(textsOf(template).map(keyOf)).buffer)

/** Translations behind the head of their file; an empty one is missing or in doubt. */
export function packLanguage(template: string, po: string): Uint8Array {
  const entries = new Map(parsePo(po).map((entry) => [entry.id, entry]))
  const texts = textsOf(template).map((id) => {
    const entry = entries.get(id)
    return entry && !entry.fuzzy ? entry.str : ''
  })
  return Bun.zstdCompressSync([entries.get('')?.str ?? '', ...texts].join('\0'), { level: 19 })
}

export type Catalogue = { head: string; texts: Map<number, string> }

export function unpackLanguage(keys: Uint8Array, packed: Uint8Array): Catalogue {
  const hashes = new Uint32Array(new Uint8Array(keys).buffer)
  const [head = '', ...texts] = Bun.zstdDecompressSync(packed).toString().split('\0')
  return { head, texts: new Map(texts.flatMap((text, i) => (text ? [[hashes[i]!, text] as const] : []))) }
}
