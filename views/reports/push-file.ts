/** All rows of the page table of a push's report, as a file. */
import type { Call } from '../../src/doors/pages/web.ts'
import { linksOfSharedPush, readerOfPush } from '../../src/features/reports/months/visitors.ts'
import { languageOf, type Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { type CsvColumns, csvLines } from '../../src/kernel/operation/csv.ts'
import { forExcel, sendFile, separatorFor } from '../parts/lists/list-file.ts'
import { verdict } from '../parts/text/words.ts'

type Row = ReturnType<typeof linksOfSharedPush> extends Generator<(infer One)[]> ? One : never

const INDEXED = { yes: text('yes'), no: text('no'), unknown: text('unknown') }

/** In English the words are those of the API, which programs read. */
const columnsFor = (to: Reader): CsvColumns<Row> =>
  languageOf(to) === 'en'
    ? ['url', 'state', 'indexed', 'checked_at']
    : {
        url: ({ url }) => url,
        state: (link) => say(to, verdict(link).word),
        indexed: ({ indexed }) => say(to, INDEXED[indexed]),
        checked_at: ({ checked_at }) => checked_at,
      }

export function pushFile(call: Call, job_id: string): Response {
  const to = readerOfPush(call, job_id)
  const lines = csvLines(columnsFor(to), linksOfSharedPush(call, job_id), separatorFor(call, to))
  return sendFile(call, { filename: 'report.csv', lines: forExcel(to, lines) })
}
