/** When a push runs next, and which letters people get. */

import { peopleInCharge, queueMail } from '../../../domains/mail/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { packSaid, type Said, type Stored } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pauseAfter } from '../../../kernel/scheduling/retries.ts'
import { DAY, MINUTE, millis, plus, type Time } from '../../../kernel/time/clock.ts'
import type { FileError } from '../reading/fetch-file.ts'
import type { SourceReading } from '../reading/source-store.ts'
import type { PushRow } from '../tables.ts'
import { inShort } from './note.ts'

/** A source may ask to be left alone for so long at most. */
const LONGEST_WISH = DAY
/** A source that only fails is given up after so long. */
const GIVE_UP = 7 * DAY

type Schedule = Pick<PushRow, 'id' | 'interval_minutes'>

/** The longest of its own interval and the one that the source asks for, capped (as Miniflux does it). */
function nextRun({ interval_minutes }: Schedule, now: Time, fresh_ms: number): Time {
  const own = interval_minutes * MINUTE
  return plus(now, Math.max(own, Math.min(fresh_ms, LONGEST_WISH)))
}

/** Each failure doubles the delay, with a jitter that is the same for a row and a count. */
function nextTry({ id, interval_minutes }: Schedule, now: Time, failures: number, asked_ms = 0): Time {
  const chance = Number(Bun.hash(`${id} ${failures}`) % 2001n) / 2000
  return plus(
    now,
    pauseAfter('standing_push', failures, { first: 2 * interval_minutes * MINUTE, least: asked_ms, chance }),
  )
}

export function afterSuccess(tx: Tx, row: PushRow, { kind, fresh_ms }: SourceReading): void {
  tx.run(
    `update standing_pushes set failures = 0, failing_since = null, failure = null, kind = coalesce(?, kind),
       next_run_at = iif(asked_at is null, ?, next_run_at), updated_at = ? where id = ?`,
    kind,
    nextRun(row, tx.now, fresh_ms),
    tx.now,
    row.id,
  )
}

export function afterFailure(tx: Tx, app: App, row: PushRow, failure: Stored, more: FileError['more']): void {
  const { pause, retry_ms } = more
  const since = row.failing_since ?? tx.now
  const failures = row.failures + 1
  const why = pause ?? (millis(tx.now) - millis(since) >= GIVE_UP ? 'failing' : null)
  tx.run(
    `update standing_pushes set failures = ?, failing_since = ?, failure = ?, next_run_at = ?, paused = ?, paused_why = ?,
       updated_at = ? where id = ?`,
    failures,
    since,
    inShort(failure),
    why ? null : nextTry(row, tx.now, failures, retry_ms),
    Number(why !== null),
    why,
    tx.now,
    row.id,
  )
  if (why) tell(tx, app, row, `paused ${tx.now}`, { why: packSaid(failure) })
}

export const tellHeld = (tx: Tx, app: App, row: PushRow, held: number, why: Said): void =>
  tell(tx, app, row, `held ${tx.now}`, { held: String(held), why: packSaid(why) })

function tell(tx: Tx, app: App, row: PushRow, event: string, facts: { held?: string; why: string }): void {
  const { tenant_id } = row
  const place = tx.row<{ path: string; name: string }>('select path, name from tenants where id = ?', tenant_id)!
  for (const { id, email } of peopleInCharge(tx, place.path))
    queueMail(tx, app, {
      ref: `standing ${row.id} ${event} ${id}`,
      tenant_id,
      template: 'standing_push',
      to: email,
      facts: { ...facts, workspace: place.name, push: row.name },
      link: `${app.config.site_url}/app/w/${tenant_id}/standing/${row.id}`,
    })
}
