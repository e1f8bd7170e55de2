/** Tables that are whole on one page and sort by what is shown in them. */
import type { Query } from './list.ts'

/** What each heading sorts by. */
export type Orders<Row> = Readonly<Record<string, (row: Row) => number | string | null>>

/**
 * Rows as a heading asks for them, or as they come. What is not known goes last either way. Without a direction words rise
 * and numbers fall, but for those named in `rising`.
 */
export function sortedBy<Row>(
  rows: readonly Row[],
  orders: Orders<Row>,
  { sort = '', dir }: Query,
  rising: readonly string[] = [],
): Row[] {
  const of = Object.hasOwn(orders, sort) ? orders[sort]! : null
  if (!of) return [...rows]
  const words = rows.some((row) => typeof of(row) === 'string')
  const turn = (dir ?? (words || rising.includes(sort) ? 'asc' : 'desc')) === 'desc' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [of(a), of(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return turn * (typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other))
  })
}
