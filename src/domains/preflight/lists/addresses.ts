/** The addresses in a line of text, whatever is around them. */

export type Found = {
  addresses: string[]
  /** Words beside the addresses, such as a title. */
  beside: string
  /** Why the line cannot be read. */
  refused?: string
}

const BEGIN = /https?:\/\//gi
/** The letter after which an address ends that another letter begins. */
const CLOSED_BY: Record<string, string> = {
  '<': '>|',
  '"': '"',
  "'": "'",
  '`': '`',
  '|': '|',
  '“': '”“',
  '„': '“”',
  '‘': '’',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
  '【': '】',
}
/** An address has none of these: they are escaped in it, or are the punctuation of another script. */
const NEVER = /[\s<>"`“”„«»。，、；：！？）」』】]/
const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const MARKDOWN_IMAGE = /!\[[^\][]*\]\([^)[]*\)/g
/** The text of a Markdown link, which may be its address once more. */
const MARKDOWN_TEXT = /\[([^[\]]*)\]\((?=\s*<?https?:\/\/)/gi
/** Bullets, numbers and punctuation around addresses are no words. */
const hasWords = (text: string): boolean => /[a-z]/i.test(text) || /\p{L}/u.test(text)
/** The rest of a file name with a blank in it. */
const FILE_NAME = /^ \S+(?: \S+)*\.(?:html?|php|aspx?|jsp|pdf|jpe?g|png|gif|webp|docx?|xlsx?|txt|xml)$/i

/** Several addresses are parted where the next one begins; a comma or semicolon within one is a part of it. */
export function addressesIn(given: string): Found {
  const line = withoutMarkdown(given)
  const addresses: string[] = []
  let beside = ''
  let at = 0
  const begins = beginsIn(line)
  for (const [i, begin] of begins.entries()) {
    const end = endOf(line, begin, begins[i + 1] ?? line.length)
    beside += line.slice(at, begin)
    addresses.push(line.slice(begin, end))
    at = end
  }
  const rest = line.slice(at)
  if (addresses.length === 1 && beside.trim() === '' && goesOn(addresses[0]!, rest))
    return { addresses: [], beside: '', refused: BLANK_INSIDE }
  const words = `${beside} ${rest}`
  const has_words = hasWords(words)
  return {
    addresses: has_words ? addresses.map(withoutEndOfSentence) : addresses,
    beside: has_words ? words.trim() : '',
  }
}

/** Whether the word after an address may be its end, with a blank that nobody escaped: a title has a capital or more words. */
const goesOn = (address: string, rest: string): boolean =>
  FILE_NAME.test(rest) ||
  (/\/[^/]*\w$/.test(address.slice(8)) && !/\.[a-z]{2,5}$/i.test(address) && ONE_WORD.test(rest))
const ONE_WORD = /^ (?=.*[a-z])[a-z\d_-]+$/

export const BLANK_INSIDE = 'contains a space: write it as %20'

function withoutMarkdown(line: string): string {
  if (!line.includes('](')) return line
  return line
    .replace(MARKDOWN_IMAGE, ' image ')
    .replace(MARKDOWN_TEXT, (_, text: string) => `${/https?:\/\//i.test(text) ? '' : text} (`)
}

/** Where addresses begin. One within another, as `?to=https://…` and archives have it, is a part of that. */
function beginsIn(line: string): number[] {
  const begins: number[] = []
  let before = 0
  let is_over = true
  for (const { index } of line.matchAll(BEGIN)) {
    is_over ||= NEVER.test(line.slice(before, index))
    if (is_over || PARTS.test(line[index - 1]!)) {
      begins.push(index)
      is_over = false
    }
    before = index
  }
  return begins
}

/** A separator before an address; after a letter or digit, it ran into the one before. */
const PARTS = /[,;|'’\p{L}\p{N}]/u

function endOf(line: string, begin: number, next: number): number {
  const opened = line[begin - 1] ?? ''
  let end = next
  for (const close of Object.hasOwn(CLOSED_BY, opened) ? CLOSED_BY[opened]! : '') {
    const at = line.slice(begin, end).indexOf(close)
    if (at >= 0) end = begin + at
  }
  const address = line.slice(begin, end)
  const never = address.search(NEVER)
  return trimmedEnd(line, begin, never < 0 ? end : begin + never)
}

/** How far before an address its bracket may be open. */
const BESIDE = 200

/** Without the separator that follows it, and without a bracket that was opened before it. */
function trimmedEnd(line: string, begin: number, from: number): number {
  const surplus = new Map<string, number>()
  const closes = (at: number): boolean => {
    const close = at < begin ? '' : line[at]!
    const open = PAIRS[close]
    if (open === undefined || !line.slice(Math.max(0, begin - BESIDE), begin).includes(open)) return false
    if (!surplus.has(close)) surplus.set(close, surplusOf(line.slice(begin, at + 1), open, close))
    return surplus.get(close)! > 0
  }
  let end = from
  for (; end > begin; end--) {
    const last = line[end - 1]!
    const is_emphasis = /[*_~]/.test(last) && line[begin - 1] === last
    const ends_sentence = /[.:!?]/.test(last) && closes(end - 2)
    if (!/[,;|]/.test(last) && !is_emphasis && !ends_sentence && !closes(end - 1)) break
    if (surplus.has(last)) surplus.set(last, surplus.get(last)! - 1)
  }
  return end
}

/** How many more brackets are closed than opened. */
function surplusOf(text: string, open: string, close: string): number {
  let surplus = 0
  for (const letter of text)
    if (letter === close) surplus++
    else if (letter === open) surplus--
  return surplus
}

/** In a sentence, its final mark is none of the address. */
const withoutEndOfSentence = (address: string): string => address.replace(/(?<=[^/.:!?'])[.:!?']+$/, '')
