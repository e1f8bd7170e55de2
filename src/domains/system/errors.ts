import type { Static } from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { DAY, dayOf, plus } from '../../kernel/time/clock.ts'
import { TrackedError, type TrackedErrorWhole } from './shapes.ts'

/** Columns of `tracked_errors` in lists. */
export const ERROR_COLUMNS = columnsOf(TrackedError, 'tracked_errors')

/** A row as stored: lists as JSON text, booleans as 0 and 1. */
export type ErrorRow = Static<typeof TrackedError>

/** The error with this id, or 404. */
export function findError(tx: ReadTx, id: string): ErrorRow {
  const row = tx.row<ErrorRow>(`select ${ERROR_COLUMNS} from tracked_errors where id = ?`, id)
  if (!row) throw notFound('error')
  return row
}

const DAYS_SHOWN = 30

/** All details of an error, including days without it. */
export function readError(tx: ReadTx, id: string): Static<typeof TrackedErrorWhole> {
  const row = tx.row<Static<typeof TrackedErrorWhole>>('select * from tracked_errors where id = ?', id)!
  const days = Array.from({ length: DAYS_SHOWN }, (_, i) => dayOf(plus(tx.now, (i + 1 - DAYS_SHOWN) * DAY)))
  const found = tx.rows<{ day: string; n: number }>(
    'select day, n from tracked_error_days where error_id = ? and day >= ?',
    id,
    days[0]!,
  )
  const counted = new Map(found.map(({ day, n }) => [day, n]))
  return { ...row, days: days.map((day) => ({ day, n: counted.get(day) ?? 0 })) }
}
