import { domainToASCII, domainToUnicode } from 'node:url'
import { text } from '../../../kernel/language/say.ts'
import { invalid } from '../../../kernel/operation/fault.ts'

/**
 * One spelling for equal addresses: lower case, no full-width letters, and the domain in its network form (`xn--…`)
 * without the dot of the root, so that two accounts cannot share an address.
 */
export function plainEmail(email: string): string {
  const plain = email.trim().normalize('NFKC').toLowerCase()
  const at = plain.lastIndexOf('@')
  const domain = domainToASCII(plain.slice(at + 1)).replace(/\.$/, '')
  return domain === '' ? plain : plain.slice(0, at + 1) + domain
}

/** Invisible characters: control and format characters, spaces, and characters that fonts leave out. */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** Throws 422 for an address that imitates another one: letters of several alphabets in one word, or unseen ones. */
export function assertOneScript(email: string): void {
  const plain = plainEmail(email)
  if (INVISIBLE.test(plain)) throw invalid({ path: 'email', message: text('must not have invisible characters') })
  const at = plain.lastIndexOf('@')
  const labels = [...plain.slice(0, at).split(/[.+_-]/), ...domainToUnicode(plain.slice(at + 1)).split(/[.-]/)]
  if (!labels.every(isOfOneScript))
    throw invalid({ path: 'email', message: text('must not mix letters of several alphabets in one word') })
}

const SCRIPTS =
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Devanagari Bengali Tamil Thai Hangul Bopomofo Han Hiragana Katakana'
    .split(' ')
    .map((name) => ({ name, letters: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** Alphabets that are used together in one language. */
const TOGETHER = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]

function isOfOneScript(label: string): boolean {
  const found = SCRIPTS.filter(({ letters }) => letters.test(label)).map(({ name }) => name)
  const others = [...label].some(
    (letter) => /\p{Letter}/u.test(letter) && !SCRIPTS.some(({ letters }) => letters.test(letter)),
  )
  if (others) return found.length === 0
  return found.length <= 1 || TOGETHER.some((together) => found.every((name) => together.includes(name)))
}
