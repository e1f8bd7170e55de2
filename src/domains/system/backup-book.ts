/** Which backups the install made by itself, when the next one is due, and who is told when there is none. */
import type { App } from '../../kernel/app.ts'
import { at, DAY, dayOf, HOUR, MINUTE, millis, minuteOf, plus, type Time } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { newId } from '../../kernel/ids.ts'
import { addToDay } from '../../kernel/limits.ts'
import { queueMail } from '../mail/index.ts'
import type { BackupRow } from './tables.ts'

/** In UTC: when least is going on. */
const AT_HOUR = 2
/** A backup that failed is tried again after this. */
const AGAIN = HOUR
const STALE = 2 * DAY
const ROWS_KEPT = 100

/** The last time of day at which a backup should have been begun. */
function lastNight(now: Time): Time {
  const today = plus(`${dayOf(now)}T00:00:00.000Z`, AT_HOUR * HOUR)
  return today <= now ? today : plus(today, -DAY)
}

/** Whether one is to be made now. An install that is new has nothing to lose until its first night. */
export function isBackupDue(tx: ReadTx): boolean {
  const night = lastNight(tx.now)
  const [last] = recent(tx, 1)
  if (last && last.state !== 'failed') return last.started_at < night
  if (last) return last.started_at < night || plus(last.started_at, AGAIN) <= tx.now
  const birth = tx.row<{ at: Time | null }>('select min(created_at) as at from tenants')!.at
  return birth !== null && birth < night
}

/** The newest first. */
export const recent = (tx: ReadTx, limit: number): BackupRow[] =>
  tx.rows<BackupRow>('select * from backups order by id desc limit ?', limit)

/** The last one that was proved, still there or not. */
export const lastProved = (tx: ReadTx): BackupRow | null =>
  tx.row<BackupRow>("select * from backups where state in ('proved', 'gone') order by id desc limit 1")

export function beginBackup(tx: Tx, begun: Pick<BackupRow, 'name' | 'place'> & { encrypted: boolean }): string {
  const id = newId()
  tx.run(
    "insert into backups (id, name, place, state, encrypted, started_at) values (?, ?, ?, 'running', ?, ?)",
    id,
    begun.name,
    begun.place,
    begun.encrypted ? 1 : 0,
    tx.now,
  )
  tx.run(
    'delete from backups where id <= (select id from backups order by id desc limit 1 offset ?) and state <> ?',
    ROWS_KEPT,
    'proved',
  )
  return id
}

export const proveMade = (
  tx: Tx,
  id: string,
  { bytes, sha256, took_ms, held_ms }: { bytes: number; sha256: string; took_ms: number; held_ms: number },
): number =>
  tx.run(
    "update backups set state = 'proved', finished_at = ?, bytes = ?, sha256 = ?, took_ms = ?, held_ms = ? where id = ?",
    tx.now,
    bytes,
    sha256,
    took_ms,
    held_ms,
    id,
  )

export const failBackup = (tx: Tx, id: string, error: string): number =>
  tx.run("update backups set state = 'failed', finished_at = ?, error = ? where id = ?", tx.now, error, id)

/** One that was under way when the process ended. */
export const failBroken = (tx: Tx): number =>
  tx.run(
    "update backups set state = 'failed', finished_at = ?, error = 'it was broken off' where state = 'running'",
    tx.now,
  )

/** Those beyond the newest `keep`, the oldest first. */
export const beyondKept = (tx: ReadTx, keep: number): BackupRow[] =>
  tx.rows<BackupRow>("select * from backups where state = 'proved' order by id desc limit -1 offset ?", keep).reverse()

export const markGone = (tx: Tx, id: string): number => tx.run("update backups set state = 'gone' where id = ?", id)

/** Since when there is no backup that is proved, if that is too long ago; null when there is one, or the install is new. */
export function staleSince(tx: ReadTx): Time | null {
  const since =
    lastProved(tx)?.started_at ?? tx.row<{ at: Time | null }>('select min(created_at) as at from tenants')!.at
  return since && plus(since, STALE) < tx.now ? since : null
}

/** Tells every active platform admin, once a day. */
export function tellOfBackup(
  tx: Tx,
  app: Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>,
  error: string,
): void {
  if (addToDay(tx, 'backup letters', dayOf(tx.now), 1) > 1) return
  const last = lastProved(tx)
  const facts = { error, last: last ? minuteOf(last.started_at) : '' }
  const link = `${app.config.site_url}/app/platform/backups`
  for (const { id, email } of tx.rows<{ id: string; email: string }>(
    "select id, email from users where platform_admin = 1 and status = 'active' order by id",
  ))
    queueMail(tx, app, {
      ref: `backup failed ${dayOf(tx.now)} ${id}`,
      tenant_id: null,
      template: 'backup_failed',
      to: email,
      facts,
      link,
    })
}

/** When the next one is begun. */
export function nextBackup(tx: ReadTx): Time {
  const [last] = recent(tx, 1)
  if (last?.state === 'failed')
    return at(Math.min(millis(plus(last.started_at, AGAIN)), millis(plus(lastNight(tx.now), DAY))))
  return isBackupDue(tx) ? plus(tx.now, 15 * MINUTE) : plus(lastNight(tx.now), DAY)
}
