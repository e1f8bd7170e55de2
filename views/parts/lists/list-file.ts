/** Downloads: the file of an operation, or the rows of all pages of a list. */

import { fileResponse } from '../../../src/doors/rest/file.ts'
import type { Listed } from '../../../src/kernel/database/list.ts'
import type { App } from '../../../src/kernel/operation/app.ts'
import type { CsvAnswer, FileType } from '../../../src/kernel/operation/operation.ts'

/** Values of the columns, by column name. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => unknown>>

/** Streams a file. An error after the first byte can only be logged. */
export const sendFile = ({ log }: App, file: CsvAnswer, type: FileType = 'text/csv'): Response =>
  fileResponse(type, file, (error) => log.error('a file could not be sent', { error }))

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
