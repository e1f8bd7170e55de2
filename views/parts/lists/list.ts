/** Addresses of lists, in the API's query names: `page`, `page_size`, `sort`, `dir`, `q`, and a list's own filters. */

import type { TObject } from 'typebox'
import type { FormInput } from '../../../src/doors/pages/web.ts'
import { alphabetOf } from '../../../src/kernel/language/alphabet.ts'
import type { Operation } from '../../../src/kernel/operation/operation.ts'
import { hx } from '../hx.ts'

/** Default links per page: the first paint waits for each row. */
export const LINK_ROWS = 25

export type Query = Readonly<Record<string, string | undefined>>
export type ListPage<Item> = {
  items: readonly Item[]
  total: number
  /** No: there are more than `total`, and who knows how many. */
  total_is_exact?: boolean
  page: number
  page_size: number
}

/** Parameters of a page's address that the operation knows; others are not passed on. */
export const inputOfQuery = <I extends TObject>(
  { input }: Operation<I, unknown>,
  query: Query,
): Partial<FormInput<I>> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(input.properties, name))) as Partial<
    FormInput<I>
  >

/** The address of the list with changes. Blank values are removed; any change except of the page starts at page 1. */
export function listHref(href: string, query: Query, changes: Query): string {
  const merged = { ...query, page: undefined, ...changes }
  const kept = Object.entries(merged).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return kept.length ? `${href}?${new URLSearchParams(kept)}` : href
}

export const HEAD = '#head'

/**
 * A link that replaces only the list with htmx, and loads the page without. It requests the whole page and takes
 * `#list` from it, so that one address has one answer. It takes the head too, which may name a filter.
 */
export const inPlace = (href: string, list = 'list') => ({
  href,
  ...hx({
    get: href,
    target: `#${list}`,
    select: `#${list}`,
    'select-oob': HEAD,
    swap: 'outerHTML',
    'push-url': 'true',
  }),
})

/** The same for a filter form: it submits while the visitor types, and leaves blank fields out of the address. */
export const inPlaceForm = (action: string, beside = HEAD) => ({
  action,
  ...hx({
    get: action,
    target: '#list',
    select: '#list',
    'select-oob': beside,
    swap: 'outerHTML',
    'push-url': 'true',
    trigger: 'input delay:300ms, submit',
    sync: 'this:replace',
  }),
})

/** Whether filters are set: a list may be empty because of them. */
export const isFiltered = (query: Query): boolean =>
  Object.entries(query).some(([name, value]) => value && !['page', 'page_size', 'sort', 'dir'].includes(name))

/** Sort value of a row, by heading. */
export type SortOrders<Row> = Readonly<Record<string, (row: Row) => number | string | null>>

/**
 * Rows sorted by a heading, or in their own order. Unknown values go last in both directions. By default text and the
 * names in `rising` sort ascending, other numbers descending.
 */
export function sortedBy<Row>(
  rows: readonly Row[],
  orders: SortOrders<Row>,
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
    return turn * (typeof one === 'string' ? alphabetOf()(one, String(other)) : one - Number(other))
  })
}
