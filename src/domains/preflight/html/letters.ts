import { behind, endOfText } from './head.ts'
import type { PageSource } from './text.ts'

/** A body with fewer characters of text is thin. */
export const THIN = 100

const WITHOUT_TEXT = /<(script|style|noscript|template|svg|iframe|textarea|select)(?=[\t\n\f\r />])/iy

/**
 * Counts the characters of text between tags, without white space, up to `THIN`. East Asian characters say more, so
 * they count three. In undecoded UTF-8 every octet counts, except that two-octet characters (Latin, Greek, Cyrillic and
 * similar) count once.
 */
export function lettersFrom({ text, octets }: PageSource, from: number): number {
  let letters = 0
  for (let at = from; at < text.length && letters < THIN; ) {
    const open = text.indexOf('<', at)
    const to = open < 0 ? text.length : open
    for (; at < to && letters < THIN; at++) {
      const code = text.charCodeAt(at)
      if (code > 32 && code !== 0xa0 && !(octets && (code & 0xe0) === 0xc0)) letters += code >= 0x2e80 ? 3 : 1
    }
    if (open < 0) break
    at = behindTag(text, open)
  }
  return letters
}

/** The position after a tag, a comment, or an element without visible text. */
function behindTag(text: string, open: number): number {
  if (text.startsWith('<!--', open)) return behind(text, '-->', open)
  const tag = behind(text, '>', open)
  WITHOUT_TEXT.lastIndex = open
  const name = WITHOUT_TEXT.exec(text)?.[1]
  if (!name) return tag
  const end = endOfText(text, tag, name.toLowerCase())
  return end < 0 ? text.length : end
}
