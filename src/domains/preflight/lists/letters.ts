/** Letters that people do not see, or see as a blank, in text that they copy. */

/** One of these occurs in few lists; the others need no replacement. */
const ODD = /[\r\v\f\u0085\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb]/
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Blanks of Word, of web pages (U+00A0), and of Chinese and Japanese text. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
/** Zero-width blanks, soft hyphens, byte order marks within a text, and marks of the direction of writing. */
const UNSEEN = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+/g
/** Joiners have a meaning between letters beyond ASCII, such as in Persian words and in emoji. */
const JOINERS = /(?<![^\0-\x7f])[\u200c\u200d]+|[\u200c\u200d]+(?![^\0-\x7f])/g
const ADDRESS_FOLLOWS = /^https?:\/\//i

/** The text with LF as its line end, plain blanks, and no letter without a width. An unseen letter parts two addresses. */
export function plainText(text: string): string {
  if (!ODD.test(text)) return text
  return text
    .replace(LINE_ENDS, '\n')
    .replace(BLANKS, ' ')
    .replace(UNSEEN, (letters, at: number) =>
      ADDRESS_FOLLOWS.test(text.slice(at + letters.length, at + letters.length + 8)) ? ' ' : '',
    )
    .replace(JOINERS, '')
}

const CONTEXT = 64

/** Where the end of a piece begins that has to be read together with the next piece. */
export function oddAtEnd(text: string): number {
  const from = Math.max(0, text.length - CONTEXT)
  const odd = text.slice(from).search(ODD)
  if (odd >= 0) return Math.max(from, from + odd - 1)
  return text.charCodeAt(text.length - 1) > 127 ? text.length - 1 : text.length
}
