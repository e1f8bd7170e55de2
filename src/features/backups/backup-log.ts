/** The automatic backups: when the next one is due, and the e-mail when one is missing. */

import { eq } from 'drizzle-orm'
import { type MailApp, platformAdmins, queueMail } from '../../domains/mail/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { addToDay } from '../../kernel/scheduling/limits.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { at, DAY, dayOf, HOUR, MINUTE, millis, minuteOf, plus, type Time } from '../../kernel/time/clock.ts'
import type { BackupResult } from './backups.ts'
import { type BackupRow, backups } from './tables.ts'

/** In UTC, at a quiet time. */
const AT_HOUR = 2
/** A failed backup is retried after this. */
const AGAIN = HOUR
const STALE = 2 * DAY
const ROWS_KEPT = 100

/** The latest time at which a backup should have started. */
function lastNight(now: Time): Time {
  const today = plus(`${dayOf(now)}T00:00:00.000Z`, AT_HOUR * HOUR)
  return today <= now ? today : plus(today, -DAY)
}

/** Whether a backup is due. A new install waits for its first night. */
export function isBackupDue(tx: ReadTx): boolean {
  const night = lastNight(tx.now)
  const [last] = recent(tx, 1)
  if (last && last.state !== 'failed') return last.started_at < night
  if (last) return last.started_at < night || plus(last.finished_at ?? last.started_at, AGAIN) <= tx.now
  const birth = tx.row<{ at: Time | null }>('select min(created_at) as at from tenants')!.at
  return birth !== null && birth < night
}

/** Newest first. */
export const recent = (tx: ReadTx, limit: number): BackupRow[] =>
  tx.rows<BackupRow>('select * from backups order by id desc limit ?', limit)

/** The last proved backup, even if it was removed since. */
export const lastProved = (tx: ReadTx): BackupRow | null =>
  tx.row<BackupRow>("select * from backups where state in ('proved', 'gone') order by id desc limit 1")

export function beginBackup(tx: Tx, begun: Pick<BackupRow, 'name' | 'place'> & { encrypted: boolean }): string {
  const id = newId()
  tx.orm
    .insert(backups)
    .values({ ...begun, id, state: 'running', encrypted: Number(begun.encrypted), started_at: tx.now })
    .run()
  tx.run(
    'delete from backups where id <= (select id from backups order by id desc limit 1 offset ?) and state <> ?',
    ROWS_KEPT,
    'proved',
  )
  return id
}

/** The file is made and proved on this machine. */
export const noteMade = (
  tx: Tx,
  id: string,
  made: Pick<BackupResult, 'bytes' | 'sha256' | 'took_ms' | 'held_ms'>,
): void => void tx.orm.update(backups).set(made).where(eq(backups.id, id)).run()

/** The file is at its destination. */
export const keepBackup = (tx: Tx, id: string): number =>
  tx.run("update backups set state = 'proved', finished_at = ?, error = null where id = ?", tx.now, id)

/** Tonight's backup for `place` that was made but not uploaded. */
export function unhanded(tx: ReadTx, place: string): (BackupRow & { sha256: string }) | null {
  const [last] = recent(tx, 1)
  const waits = last?.state === 'failed' && last.sha256 !== null && last.place === place
  return waits && last.started_at >= lastNight(tx.now) ? (last as BackupRow & { sha256: string }) : null
}

/** Failed backups, whose files may remain. */
export const failedNames = (tx: ReadTx): string[] =>
  tx.rows<{ name: string }>("select name from backups where state = 'failed'").map(({ name }) => name)

export const failBackup = (tx: Tx, id: string, error: string): number =>
  tx.run("update backups set state = 'failed', finished_at = ?, error = ? where id = ?", tx.now, error, id)

/** Marks a backup that was running when the process ended as failed. */
export const failBroken = (tx: Tx): number =>
  tx.run(
    "update backups set state = 'failed', finished_at = ?, error = 'it was broken off' where state = 'running'",
    tx.now,
  )

/** Backups beyond the newest `keep`, oldest first. */
export const surplusBackups = (tx: ReadTx, keep: number): BackupRow[] =>
  tx.rows<BackupRow>("select * from backups where state = 'proved' order by id desc limit -1 offset ?", keep).reverse()

export const markGone = (tx: Tx, id: string): number => tx.run("update backups set state = 'gone' where id = ?", id)

/** Since when a proved backup is missing, if that is too long; null when there is one, or the install is new. */
export function staleSince(tx: ReadTx): Time | null {
  const since =
    lastProved(tx)?.started_at ?? tx.row<{ at: Time | null }>('select min(created_at) as at from tenants')!.at
  return since && plus(since, STALE) < tx.now ? since : null
}

/** Sends an e-mail to every active platform admin, once a day. */
export function tellOfBackup(tx: Tx, app: MailApp, error: string): void {
  if (addToDay(tx, 'backup letters', dayOf(tx.now), 1) > 1) return
  const last = lastProved(tx)
  const facts = { error, last: last ? minuteOf(last.started_at) : '' }
  const link = `${app.config.site_url}/app/platform/backups`
  for (const { id, email } of platformAdmins(tx)) {
    const ref = `backup failed ${dayOf(tx.now)} ${id}`
    queueMail(tx, app, { ref, tenant_id: null, template: 'backup_failed', to: email, facts, link })
  }
}

export function nextBackup(tx: ReadTx): Time {
  const [last] = recent(tx, 1)
  if (last?.state === 'failed')
    return at(Math.min(millis(plus(last.started_at, AGAIN)), millis(plus(lastNight(tx.now), DAY))))
  return isBackupDue(tx) ? plus(tx.now, 15 * MINUTE) : plus(lastNight(tx.now), DAY)
}
