import type { Static } from 'typebox'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { patched } from '../../kernel/database/settings.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { asTimeZone, DAY, plus } from '../../kernel/time/clock.ts'
import type { ClockRepair } from '../../kernel/time/clock-repair.ts'
import { nextMomentAt } from '../../kernel/time/zones.ts'
import { recipientsOf } from './recipients.ts'
import type { NoticeEvent, NoticeSettings, noticeFields } from './shapes.ts'
import type { SettingsRow } from './tables.ts'

type Stored = Omit<SettingsRow, 'events' | 'to_admins' | 'digest' | 'skip_if_unchanged'> & {
  events: NoticeEvent[]
  to_admins: boolean
  digest: boolean
  skip_if_unchanged: boolean
}

/** Default thresholds of low credits. */
export const LOW = { index: 20, check: 50 } as const

/** Defaults of a workspace. The daily digest is off until somebody switches it on. */
const DEFAULTS: Omit<Stored, 'tenant_id' | 'updated_at'> = {
  to_admins: true,
  events: ['low_credits', 'indexnow_site_failing', 'plan_past_due'],
  low_index: LOW.index,
  low_check: LOW.check,
  digest: false,
  digest_hour: 7,
  time_zone: 'UTC',
  skip_if_unchanged: true,
  next_digest_at: null,
  digest_day: null,
  told_until: null,
  needs_hash: null,
}

export function storedNotices(tx: ReadTx, tenant_id: string): Stored {
  const row = tx.row<Record<string, unknown>>('select * from notice_settings where tenant_id = ?', tenant_id)
  if (!row) return { tenant_id, updated_at: tx.now, ...DEFAULTS }
  const { events, to_admins, digest, skip_if_unchanged, ...rest } = row
  return {
    ...rest,
    events: JSON.parse(events as string),
    to_admins: to_admins === 1,
    digest: digest === 1,
    skip_if_unchanged: skip_if_unchanged === 1,
  } as Stored
}

/** The settings in the shape of the API. */
export function noticesOf(
  tx: ReadTx,
  caller: Caller,
  tenant: { id: string; path: string },
): Static<typeof NoticeSettings> {
  const { digest_day, ...stored } = storedNotices(tx, tenant.id)
  const recipients = recipientsOf(tx, tenant, stored, caller)
  return { ...stored, recipients, last_digest_day: digest_day }
}

type Wanted = { [Name in keyof typeof noticeFields]?: Static<(typeof noticeFields)[Name]> | undefined }

/** Changes the given fields. A day that had its digest gets no second one, even at a new hour. */
export function changeNotices(tx: Tx, tenant_id: string, { time_zone, ...wanted }: Wanted): void {
  const zone = time_zone === undefined ? undefined : asTimeZone(time_zone)
  if (zone === null) throw invalid({ path: 'time_zone', message: 'must be an IANA name, such as Europe/Vienna' })
  const after = patched(storedNotices(tx, tenant_id), { ...wanted, time_zone: zone })
  const next = after.digest ? nextMomentAt(after.time_zone, after.digest_hour, tx.now, after.digest_day) : null
  writeNotices(tx, { ...after, next_digest_at: next })
}

function writeNotices(tx: Tx, { tenant_id, ...row }: Stored): void {
  tx.run(
    `insert into notice_settings (tenant_id, to_admins, events, low_index, low_check, digest, digest_hour, time_zone,
       skip_if_unchanged, next_digest_at, digest_day, told_until, needs_hash, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (tenant_id) do update set to_admins = excluded.to_admins, events = excluded.events,
       low_index = excluded.low_index, low_check = excluded.low_check, digest = excluded.digest,
       digest_hour = excluded.digest_hour, time_zone = excluded.time_zone,
       skip_if_unchanged = excluded.skip_if_unchanged, next_digest_at = excluded.next_digest_at,
       updated_at = excluded.updated_at`,
    tenant_id,
    row.to_admins ? 1 : 0,
    JSON.stringify(row.events),
    row.low_index,
    row.low_check,
    row.digest ? 1 : 0,
    row.digest_hour,
    row.time_zone,
    row.skip_if_unchanged ? 1 : 0,
    row.next_digest_at,
    row.digest_day,
    row.told_until,
    row.needs_hash,
    tx.now,
  )
}

/** The longest wait for a digest: a day, and the extra hour when clocks go back, with room. */
const FURTHEST = 2 * DAY

/** A digest cannot have been made for a day in the future. */
export const DIGESTS_IN_FUTURE: ClockRepair = {
  what: 'notice_settings.next_digest_at',
  repair: (tx, limit) =>
    tx.run(
      `update notice_settings set next_digest_at = ?1, digest_day = null, told_until = min(told_until, ?1)
       where tenant_id in (select tenant_id from notice_settings where next_digest_at > ?2 limit ?3)`,
      tx.now,
      plus(tx.now, FURTHEST),
      limit,
    ),
}
