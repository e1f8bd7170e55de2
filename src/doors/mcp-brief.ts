import type { AnyOperation } from '../kernel/operation.ts'
import { type Fields, isFields } from '../kernel/shape.ts'
import type { ToolWords } from '../kernel/tool-words.ts'

/** What an answer to a model weighs at most, unless more is asked for: in tokens, at four characters each. */
export const MOST_TOKENS = 1500
const MOST_CHARACTERS = MOST_TOKENS * 4
/** Room for the words that say how to get the rest. */
const FOR_WORDS = 200

/** What was asked for in so many words is not cut. */
export type Wanted = { full?: boolean; page_size?: unknown; url_limit?: unknown }

/**
 * An answer as a model is given it: whole where it is short. Of a longer one, rows keep the fields that say most, without
 * what is empty; and as many rows come as fit, unless their number was asked for. `more` says what is missing and how
 * to get it. A list stays a page that the API would give: of the `page` and `page_size` that it names.
 */
export function fitted({ tool }: AnyOperation, data: unknown, wanted: Wanted): { told: unknown; text: string } {
  const text = JSON.stringify(data ?? null)
  if (wanted.full || !isFields(data) || text.length <= MOST_CHARACTERS) return { told: data, text }
  const brief = mapped(data, (value) => (isRows(value) ? rowsOf(value, tool) : value))
  const asked = wanted.page_size !== undefined || wanted.url_limit !== undefined
  const over = asked ? 0 : lengthOf(brief) - MOST_CHARACTERS + FOR_WORDS
  const short = over <= 0 ? brief : 'items' in brief ? shorterList(brief) : shorter(brief, over)
  const told = { ...short, more: wordsFor(tool?.rest, data, short) }
  return { told, text: JSON.stringify(told) }
}

function rowsOf(rows: Fields[], { brief, first }: Partial<ToolWords> = {}): Fields[] {
  const told = rows.map((row) => briefly(row, brief))
  return first ? told.toSorted((a, b) => Number(first in b) - Number(first in a)) : told
}

/** A row with the fields named, without those that are null, false or empty, and without counts of nothing. */
export function briefly(row: Fields, names?: readonly string[]): Fields {
  const kept = Object.entries(row).filter(([name]) => !names || names.includes(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, dense(value)]).filter(([, value]) => !isEmpty(value)))
}

function dense(value: unknown): unknown {
  if (!isFields(value)) return value
  const counts = Object.values(value).every((one) => typeof one === 'number')
  const kept = Object.entries(value).map(([name, inner]) => [name, dense(inner)] as const)
  return Object.fromEntries(kept.filter(([, inner]) => !isEmpty(inner) && !(counts && inner === 0)))
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === false || value === '' || (isObject(value) && sizeOf(value) === 0)

/** The largest page from the same row on that fits: its number of rows divides the rows before it. */
function shorterList(list: Fields): Fields {
  const { items, page, page_size } = list as { items: Fields[]; page: number; page_size: number }
  const before = (page - 1) * page_size
  const pageOf = (n: number, rows = items.slice(0, n)) => ({
    ...list,
    items: rows,
    page: before / n + 1,
    page_size: n,
  })
  const most = Math.min(items.length, page_size)
  let rows = items.slice(0, most).reduce((sum, row) => sum + lengthOf(row) + 1, 0)
  for (let n = most; n > 1; n--) {
    if (before % n === 0 && lengthOf(pageOf(n, [])) + rows <= MOST_CHARACTERS - FOR_WORDS) return pageOf(n)
    rows -= lengthOf(items[n - 1]) + 1
  }
  return pageOf(1)
}

type Cut = { name: string; rows: unknown[]; lengths: number[]; length: number }

/** The longest lists lose their ends until the whole, which is `over` characters too long, fits. Each row is measured once. */
function shorter(answer: Fields, over: number): Fields {
  const lists = Object.entries(answer).flatMap(([name, rows]): Cut[] => {
    if (!Array.isArray(rows) || rows.length === 0) return []
    const lengths = rows.map((row) => lengthOf(row) + 1)
    return [{ name, rows, lengths, length: lengths.reduce((sum, one) => sum + one, 1) }]
  })
  for (let left = over; left > 0; ) {
    const [longest] = lists.filter(({ lengths }) => lengths.length > 0).sort((a, b) => b.length - a.length)
    if (!longest) break
    const { lengths, length } = longest
    const going = lengths.splice(-Math.max(1, Math.ceil((left * lengths.length) / length / 2)))
    const gone = going.reduce((sum, one) => sum + one, 0)
    longest.length -= gone
    left -= gone
  }
  return {
    ...answer,
    ...Object.fromEntries(lists.map(({ name, rows, lengths }) => [name, rows.slice(0, lengths.length)])),
  }
}

/** What is missing, and the call that gets it. */
function wordsFor(rest = 'Whole: full true.', whole: Fields, told: Fields): string {
  const cut = Object.entries(told).flatMap(([field, value]) => {
    const all = whole[field]
    return Array.isArray(value) && Array.isArray(all) && value.length < all.length
      ? [`${value.length} of ${all.length} ${field}`]
      : []
  })
  const { items, total, page, page_size } = told as {
    items?: unknown[]
    total: number
    page: number
    page_size: number
  }
  const left = items && page * page_size < total
  const shown = items ? `${items.length} of ${total} rows` : cut.join(', ')
  const next = left ? ` Next: page ${page + 1}, page_size ${page_size}.` : ''
  return `${shown ? `${shown}, in` : 'In'} brief.${next} ${rest}`
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isRows = (value: unknown): value is Fields[] => Array.isArray(value) && value.every(isFields)
const sizeOf = (value: object): number => (Array.isArray(value) ? value.length : Object.keys(value).length)
const mapped = (fields: Fields, as: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, as(value)]))
