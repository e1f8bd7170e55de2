import type { ReadTx } from '../../../kernel/database/database.ts'
import type { PushRow } from '../tables.ts'

/** New and changed links of the last ten runs; `is_confirmed` for a first run whose bill a person has confirmed. */
export function runsBefore(
  tx: ReadTx,
  { id, incomplete }: PushRow,
  but = '',
): { found: number[]; is_confirmed: boolean } {
  const rows = tx.rows<{ n: number }>(
    `select new_urls + changed_urls as n from standing_runs where push_id = ? and id <> ? and state in ('done', 'partial')
     order by id desc limit 10`,
    id,
    but,
  )
  return { found: rows.map(({ n }) => n), is_confirmed: rows.length === 0 && incomplete === 0 }
}
