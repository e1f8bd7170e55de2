/** A list as a file: the rows of all its pages, in their order. */

import { csvResponse } from '../../../src/doors/csv.ts'
import type { SignedInCall } from '../../../src/doors/pages/web.ts'
import type { Listed } from '../../../src/kernel/database/list.ts'
import { csvLines } from '../../../src/kernel/operation/csv.ts'

/** Values of the columns, by column name. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => unknown>>

/** Rows are read in batches and streamed. Cells that a spreadsheet would run as formulas are escaped. */
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

/** Passes over a list that changes during the export. */
const PASSES = 3

/**
 * Reads the pages of a list one after the other; the first is read already. A row that moves down meanwhile is written
 * once. A row that moves up, to a page read before, is found by another pass and comes at the end.
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
