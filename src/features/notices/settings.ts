import { eq } from 'drizzle-orm'
import type { Static } from 'typebox'
import { rootOf, zoneOf } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { patched } from '../../kernel/database/settings.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { asTimeZone, DAY, plus, type Time } from '../../kernel/time/clock.ts'
import type { ClockRepair } from '../../kernel/time/clock-repair.ts'
import { hoursOf, isWeekend, type LocalDay, localDay, nextMomentAt } from '../../kernel/time/zones.ts'
import { lastSent, sentLately } from './last-sent.ts'
import { recipientsOf } from './recipients.ts'
import type { NoticeSettings, noticeFields } from './shapes.ts'
import { noticeSettings, type SettingsRow } from './tables.ts'

export const LOW = { index: 20, check: 50 } as const
/** A source that fails for these days is written about, unless a workspace or its agency has another number. */
export const SOURCE_DAYS = 2

/** Defaults of a workspace. The daily digest is off until somebody switches it on. */
const DEFAULTS: Omit<SettingsRow, 'tenant_id' | 'updated_at'> = {
  to_admins: true,
  events: [
    'low_credits',
    'indexnow_site_failing',
    'plan_past_due',
    'links_dropped',
    'source_failing',
    'question_asked',
  ],
  low_index: LOW.index,
  low_check: LOW.check,
  least_dropped: 1,
  source_days: SOURCE_DAYS,
  digest: false,
  working_days: false,
  digest_time: '07:00',
  time_zone: 'UTC',
  skip_if_unchanged: true,
  left_out: [],
  next_digest_at: null,
  digest_day: null,
  told_until: null,
  needs_hash: null,
}

const rowOf = (tx: ReadTx, tenant_id: string): SettingsRow | undefined =>
  tx.orm.select().from(noticeSettings).where(eq(noticeSettings.tenant_id, tenant_id)).get()

/** A workspace without settings of its own has its own recipients and digest, with the events and limits of its agency. */
export function storedNotices(tx: ReadTx, tenant_id: string): SettingsRow {
  const own = rowOf(tx, tenant_id)
  if (own) return own
  const { events, low_index, low_check, least_dropped, source_days } = rowOf(tx, rootOf(tx, tenant_id)) ?? DEFAULTS
  const of_agency = { events, low_index, low_check, least_dropped, source_days }
  return { ...DEFAULTS, ...of_agency, time_zone: zoneOf(tx, tenant_id), tenant_id, updated_at: tx.now }
}

export function noticesOf(
  tx: ReadTx,
  caller: Caller,
  tenant: { id: string; path: string },
): Static<typeof NoticeSettings> {
  const { digest_day, ...stored } = storedNotices(tx, tenant.id)
  const recipients = recipientsOf(tx, tenant, stored, caller)
  const last_sent = lastSent(tx, tenant.id, recipients)
  const sent_7_days = sentLately(tx, tenant.id, recipients)
  const of_agency = !rowOf(tx, tenant.id) && rootOf(tx, tenant.id) !== tenant.id
  return { ...stored, of_agency, recipients, last_sent, sent_7_days, last_digest_day: digest_day }
}

type NoticeInput = { [Name in keyof typeof noticeFields]?: Static<(typeof noticeFields)[Name]> | undefined }

/** Changes the given fields. A day that had its digest gets no second one, even at a new hour. */
export function changeNotices(tx: Tx, tenant_id: string, { time_zone, ...wanted }: NoticeInput): void {
  const zone = time_zone === undefined ? undefined : asTimeZone(time_zone)
  if (zone === null) throw invalid({ path: 'time_zone', message: 'must be an IANA name, such as Europe/Vienna' })
  const after = patched(storedNotices(tx, tenant_id), { ...wanted, time_zone: zone })
  const next_digest_at = after.digest ? nextDigestAt(after, tx.now, after.digest_day) : null
  const row = { ...after, next_digest_at, updated_at: tx.now }
  tx.orm.insert(noticeSettings).values(row).onConflictDoUpdate({ target: noticeSettings.tenant_id, set: row }).run()
}

type DigestTimes = Pick<SettingsRow, 'time_zone' | 'digest_time' | 'working_days'>

/** The first moment of a digest after `after`, on a day later than `last`. */
export function nextDigestAt(settings: DigestTimes, after: Time, last: LocalDay | null): Time {
  const { time_zone: zone } = settings
  const hour = hoursOf(settings.digest_time)
  let moment = nextMomentAt(zone, hour, after, last)
  for (let day = localDay(zone, moment); !hasDigest(settings, day); day = localDay(zone, moment))
    moment = nextMomentAt(zone, hour, moment, day)
  return moment
}

/** Whether a day has a digest. */
export const hasDigest = ({ working_days }: Pick<SettingsRow, 'working_days'>, day: LocalDay): boolean =>
  !working_days || !isWeekend(day)

/** The longest wait for a digest: a day, at a new zone one more, on working days a weekend; with room for clocks. */
const FURTHEST = { every_day: 2 * DAY, working_days: 5 * DAY }

/** A digest cannot have been made for a day in the future. */
export const DIGESTS_IN_FUTURE: ClockRepair = {
  what: 'notice_settings.next_digest_at',
  repair: (tx, limit) =>
    tx.run(
      `update notice_settings set next_digest_at = ?1, digest_day = null, told_until = min(told_until, ?1)
       where tenant_id in (select tenant_id from notice_settings where next_digest_at > ?2
         and (working_days = 0 or next_digest_at > ?3) limit ?4)`,
      tx.now,
      plus(tx.now, FURTHEST.every_day),
      plus(tx.now, FURTHEST.working_days),
      limit,
    ),
}
