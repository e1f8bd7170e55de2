/** Downloads: the file of an operation, or the rows of all pages of a list. */

import { readerFor } from '../../../src/doors/pages/branding.ts'
import type { Call, SignedInCall } from '../../../src/doors/pages/web.ts'
import { fileResponse } from '../../../src/doors/rest/file.ts'
import type { Listed } from '../../../src/kernel/database/list.ts'
import { ENGLISH, languageOf, placeOf, type Reader } from '../../../src/kernel/language/reader.ts'
import { type Separator, separatorOf } from '../../../src/kernel/operation/csv.ts'
import type { CsvAnswer, FileType } from '../../../src/kernel/operation/operation.ts'
import { keptPreference } from '../../document.tsx'

/** Values of the columns, by column name. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => unknown>>

/** Streams a file. An error after the first byte can only be logged. A separator that was chosen is kept. */
export function sendFile({ app, query }: Call, file: CsvAnswer, type: FileType = 'text/csv'): Response {
  const response = fileResponse(app, type, file, (error) => app.log.error('a file could not be sent', { error }))
  const chosen = separatorOf(query.separator)
  if (chosen) response.headers.append('set-cookie', keptPreference('separator', chosen))
  return response
}

/**
 * The separator of files for a reader: the one asked for, the one chosen before, or that of Excel in the language of the
 * report, else their own; before sign-in, of their browser.
 */
export function separatorFor(call: Call | SignedInCall, to: Reader = ENGLISH): Separator {
  const { query, cookies, request } = call
  const language =
    languageOf(to) !== 'en'
      ? placeOf(to).locale
      : 'visitor' in call
        ? languageOfFiles(call)
        : (request.headers.get('accept-language') ?? '').split(/[,;]/)[0]
  return separatorOf(query.separator) ?? separatorOf(cookies('separator')) ?? usualIn(language ?? '')
}

/** The one that a person chose, else that of their workspace. */
const languageOfFiles = ({ app, visitor: { user } }: SignedInCall): string =>
  user.own_locale === 1 ? user.locale : placeOf(readerFor(app, user.id)).locale

/** With a byte order mark, without which Excel reads letters beyond English wrongly; files in English have none. */
export async function* forExcel(to: Reader, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  if (languageOf(to) !== 'en') yield '\ufeff'
  yield* lines
}

/** Excel separates cells by semicolons where the comma is the decimal mark. */
function usualIn(language: string): Separator {
  try {
    const parts = new Intl.NumberFormat(language.trim() || 'en').formatToParts(0.5)
    return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? 'semicolon' : 'comma'
  } catch {
    return 'comma'
  }
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
