/** The list of a form: from the text as it was pasted to its entries. */
import { type ReadList, readList } from '../../src/domains/preflight/index.ts'
import { type Fault, invalid } from '../../src/kernel/operation/fault.ts'
import { pacer } from '../../src/kernel/scheduling/pause.ts'
import { number } from '../parts/text/format.ts'

/** Entries that are read: each takes memory, also one that is no URL. */
export const MOST_ENTRIES = 50_000
/** Characters that are read, and sent back in the page: 800 for each of 10,000 links. The API takes longer lists. */
export const MOST_LETTERS = 8_000_000

/** Null where the list has too many entries or letters. */
export async function listOf(text: string, breathe = pacer()): Promise<ReadList | null> {
  if (text.length > MOST_LETTERS) return null
  const list = await readList(text, MOST_ENTRIES, breathe)
  return list.entries.length > MOST_ENTRIES ? null : list
}

/** The refusal of a list that was not read; `route` takes the same links from a program. */
export const tooMany = (route: string): Fault =>
  invalid({
    path: 'urls',
    message: `The list has more than ${number(MOST_ENTRIES)} entries or ${number(MOST_LETTERS)} characters and was not read. Split it into shorter lists, or send them by the API (${route}).`,
  })
