/** A sketch of what a page says, by which a later reading tells small edits from another text. */
import { sourceOf, written } from './text.ts'
import { walkText } from './walk-text.ts'

/** Words that count, few enough for counters of eight bits; a page with fewer than the least has no sketch. */
const [LEAST, MOST] = [20, 128]
/** Octets that are searched for them. */
const SEARCHED = 128 * 1024

/** A page, whole or its first part. */
type Read = { body: Uint8Array; truncated: boolean }

/**
 * A simhash of 128 bits over pairs of words, in base64: the more pairs two texts share, the fewer bits differ. Digits
 * do not count, nor do menus, headers, footers and asides. Null for a page with little text, or without its end.
 */
export function textSketch({ body, truncated }: Read, type: string | null): string | null {
  const { text, octets } = sourceOf(body, type, Math.min(body.length, SEARCHED))
  const words = new Int32Array(MOST)
  let n = 0
  const is_whole = walkText(text, (part) => {
    n = wordsOf(written(part, octets), words, n)
    return n < MOST
  })
  return n < LEAST || (is_whole && truncated) ? null : sketchOf(words.subarray(0, n))
}

/** Adds the hashes of the words of a text, as far as there is room; returns how many there are then. */
function wordsOf(text: string, words: Int32Array, known: number): number {
  let [n, word] = [known, 0]
  for (let at = 0; at < text.length && n < MOST; at++) {
    const code = text.charCodeAt(at)
    const small = code | 32
    const is_letter = code < 128 ? small >= 97 && small <= 122 : code >= 0xc0 && !isPunctuation(code)
    if (is_letter) word = Math.imul(word ^ (code < 128 ? small : code), PRIME) || 1
    // East Asian texts have no spaces: each character is a word.
    if (word === 0 || (is_letter && code < 0x3040)) continue
    words[n++] = word
    word = 0
  }
  if (word !== 0 && n < MOST) words[n++] = word
  return n
}

const [PRIME, EIGHTS] = [0x01000193, 0x01010101]
const SEEDS = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344]

/** A bit is set where at least half of the pairs have it. Four counters of eight bits share a number. */
function sketchOf(words: Int32Array): string {
  const sketch = new Uint8Array(16)
  for (let part = 0; part < 4; part++) {
    const counts = new Int32Array(8)
    for (let n = 1; n < words.length; n++) {
      const hash = mixed(Math.imul(words[n - 1]!, 0x9e3779b1) ^ words[n]! ^ SEEDS[part]!)
      for (let bit = 0; bit < 8; bit++) counts[bit]! += (hash >>> bit) & EIGHTS
    }
    for (let bit = 0; bit < 32; bit++) {
      const count = (counts[bit & 7]! >>> (bit & 24)) & 255
      if (2 * count >= words.length - 1) sketch[part * 4 + (bit >> 3)]! |= 1 << (bit & 7)
    }
  }
  return sketch.toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** General punctuation, and that of East Asian texts. */
const isPunctuation = (code: number): boolean => (code >= 0x2000 && code < 0x3040) || code >= 0xff00

/** The end of MurmurHash3: every bit of the result depends on every bit given. */
function mixed(of: number): number {
  let hash = of
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** Bits of 128 that differ: about 64 between texts that share nothing. */
export function sketchDistance(one: string, other: string): number {
  const [first, second] = [one, other].map((sketch) => Buffer.from(sketch, 'base64url'))
  let count = 0
  for (const [at, octet] of first!.entries())
    for (let bits = octet ^ (second![at] ?? 0); bits > 0; bits &= bits - 1) count++
  return count
}

/** Two unrelated texts differ in 64 bits, give or take 6; texts of which a tenth of the words changed, in 26. */
const FAR = 46

/** Whether a page says something else now; false where either sketch is missing. */
export const saysAnother = (before: string | null | undefined, after: string | null | undefined): boolean =>
  Boolean(before && after) && sketchDistance(before!, after!) >= FAR
