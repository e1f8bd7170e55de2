/** The pages of a month's pushes with their results, as a file. */

import type { Call } from '../../../src/doors/pages/web.ts'
import { type Cause, WHO } from '../../../src/features/reports/index.ts'
import { csvNameOf, linksOfMonth } from '../../../src/features/reports/months/visitors.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { type CsvColumns, csvLines } from '../../../src/kernel/operation/csv.ts'
import { forExcel, sendFile, separatorFor } from '../../parts/lists/list-file.ts'
import type { FrozenIssue } from '../issues/issue-document.ts'
import { ACTORS, causeWord } from '../part-words.ts'

const yesNo = (to: Reader, yes: unknown): string => (yes ? say(to, 'yes') : say(to, 'no'))

/** Cells are compared and filtered: a space that may not break is none of those that people type. */
const cell = (words: string): string => words.replaceAll(/[\u00a0\u202f]/g, ' ')

/** Columns that both files have. */
export const outcomeFor = (to: Reader) =>
  ({
    visible: ({ visible }) => yesNo(to, visible),
    seen_before: ({ before }) => yesNo(to, before),
    why_not: ({ cause }) => cause && cell(causeWord(to, cause)),
    who_can_act: ({ cause }) => cause && cell(say(to, ACTORS[WHO[cause]])),
    checked_at: ({ checked_at }) => checked_at,
  }) satisfies CsvColumns<{ visible: unknown; before: unknown; cause: Cause | null; checked_at: string | null }>

export function monthFile(call: Call, tenant_id: string, month: string, to: Reader): Response {
  const lines = csvLines(
    {
      url: ({ url }) => url,
      push: ({ push }) => push.name,
      ordered_at: ({ push }) => push.created_at,
      ...outcomeFor(to),
    },
    linksOfMonth(call.app, tenant_id, month),
    separatorFor(call, to),
  )
  return sendFile(call, { filename: csvNameOf(call.app, tenant_id, month), lines: forExcel(to, lines) })
}

/** The kept pages of a frozen report that its readers see: every download is the same. */
export function issueFile(
  call: Call,
  tenant_id: string,
  { figures, period, sections }: FrozenIssue,
  to: Reader,
): Response {
  const rows = figures.document.parts
    .filter(({ part }) => sections.includes(part))
    .map(({ part, items }) => items.map((item) => ({ ...item, visible: part === 'visible' })))
  return sendFile(call, {
    filename: csvNameOf(call.app, tenant_id, period),
    lines: forExcel(to, csvLines({ url: ({ url }) => url, ...outcomeFor(to) }, rows, separatorFor(call, to))),
  })
}
