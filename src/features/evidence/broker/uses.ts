/** Counts of calls for a property, by Google's day, class of check and workspace. */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Expiry } from '../../../kernel/database/expiry.ts'
import { quotaDay } from '../../../kernel/scheduling/quota.ts'
import { DAY, dayOf, plus, type Time } from '../../../kernel/time/clock.ts'

/** Where the days of Google's quotas begin (developers.google.com/search/apis/indexing-api/v3/quota-pricing). */
export const PACIFIC = 'America/Los_Angeles'
const DAYS_KEPT = 35

export const googleDay = (now: Time): string => quotaDay(now, { zone: PACIFIC })

/** The day that many days before another one. */
export const daysBefore = (day: string, days: number): string => dayOf(plus(`${day}T00:00:00.000Z`, -days * DAY))

type Asked = { class: number | null; tenant_id: string }

const keysOf = (asked: readonly Asked[]): string =>
  JSON.stringify(asked.map(({ class: of, tenant_id }) => ({ class: of ?? 1, tenant_id })))

export const addUses = (tx: Tx, property: string, asked: readonly Asked[]): number =>
  tx.run(
    `insert into google_uses (property, day, class, tenant_id, n)
     select ?1, ?2, value ->> 'class', value ->> 'tenant_id', count(*) from json_each(?3) where true group by 3, 4
     on conflict do update set n = n + excluded.n`,
    property,
    googleDay(tx.now),
    keysOf(asked),
  )

export const takeBackUses = (tx: Tx, property: string, unasked: readonly Asked[]): number =>
  tx.run(
    `update google_uses set n = max(0, google_uses.n - back.n) from (
       select value ->> 'class' as class, value ->> 'tenant_id' as tenant_id, count(*) as n from json_each(?3) group by 1, 2) back
     where property = ?1 and day = ?2 and google_uses.class = back.class and google_uses.tenant_id = back.tenant_id`,
    property,
    googleDay(tx.now),
    keysOf(unasked),
  )

export const usesOf = (tx: ReadTx, property: string, day: string, of: number): number =>
  tx.number(
    'select coalesce(sum(n), 0) from google_uses where property = ? and day = ? and class = ?',
    property,
    day,
    of,
  )

/** Google refused another call because its day was used up. */
export const countRefusal = (tx: Tx, property: string): number =>
  tx.run(
    `insert into google_refused_days (property, day, refused) values (?, ?, 1)
     on conflict do update set refused = refused + 1`,
    property,
    googleDay(tx.now),
  )

export const isClosed = (tx: ReadTx, property: string): boolean =>
  tx.row('select 1 from google_refused_days where property = ? and day = ?', property, googleDay(tx.now)) !== null

/** Days in a row without a refusal after which the whole quota is used again. */
const CLEAN_DAYS = 2

/** Four fifths of what was reached when Google ended a day, until two days went by without that; else null. */
export const learnedCap = (tx: ReadTx, property: string): number | null =>
  tx.row<{ cap: number | null }>(
    `select min(max(0, coalesce((select sum(n) from google_uses u where u.property = r.property and u.day = r.day), 0)
       - refused) * 4 / 5) as cap from google_refused_days r where property = ?1 and day >= ?2 and day < ?3`,
    property,
    daysBefore(googleDay(tx.now), CLEAN_DAYS),
    googleDay(tx.now),
  )!.cap

export const forgetUses: Expiry = (tx, limit) => {
  const old = daysBefore(googleDay(tx.now), DAYS_KEPT)
  const uses = tx.run(
    `delete from google_uses where (property, day, class, tenant_id) in
       (select property, day, class, tenant_id from google_uses where day < ? limit ?)`,
    old,
    limit,
  )
  if (uses >= limit) return uses
  return uses + tx.run('delete from google_refused_days where day < ?', old)
}
