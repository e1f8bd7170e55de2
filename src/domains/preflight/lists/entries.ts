/** The links in an entry of a list that a program sends: one address, or the text of several. */
import { addressesIn, BLANK_INSIDE } from './addresses.ts'
import type { ListEntry } from './findings.ts'
import { plainText } from './letters.ts'
import { ListReader } from './list-reader.ts'

type Entry = Pick<ListEntry, 'given' | 'reason'>

/** Nearly every entry is an address and nothing else. */
const PLAIN = /^[!$%&+\-./:=?@\w~#,;()*[\]]*$/
/** Another address begins within. */
const ANOTHER = /[\w,;|]https?:\/\//i

/** One address with signs that it should have escaped, as the URL standard does. */
const UNESCAPED = /^https?:\/\/(?!.*(["<>'`,;|]https?:\/\/|"[,;>]|\]\())[^\s\p{Cf}\u3000-\u303f\uff00-\uffef]+$/iu

export function entriesOf(given: string): Entry[] {
  if ((PLAIN.test(given) || UNESCAPED.test(given)) && !ANOTHER.test(given)) return [{ given }]
  const text = plainText(given).trim()
  if (/[\n\t]/.test(text)) return linesOf(text)
  const { addresses, beside, refused } = addressesIn(text)
  if (addresses.length > 1) return addresses.map((address) => ({ given: address }))
  const [address] = addresses
  if (refused || (address && beside)) return [{ given, reason: BLANK_INSIDE }]
  return [{ given: address === undefined || address === given.trim() ? given : address }]
}

function linesOf(text: string): Entry[] {
  const entries: Entry[] = []
  const reader = new ListReader((entry) => void entries.push(entry))
  reader.write(text)
  reader.end()
  return entries
}
