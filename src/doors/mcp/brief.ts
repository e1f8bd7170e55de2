import type { ToolWords } from '../../kernel/operation/offered/tool-words.ts'
import type { AnyOperation } from '../../kernel/operation/operation.ts'
import { type Fields, isFields } from '../../kernel/operation/shape.ts'

/** The most tokens of an answer to a model, unless it asks for more; a token has four characters. */
export const MOST_TOKENS = 1500
const MOST_CHARACTERS = MOST_TOKENS * 4
/** Room for the words that say how to get the rest. */
const FOR_WORDS = 200

/** Sizes that the caller asked for are not cut. */
type AnswerOptions = { full?: boolean; page_size?: unknown; url_limit?: unknown }

/**
 * An answer for a model, as JSON: whole when it is short. In a longer one, rows keep the fields that say most, without
 * empty ones, and as many rows come as fit, unless the call asked for a number. `more` says what is missing and how to
 * get it. A list stays a page that the API would give, with its `page` and `page_size`. Only shown rows are written,
 * and each once: this is most of the cost of a call beside the work itself.
 */
export function fitted(operation: AnyOperation, data: unknown, wanted: AnswerOptions): string {
  if (!isFields(data) || wanted.full) return JSON.stringify(data ?? null)
  const asked = wanted.page_size !== undefined || wanted.url_limit !== undefined
  return whole(operation, data) ?? inBrief(operation, data, asked ? Infinity : MOST_CHARACTERS - FOR_WORDS)
}

/** The whole answer, if it is short. A text that must be long is not written to find out. */
function whole(operation: AnyOperation, data: Fields): string | null {
  let least = 0
  for (const name in data) {
    const rows = data[name]
    if (Array.isArray(rows)) least += rows.length * planOf(operation, name).least
  }
  if (least > MOST_CHARACTERS) return null
  const text = JSON.stringify(data)
  return text.length <= MOST_CHARACTERS ? text : null
}

/** The part of a list that fits: its rows as JSON, their length with commas, and the number of all rows. */
type List = { texts: string[]; length: number; all: number }

