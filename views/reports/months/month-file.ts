/** The pages of a month's pushes with their results, as a file. */

import type { Call } from '../../../src/doors/pages/web.ts'
import { type Cause, WHO } from '../../../src/features/reports/index.ts'
import { csvNameOf, linksOfMonth } from '../../../src/features/reports/months/visitors.ts'
import { type CsvColumns, csvLines } from '../../../src/kernel/operation/csv.ts'
import { sendFile, separatorFor } from '../../parts/lists/list-file.ts'
import type { FrozenIssue } from '../issues/issue-document.ts'
import { ACTORS, CAUSE_WORDS } from '../part-words.ts'

const yesNo = (yes: unknown): string => (yes ? 'yes' : 'no')

/** Columns that both files have. */
const OUTCOME = {
  visible: ({ visible }) => yesNo(visible),
  seen_before: ({ before }) => yesNo(before),
  why_not: ({ cause }) => cause && CAUSE_WORDS[cause].word,
  who_can_act: ({ cause }) => cause && ACTORS[WHO[cause]],
  checked_at: ({ checked_at }) => checked_at,
} satisfies CsvColumns<{ visible: unknown; before: unknown; cause: Cause | null; checked_at: string | null }>

export function monthFile(call: Call, tenant_id: string, month: string): Response {
  const lines = csvLines(
    { url: ({ url }) => url, push: ({ push }) => push.name, ordered_at: ({ push }) => push.created_at, ...OUTCOME },
    linksOfMonth(call.app, tenant_id, month),
    separatorFor(call),
  )
  return sendFile(call, { filename: csvNameOf(call.app, tenant_id, month), lines })
}

/** The kept pages of a frozen report that its readers see: every download is the same. */
export function issueFile(call: Call, tenant_id: string, { figures, period, sections }: FrozenIssue): Response {
  const rows = figures.document.parts
    .filter(({ part }) => sections.includes(part))
    .map(({ part, items }) => items.map((item) => ({ ...item, visible: part === 'visible' })))
  return sendFile(call, {
    filename: csvNameOf(call.app, tenant_id, period),
    lines: csvLines({ url: ({ url }) => url, ...OUTCOME }, rows, separatorFor(call)),
  })
}
