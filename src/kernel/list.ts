import Type, { type TSchema } from 'typebox'
import type { ReadTx } from './database.ts'

export const MAX_PAGE_SIZE = 200
export const DEFAULT_PAGE_SIZE = 50

/** Orders that begin with the newest or the most; the others with the first of the alphabet. */
const FALLING = new Set(['created_at', 'checked_at', 'last_seen_at', 'month', 'links', 'link_count'])

/** The direction of an order for which none is asked. */
export const naturally = (sort: string): 'asc' | 'desc' => (FALLING.has(sort) ? 'desc' : 'asc')

/** The parameters of every list. `sort` takes only the named columns, each of which has an index for its order. */
export function listInput<const S extends string>(...sorts: [S, ...S[]]) {
  return {
    page: Type.Optional(Type.Integer({ title: 'Page', minimum: 1, maximum: 10_000_000, default: 1 })),
    page_size: Type.Optional(
      Type.Integer({ title: 'Rows a page', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE }),
    ),
    sort: Type.Optional(Type.Enum(sorts, { title: 'Sort by', default: sorts[0] })),
    dir: Type.Optional(
      Type.Enum(['asc', 'desc'], { title: 'Direction', description: `Unless given: ${unlessGiven(sorts)}` }),
    ),
  }
}

function unlessGiven(sorts: readonly string[]): string {
  const [falling, rising] = [sorts.filter((sort) => FALLING.has(sort)), sorts.filter((sort) => !FALLING.has(sort))]
  if (rising.length === 0) return 'desc'
  return falling.length === 0 ? 'asc' : `desc by ${falling.join(', ')}; asc by ${rising.join(', ')}`
}

/** Free text to search for. */
export const Search = Type.Optional(Type.String({ title: 'Search', maxLength: 200 }))

/** The envelope of every list. */
export const ListOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer({ minimum: 0 }),
    page: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1 }),
  })

export type Listed<T> = { items: T[]; total: number; page: number; page_size: number }
export type ListArguments = { page?: number; page_size?: number; sort?: string; dir?: 'asc' | 'desc' }

type Source = {
  /** Columns to read. */
  select: string
  /** Table, joins. */
  from: string
  /**
   * The table alone and its key, when no condition and no order speaks of what is joined to it, and each row has its
   * partners: then rows are counted and put in order by its indexes, and only those of the page are read whole.
   */
  core?: { table: string; id: string }
  /** Conditions, joined by `and`; null ones are left out. */
  where: (Condition | null | false | undefined)[]
  /** What each permitted `sort` orders by. The first is the default. Each must be able to use an index. */
  sorts: Record<string, string>
  /** Breaks ties, so that pages never overlap. */
  tie?: string
  /** A total known without counting. */
  total?: number
}

export type Condition = {
  sql: string
  /** The same, said so that no index serves it: when very many rows fulfil it, the list meets them in its own order. */
  in_order?: string
  params?: (string | number | null)[]
}

/** Rows beyond which it is quicker to walk the index of the order and skip what is not wanted than to find and sort all. */
const MANY = 300

export const when = (sql: string, ...params: (string | number | null)[]): Condition => ({ sql, params })

/** Whether the column holds this text, in whichever case. */
export function contains(column: string, text: string | undefined): Condition | null {
  if (!text) return null
  // SQLite's `like` knows the case of ASCII letters alone.
  return /\P{ASCII}/u.test(text)
    ? when(`${column} glob ?`, `*${[...text].map(eitherCase).join('')}*`)
    : when(`${column} like ? escape '\\'`, `%${text.replace(/[\\%_]/g, '\\$&')}%`)
}

/** Any of the conditions; null when there is none. */
export function anyOf(conditions: (Condition | null)[]): Condition | null {
  const given = conditions.filter((condition) => condition !== null)
  if (given.length === 0) return null
  return { sql: `(${given.map(({ sql }) => sql).join(' or ')})`, params: given.flatMap(({ params = [] }) => params) }
}

/** A character as a pattern of `glob`: any of its cases, and its wildcards taken literally. */
function eitherCase(character: string): string {
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()])
  const single = [...cases].filter((one) => [...one].length === 1)
  return single.length > 1 || /[*?[]/.test(character) ? `[${single.join('')}]` : character
}

/** One page of rows, and how many there are in all. Totals are counted once between two commits. */
export function list<T>(
  tx: ReadTx,
  source: Source,
  { page = 1, page_size = DEFAULT_PAGE_SIZE, sort, dir }: ListArguments,
): Listed<T> {
  const conditions = source.where.filter((condition) => condition) as Condition[]
  const whereOf = (wanted: (condition: Condition) => string) =>
    conditions.length ? ` where ${conditions.map(wanted).join(' and ')}` : ''
  const found = whereOf(({ sql }) => sql)
  const params = conditions.flatMap((condition) => condition.params ?? [])
  const total =
    source.total ?? tx.count(`select count(*) as n from ${source.core?.table ?? source.from}${found}`, ...params)
  const where = total > MANY ? whereOf(({ sql, in_order }) => in_order ?? sql) : found
  const [first] = Object.keys(source.sorts)
  const order = sort ?? first!
  const direction = dir ?? naturally(order)
  const columns = new Set([...source.sorts[order]!.split(', '), ...(source.tie ? [source.tie] : [])])
  const by = `order by ${[...columns].map((name) => `${name} ${direction}`).join(', ')}`
  const items = tx.rows<T>(pageSql(source, where, by), ...params, page_size, (page - 1) * page_size)
  return { items, total, page, page_size }
}

const pageSql = ({ select, from, core }: Source, where: string, order: string): string =>
  core
    ? `select ${select} from (select ${core.id} as page_id from ${core.table}${where} ${order} limit ? offset ?) one_page
         cross join ${from} where ${core.id} = page_id ${order}`
    : `select ${select} from ${from}${where} ${order} limit ? offset ?`

/** A list that is small by nature and already in memory. */
export function pageOf<T>(all: T[], { page = 1, page_size = DEFAULT_PAGE_SIZE }: ListArguments): Listed<T> {
  return { items: all.slice((page - 1) * page_size, page * page_size), total: all.length, page, page_size }
}