function inBrief(operation: AnyOperation, data: Fields, most: number): string {
  const tool: Partial<ToolWords> = operation.tool ?? {}
  const texts = new Map<string, string>()
  let room = most - 1
  for (const name in data) {
    const value = data[name]
    const text = Array.isArray(value) ? '[]' : JSON.stringify(value)
    if (text === undefined) continue
    texts.set(name, text)
    room -= name.length + text.length + 4
  }
  const lists = new Map<string, List>()
  for (const name of texts.keys()) {
    const rows = data[name]
    if (!Array.isArray(rows)) continue
    // Beside the rows that an answer is about, others are few.
    const own = 'items' in data && name !== 'items' ? Infinity : room
    lists.set(name, listOf(inOrder(rows, tool), planOf(operation, name).names, own))
  }
  const page = 'items' in data ? pageOf(data as Page, lists, room) : null
  if (!page) share([...lists.values()], room)
  for (const [name, list] of lists) texts.set(name, `[${list.texts.join(',')}]`)
  for (const name in page) texts.set(name, String(page[name as keyof Page]))
  texts.set('more', JSON.stringify(wordsFor(tool.rest, page, lists)))
  return `{${[...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

/** The rows that fit when the list has the room alone; at least one. */
function listOf(rows: readonly unknown[], names: FieldNames, room: number): List {
  const list: List = { texts: [], length: 0, all: rows.length }
  for (const row of rows) {
    const text = JSON.stringify(isFields(row) ? briefly(row, names) : row) ?? 'null'
    if (list.length > 0 && list.length + text.length >= room) break
    list.texts.push(text)
    list.length += text.length + 1
  }
  return list
}

/** Puts rows with a value in the field `first` in front. */
function inOrder(rows: unknown[], { first, brief }: Partial<ToolWords>): unknown[] {
  if (!first || (brief && !brief.includes(first))) return rows
  const comesFirst = (row: unknown) => isFields(row) && !isEmpty(dense(row[first]))
  return [...rows.filter(comesFirst), ...rows.filter((row) => !comesFirst(row))]
}

type FieldNames = readonly string[] | undefined
/** For a list: the fields of its rows that say most, and the fewest characters that a row takes. */
type RowPlan = { names: FieldNames; least: number }
type Schema = { properties?: Record<string, { items?: { properties?: object; required?: string[] } }> }

const plans = new WeakMap<AnyOperation, Map<string, RowPlan>>()

function planOf(operation: AnyOperation, list: string): RowPlan {
  const known = plans.get(operation) ?? new Map<string, RowPlan>()
  plans.set(operation, known)
  const plan = known.get(list) ?? planned(operation, list)
  known.set(list, plan)
  return plan
}

/** A tool names the fields of its answer and those of its rows together. */
function planned({ tool, output }: AnyOperation, list: string): RowPlan {
  const { properties, required = [] } = (output as Schema).properties?.[list]?.items ?? {}
  const names = tool?.brief?.filter((name) => !properties || name in properties)
  // Braces, and of each field its name, two quotes, a colon, a comma and a digit.
  return { names, least: required.reduce((sum, name) => sum + name.length + 5, 1) }
}

/** A row with the fields named, without those that are null, false or empty, and without counts of nothing. */
function briefly(row: Fields, names: FieldNames = Object.keys(row)): Fields {
  const short: Fields = {}
  for (const name of names) {
    const value = dense(row[name])
    if (!isEmpty(value)) short[name] = value
  }
  return short
}

function dense(value: unknown): unknown {
  if (!isFields(value)) return value
  let counts = true
  for (const name in value) counts &&= typeof value[name] === 'number'
  const short: Fields = {}
  for (const name in value) {
    const inner = dense(value[name])
    if (!isEmpty(inner) && !(counts && inner === 0)) short[name] = inner
  }
  return short
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value === null || value === undefined || value === false || value === ''
  if (Array.isArray(value)) return value.length === 0
  for (const _ in value) return false
  return true
}

type Page = { total: number; page: number; page_size: number }

/** The largest page from the same row on that fits: its number of rows divides the rows before it. */
function pageOf({ total, page, page_size }: Page, lists: Map<string, List>, room: number): Page {
  const items = lists.get('items')!
  let left = room
  for (const list of lists.values()) if (list !== items) left -= list.length
  const digits = `${page}${page_size}`.length
  const fits = (shown: Page) => items.length + `${shown.page}${shown.page_size}`.length - digits <= left
  const asked = { total, page, page_size }
  if (items.all === 0 || (items.texts.length === items.all && fits(asked))) return asked
  const before = (page - 1) * page_size
  for (let n = Math.min(items.texts.length, page_size); ; n--) {
    cut(items, n)
    const shown = { total, page: before / n + 1, page_size: n }
    if (n === 1 || (before % n === 0 && fits(shown))) return shown
  }
}

/** The longest lists lose their ends until all of them fit: what the short ones leave is theirs. */
function share(lists: List[], room: number): void {
  let left = room
  for (const [i, list] of lists.sort((a, b) => a.length - b.length).entries()) {
    const most = left / (lists.length - i)
    while (list.length > most && list.texts.length > 0) cut(list, list.texts.length - 1)
    left -= list.length
  }
}

function cut(list: List, rows: number): void {
  while (list.texts.length > rows) list.length -= list.texts.pop()!.length + 1
}

/** Names the missing rows and the call that gets them. */
function wordsFor(rest = 'Whole: full true.', page_of_rows: Page | null, lists: ReadonlyMap<string, List>): string {
  if (page_of_rows) {
    const { page, page_size, total } = page_of_rows
    const next = page * page_size < total ? ` Next: page ${page + 1}, page_size ${page_size}.` : ''
    return `${lists.get('items')!.texts.length} of ${total} rows, in brief.${next} ${rest}`
  }
  const short = [...lists].filter(([, { texts, all }]) => texts.length < all)
  const shown = short.map(([name, { texts, all }]) => `${texts.length} of ${all} ${name}`).join(', ')
  return `${shown ? `${shown}, in` : 'In'} brief. ${rest}`
}
