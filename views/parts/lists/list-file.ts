/** A list as a file: the rows that its page shows, in their order, on all of its pages. */

import type { SignedInCall } from '../../../src/doors/pages/web.ts'
import { csvResponse } from '../../../src/doors/rest/csv.ts'
import type { Listed } from '../../../src/kernel/database/list.ts'
import { csvLines } from '../../../src/kernel/operation/csv.ts'

/** Names of the columns, and their values. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => unknown>>

/** Rows come some at a time, and are written as they are sent; cells that a spreadsheet would run are defused. */
export function listFile<Row>(
  call: SignedInCall,
  name: string,
  columns: FileColumns<Row>,
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Response {
  const filename = `${name}-${call.app.clock.now().slice(0, 10)}.csv`
  return csvResponse({ filename, lines: csvLines(columns, rows) }, (error) =>
    call.app.log.error('a list could not be sent', { error }),
  )
}

/** Passes over a list that changes meanwhile. */
const PASSES = 3

/**
 * The pages of a list one after the other, the first of which was asked for already. What moves down meanwhile comes once;
 * what moves up, to a page that was read already, is found in another pass and comes at the end.
 */
export async function* pagesOf<Row extends { id: string }>(
  first: Listed<Row>,
  next: (page: number) => Promise<Listed<Row>>,
): AsyncGenerator<Row[]> {
  const seen = new Set<string>()
  for (let pass = 0, list = first; pass < PASSES; pass++, list = await next(1)) {
    const { total } = list
    let still = true
    for (; list.items.length > 0; list = await next(list.page + 1)) {
      const fresh = list.items.filter(({ id }) => !seen.has(id))
      yield fresh
      for (const { id } of fresh) seen.add(id)
      still &&= list.total === total && (pass > 0 || fresh.length === list.items.length)
      if (list.items.length < list.page_size) break
    }
    if (still && seen.size >= total) return
  }
}
