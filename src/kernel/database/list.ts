import Type, { type TSchema } from 'typebox'
import { named, namedEnum, nameOf } from '../operation/schema-names.ts'
import type { ReadTx } from './database.ts'

const MAX_PAGE_SIZE = 200
export const DEFAULT_PAGE_SIZE = 50

const PAGE_RANGE = { minimum: 1, maximum: 10_000_000 }
const PAGE_SIZE_RANGE = { minimum: 1, maximum: MAX_PAGE_SIZE }

const DIRECTIONS = namedEnum('SortDirection', ['asc', 'desc'])

/** Orders that begin with the newest or the most; the others with the first of the alphabet. */
const FALLING = new Set([
  'at',
  'created_at',
  'checked_at',
  'last_seen_at',
  'first_seen_at',
  'count',
  'month',
  'links',
  'link_count',
  'indexed_rate',
])

/** The direction of an order for which none is asked. */
export const defaultDirection = (sort: string): 'asc' | 'desc' => (FALLING.has(sort) ? 'desc' : 'asc')

/** The parameters of every list. `sort` takes only the named columns, each of which has an index for its order. */
export function listInput<const S extends string>(...sorts: [S, ...S[]]) {
  return {
    page: Type.Optional(Type.Integer({ title: 'Page', description: 'From 1', ...PAGE_RANGE, default: 1 })),
    page_size: Type.Optional(
      Type.Integer({
        title: 'Rows a page',
        description: 'Rows a page',
        ...PAGE_SIZE_RANGE,
        default: DEFAULT_PAGE_SIZE,
      }),
    ),
    sort: Type.Optional(Type.Enum(sorts, { title: 'Sort by', description: 'Order', default: sorts[0] })),
    dir: Type.Optional(
      Type.Enum(DIRECTIONS, { title: 'Direction', description: `Unless given: ${unlessGiven(sorts)}` }),
    ),
  }
}

/** The parameters of a list that a caller has to see whole: it has pages only where they are asked for. */
export const wholeListInput = <const S extends string>(...sorts: [S, ...S[]]) => ({
  ...listInput(...sorts),
  page: Type.Optional(Type.Integer({ title: 'Page', description: `From 1; ${WHOLE}`, ...PAGE_RANGE })),
  page_size: Type.Optional(
    Type.Integer({ title: 'Rows a page', description: `Rows a page; ${WHOLE}`, ...PAGE_SIZE_RANGE }),
  ),
})
const WHOLE = 'unless given, the whole list comes'

function unlessGiven(sorts: readonly string[]): string {
  const [falling, rising] = [sorts.filter((sort) => FALLING.has(sort)), sorts.filter((sort) => !FALLING.has(sort))]
  if (rising.length === 0) return 'desc'
  return falling.length === 0 ? 'asc' : `desc by ${falling.join(', ')}; asc by ${rising.join(', ')}`
}

/** Free text to search for. */
export const Search = Type.Optional(Type.String({ title: 'Search', maxLength: 200 }))

/** The envelope of every list. */
export function ListOf<T extends TSchema>(item: T) {
  const page = Type.Object({
    items: Type.Array(item),
    total: Type.Integer({ minimum: 0 }),
    page: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1 }),
  })
  const name = nameOf(item)?.name
  return name ? named(`PageOf${name}`, page) : page
}

export type Listed<T> = { items: T[]; total: number; page: number; page_size: number }
export type ListArguments = { page?: number; page_size?: number; sort?: string; dir?: 'asc' | 'desc' }

export type ListSource = {
  /** Columns to read. */
  select: string
  from: string
  /**
   * The table alone and its key, when no condition and no order speaks of what is joined to it, and each row has its
   * partners: then rows are counted and put in order by its indexes, and only those of the page are read whole.
   */
  core?: { table: string; id: string }
  /** Conditions, joined by `and`; null ones are left out. */
  where: (Condition | null | false | undefined)[]
  /** The `order by` of each permitted `sort`. The first is the default. Each must be able to use an index. */
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
  /** No index finds its matches: a search checks each row for it, as it does for the text. */
  loose?: true
}

/** Above this number of rows it is quicker to walk the index of the order and skip than to find and sort all. */
const MANY = 300

export const when = (sql: string, ...params: (string | number | null)[]): Condition => ({ sql, params })

/** A condition for which there is no index. */
export const looseCondition = (sql: string, ...params: (string | number | null)[]): Condition => ({
  sql,
  params,
  loose: true,
})

/** One page of rows, and how many there are in all. Totals are counted once between two commits. */
export function list<T>(
  tx: ReadTx,
  source: ListSource,
  { page = 1, page_size = DEFAULT_PAGE_SIZE, sort, dir }: ListArguments,
): Listed<T> {
  const conditions = source.where.filter((condition) => condition) as Condition[]
  const whereOf = (wanted: (condition: Condition) => string) =>
    conditions.length ? ` where ${conditions.map(wanted).join(' and ')}` : ''
  const found = whereOf(({ sql }) => sql)
  const params = conditions.flatMap((condition) => condition.params ?? [])
  const total = source.total ?? tx.count(`select count(*) from ${source.core?.table ?? source.from}${found}`, ...params)
  const where = total > MANY ? whereOf(({ sql, in_order }) => in_order ?? sql) : found
  const by = orderOf(source, sort, dir)
  const items = tx.rows<T>(pageSql(source, where, by), ...params, page_size, (page - 1) * page_size)
  return { items, total, page, page_size }
}

/** The order that is asked for, or the first; ties never leave a row on two pages. */
export function orderColumns(
  { sorts, tie }: ListSource,
  sort = Object.keys(sorts)[0]!,
  dir = defaultDirection(sort),
): { by: string[]; dir: 'asc' | 'desc' } {
  return { by: [...new Set([...sorts[sort]!.split(', '), ...(tie ? [tie] : [])])], dir }
}

export function orderOf(source: ListSource, sort?: string, dir?: 'asc' | 'desc'): string {
  const order = orderColumns(source, sort, dir)
  return `order by ${order.by.map((name) => `${name} ${order.dir}`).join(', ')}`
}

const pageSql = ({ select, from, core }: ListSource, where: string, order: string): string =>
  core
    ? `select ${select} from (select ${core.id} as page_id from ${core.table}${where} ${order} limit ? offset ?) one_page
         cross join ${from} where ${core.id} = page_id ${order}`
    : `select ${select} from ${from}${where} ${order} limit ? offset ?`

/** A list that is small by nature and already in memory. */
export function pageOf<T>(all: T[], { page = 1, page_size = DEFAULT_PAGE_SIZE }: ListArguments): Listed<T> {
  return { items: all.slice((page - 1) * page_size, page * page_size), total: all.length, page, page_size }
}

/** The same, whole unless a page is asked for. */
export const wholeOrPageOf = <T>(all: T[], asked: ListArguments): Listed<T> =>
  asked.page === undefined && asked.page_size === undefined
    ? { items: all, total: all.length, page: 1, page_size: Math.max(all.length, 1) }
    : pageOf(all, asked)
