/** The list of a form: from the text as it was pasted to its entries. */
import { type Fault, invalid } from '../../src/kernel/operation/fault.ts'
import { pacer } from '../../src/kernel/scheduling/pause.ts'
import { number } from '../parts/text/format.ts'

/** Entries that are read: each takes memory, also one that is no URL. */
export const MOST_ENTRIES = 50_000
/** Characters that are read, and sent back in the page: 800 for each of 10,000 links. The API takes longer lists. */
export const MOST_LETTERS = 8_000_000
/** Letters between two looks at the clock. */
const STEP = 1 << 14

const HTTP = /https?:\/\//iy
const isEnd = (code: number): boolean => code === 10 || code === 13 || code === 9
const isSeparator = (code: number): boolean => code === 32 || code === 44 || code === 59

/**
 * One address per line, or several in a row: a comma, semicolon or blank separates only where another address follows. Reads
 * each letter once, with pauses. Null where the list has too many entries or letters.
 */
export async function listOf(text: string, breathe = pacer()): Promise<string[] | null> {
  if (text.length > MOST_LETTERS) return null
  const entries: string[] = []
  let begin = 0
  for (let at = 0; at < text.length && entries.length <= MOST_ENTRIES; at += STEP) {
    await breathe()
    begin = take(entries, text, begin, at)
  }
  add(entries, text, begin, text.length)
  return entries.length > MOST_ENTRIES ? null : entries
}

/** Takes the entries that end within a step from `from`; answers where the next one begins. */
function take(entries: string[], text: string, begun: number, from: number): number {
  const to = Math.min(text.length, from + STEP)
  let begin = begun
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (isEnd(code) || (code === 32 && at === begin)) {
      add(entries, text, begin, at)
      begin = at + 1
    } else if ((code | 32) === 104 && at > begin && isSeparator(text.charCodeAt(at - 1)) && isAddress(text, at)) {
      let end = at
      while (end > begin && isSeparator(text.charCodeAt(end - 1))) end--
      add(entries, text, begin, end)
      begin = at
    }
  }
  return begin
}

function add(entries: string[], text: string, begin: number, end: number): void {
  if (begin === end) return
  const entry = text.slice(begin, end).trim()
  if (entry !== '') entries.push(entry)
}

function isAddress(text: string, at: number): boolean {
  HTTP.lastIndex = at
  return HTTP.test(text)
}

/** The refusal of a list that was not read; `route` takes the same links from a program. */
export const tooMany = (route: string): Fault =>
  invalid({
    path: 'urls',
    message: `The list has more than ${number(MOST_ENTRIES)} entries or ${number(MOST_LETTERS)} characters and was not read. Split it into shorter lists, or send them by the API (${route}).`,
  })
