import { isWordAt } from '../../../kernel/web-fetch/ascii-word.ts'
import { decodeHTMLAttribute } from './entities.ts'
import { type PageSource, written } from './text.ts'

/** A complete start or end tag. */
export type Tag = {
  /** In lower case, without the slash of an end tag; empty for a tag that no caller needs. */
  name: string
  /** Positions of the wanted attribute values in the text. */
  attributes: { name: string; from: number; to: number }[]
  /** The position after the tag. */
  end: number
}

/**
 * Reads the tag whose name begins at `from`, as the tokenizer of the HTML standard does (13.2.5.8 to 13.2.5.40). Null
 * when the text ends within the tag.
 */
export function readTag(text: string, from: number, wanted: (name: string) => boolean): Tag | null {
  let at = endOf(text, from, NAME)
  const name = wordIn(text, from, at, TAGS)
  const keep = wanted(name)
  const attributes: Tag['attributes'] = []
  for (;;) {
    at = endOf(text, at, BETWEEN)
    if (at >= text.length) return null
    if (text.charCodeAt(at) === GREATER) return { name, attributes, end: at + 1 }
    // A leading equals sign belongs to the name.
    const named = endOf(text, at + 1, ATTRIBUTE)
    const equals = endOf(text, named, SPACE)
    const value = text.charCodeAt(equals) === EQUALS ? valueAt(text, endOf(text, equals + 1, SPACE)) : null
    if (value && value.next > text.length) return null
    const called = keep ? wordIn(text, at, named, ATTRIBUTES) : ''
    if (called) attributes.push({ name: called, from: value?.from ?? named, to: value?.to ?? named })
    at = value?.next ?? equals
  }
}

/** The decoded value of the first attribute of that name, or null. */
export function attribute({ text, octets }: PageSource, { attributes }: Tag, name: string): string | null {
  const found = attributes.find((each) => each.name === name)
  if (!found) return null
  const value = written(text.slice(found.from, Math.min(found.to, found.from + MAX_VALUE)), octets)
  return SPECIAL.test(value) ? decodeHTMLAttribute(plain(value)) : value
}

/** The text after the standard's preprocessing: line ends are LF, NUL is the replacement character. */
export function plain(text: string): string {
  return /[\r\0]/.test(text) ? text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd') : text
}

/** Most values have none of these, which saves the replacements. */
const SPECIAL = /[&\r\0]/
/** Characters kept of one value: more than an address or a rule needs. */
const MAX_VALUE = 8 * 1024
const [EQUALS, GREATER, QUOTE, APOSTROPHE] = [61, 62, 34, 39]

const byLength = (words: string): string[][] =>
  words.split(' ').reduce(
    (all, word) => {
      all[word.length]!.push(word)
      return all
    },
    Array.from({ length: 16 }, (): string[] => []),
  )
/** The tags and attributes that any caller needs. */
const TAGS = byLength('html head title base basefont bgsound link meta noframes noscript script style template body br')
const ATTRIBUTES = byLength('name content http-equiv rel href hreflang type')

/** The word at this place in any case, or an empty string. */
function wordIn(text: string, from: number, to: number, words: string[][]): string {
  for (const word of words[to - from] ?? []) if (isWordAt(text, from, word)) return word
  return ''
}

/** Sets of ASCII characters, one byte each. */
const charset = (characters: string): Uint8Array => {
  const set = new Uint8Array(128)
  for (const character of characters) set[character.charCodeAt(0)] = 1
  return set
}
const not = (set: Uint8Array): Uint8Array => set.map((is) => 1 - is)
const SPACES = '\t\n\f\r '
/** Characters of a run; those beyond ASCII belong to names and values. */
const SPACE = charset(SPACES)
const BETWEEN = charset(`${SPACES}/`)
const NAME = not(charset(`${SPACES}/>`))
const ATTRIBUTE = not(charset(`${SPACES}/>=`))
const UNQUOTED = not(charset(`${SPACES}>`))

/** The end of the run of such characters that begins at `at`. */
function endOf(text: string, at: number, set: Uint8Array): number {
  const { length } = text
  const beyond = set[1]!
  for (; at < length; at++) {
    const code = text.charCodeAt(at)
    if ((code < 128 ? set[code] : beyond) === 0) break
  }
  return at
}

/** A value without an end puts `next` after the text. */
function valueAt(text: string, at: number): { from: number; to: number; next: number } {
  const code = text.charCodeAt(at)
  if (code === QUOTE || code === APOSTROPHE) {
    const to = text.indexOf(code === QUOTE ? '"' : "'", at + 1)
    return to < 0 ? { from: at, to: at, next: text.length + 1 } : { from: at + 1, to, next: to + 1 }
  }
  const to = endOf(text, at, UNQUOTED)
  return { from: at, to, next: to }
}
