/** Rules for new passwords: long, and not made of common guesses. No composition rules. */

import type { Config } from '../../../kernel/environment/config.ts'
import { text } from '../../../kernel/language/say.ts'
import { isBreached } from './breached-passwords.ts'
import { COMMON_PARTS, SEQUENCES } from './common-passwords.ts'

export const SHORTEST = 15
export const LONGEST = 256
/** Characters that must remain when each easily guessed part counts as one. */
const OWN_CHARACTERS = 6
/** The shortest part of a sequence that counts as one character. */
const STRETCH = 4

/** The problem with a new password, in words for the person; null when it is accepted. */
export function faultOfNewPassword(
  { breached_passwords }: Pick<Config, 'breached_passwords'>,
  password: string,
  person: { email: string; name: string },
): string | null {
  const fault = faultOfPassword(password, person)
  if (fault !== null || breached_passwords === '' || !isBreached(breached_passwords, password)) return fault
  return text('is known from a breach of another service: choose one that you use nowhere else')
}

/** The same by the rules alone. */
export function faultOfPassword(password: string, person: { email: string; name: string }): string | null {
  const length = [...password].length
  if (length < SHORTEST) return `Use at least ${SHORTEST} characters`
  if (length > LONGEST) return `Use at most ${LONGEST} characters`
  if (unguessable(password.toLowerCase(), person) < OWN_CHARACTERS)
    return text('is too easy to guess: it is made of common words, rows of keys, repetition, or your own name')
  return null
}

/** Number of characters when each repetition, common word, name and sequence counts as one. */
function unguessable(password: string, person: { email: string; name: string }): number {
  const parts = [...COMMON_PARTS, ...partsOf(person)]
  let rest = password.replace(/[\s\-_.,;:+/\\|]+/g, '')
  for (const part of parts) rest = rest.replaceAll(part, '\0')
  return distinctBlocks(withoutSequences(rest))
}

function partsOf({ email, name }: { email: string; name: string }): string[] {
  const words = `${email} ${name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
}

function withoutSequences(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; ) {
    const length = stretchAt(text, at)
    out += length >= STRETCH ? '\0' : text[at]
    at += length >= STRETCH ? length : 1
  }
  return out
}

/** Length of the longest part of a sequence, forwards or backwards, that begins at `at`. */
function stretchAt(text: string, at: number): number {
  let length = STRETCH
  while (at + length <= text.length && isStretch(text.slice(at, at + length))) length++
  return length - 1 < STRETCH ? 0 : length - 1
}

function isStretch(text: string): boolean {
  const reversed = [...text].reverse().join('')
  return SEQUENCES.some((row) => row.includes(text) || row.includes(reversed))
}

/** Length of the text without its repetition: of `abcabcabc` the `abc`, of `aaaa` one `a`. */
function distinctBlocks(text: string): number {
  const single = [...text.replace(/(.)\1{2,}/gsu, '$1')]
  for (let period = 1; period <= single.length / 2; period++)
    if (single.every((character, i) => i < period || character === single[i - period])) return period
  return single.length
}
