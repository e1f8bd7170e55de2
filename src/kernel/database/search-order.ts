/** A walk through rows in their order that may stop at any of them, and go on behind it at a newer moment. */
import type { SearchReader } from './search-steps.ts'

type Param = string | number | null

export type OrderedRows = {
  select: string
  from: string
  /** Conditions, without the word `where`. */
  where: string
  /** Parameters of `select`, then of `where`. */
  params: readonly Param[]
  /** The columns of the order, which no two rows share. */
  by: readonly string[]
  dir: 'asc' | 'desc'
}

type Part = { sql: string; params: Param[] }

/** Values of a row in the columns of the order. */
export type PlaceInOrder = Param[]

/**
 * Steps through the rows until `each` returns true. A row whose place in the order changes meanwhile may come twice, or
 * not at all. Returns the place of the row where it was stopped, behind which another walk goes on; null at the end.
 */
export async function walkInOrder<T>(
  look: SearchReader,
  rows: OrderedRows,
  each: (row: T) => boolean,
  place: PlaceInOrder | null = null,
): Promise<PlaceInOrder | null> {
  const { select, from, where, params, by, dir } = rows
  const columns = by.map((column, i) => `${column} as by_${i}`).join(', ')
  const order = by.map((column) => `${column} ${dir}`).join(', ')
  let parts: Part[] = place ? behind(by, dir, place) : [{ sql: 'true', params: [] }]
  while (parts.length > 0) {
    const part = parts.shift()!
    let [last, over] = [null as PlaceInOrder | null, false]
    await look.walk<Record<string, Param>>(
      `select ${select}, ${columns} from ${from} where ${where} and ${part.sql} order by ${order}`,
      [...params, ...part.params],
      (row) => {
        over = each(row as T)
        if (over || look.isOld()) last = by.map((_, i) => row[`by_${i}`]!)
        return last !== null
      },
    )
    if (over) return last
    if (last) parts = behind(by, dir, last)
  }
  return null
}

/** The rows behind one, as parts that an index of the order finds. SQLite takes null for the smallest value. */
function behind(by: readonly string[], dir: 'asc' | 'desc', values: readonly Param[]): Part[] {
  const [column, value] = [by[0]!, values[0]!]
  const rest = after(by, dir, values, 1)
  const same: Part = { sql: `${column} is null and ${rest.sql}`, params: rest.params }
  if (value === null) return dir === 'asc' ? [same, { sql: `${column} is not null`, params: [] }] : [same]
  const [up, further] = dir === 'asc' ? ['>=', '>'] : ['<=', '<']
  const bound: Part = {
    sql: `${column} ${up} ? and (${column} ${further} ? or ${rest.sql})`,
    params: [value, value, ...rest.params],
  }
  return dir === 'asc' ? [bound] : [bound, { sql: `${column} is null`, params: [] }]
}

/** Rows behind these values in the columns from `i` on; nothing is behind the last column's end. */
function after(by: readonly string[], dir: 'asc' | 'desc', values: readonly Param[], i: number): Part {
  if (i === by.length) return { sql: 'false', params: [] }
  const [column, value, rest] = [by[i]!, values[i]!, after(by, dir, values, i + 1)]
  const same = value === null ? `${column} is null` : `${column} = ?`
  const further = value === null ? `${column} is not null` : `${column} > ?`
  const lower = value === null ? 'false' : `(${column} < ? or ${column} is null)`
  const bound = value === null ? [] : [value]
  return {
    sql: `(${dir === 'asc' ? further : lower} or (${same} and ${rest.sql}))`,
    params: [...bound, ...bound, ...rest.params],
  }
}
