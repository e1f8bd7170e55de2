/** The days to read of each property. Google is certain of a day about three days later. */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Expiry } from '../../../kernel/database/expiry.ts'
import { headroom, nextQuotaDay, pauseQuota } from '../../../kernel/scheduling/quota.ts'
import { DAY, dayAfter, HOUR, MINUTE, plus } from '../../../kernel/time/clock.ts'
import { momentAt } from '../../../kernel/time/zones.ts'
import type { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { daysBefore, googleDay, PACIFIC } from '../broker/uses.ts'
import type { ImpressionDay } from './tables.ts'

const FINAL_AFTER = 3
/** Days that are read when a property is connected. */
const BACK = 10
const DAYS_KEPT = 35
/** Later, an empty day is believed to have no impressions, and one that fails is given up. */
const STILL_MAY_COME = 6

type Missing = { property: string; day: string; is_known: number }

/** Days that no row asks for yet. */
export function missingDays(tx: ReadTx, properties: readonly string[]): Missing[] {
  const newest = daysBefore(googleDay(tx.now), FINAL_AFTER)
  const days = Array.from({ length: BACK }, (_, i) => daysBefore(newest, i))
  return tx.rows<Missing>(
    `select p.value as property, d.value as day,
       exists (select 1 from impression_days k where k.property = p.value) as is_known
     from json_each(?) p cross join json_each(?) d
     where not exists (select 1 from impression_days i where i.property = p.value and i.day = d.value)`,
    JSON.stringify(properties),
    JSON.stringify(days),
  )
}

/** A new property is read at once; later each day at a moment of its own, so that not all are read at midnight. */
export function planDays(tx: Tx, missing: readonly Missing[]): number {
  const rows = missing.map(({ property, day, is_known }) => {
    const from = momentAt(PACIFIC, daysBefore(day, -FINAL_AFTER), 0)
    const due = plus(from, Math.floor(Math.random() * (DAY - HOUR)))
    return { property, day, due: is_known && due > tx.now ? due : tx.now }
  })
  return tx.run(
    `insert or ignore into impression_days (property, day, due_at)
     select value ->> 'property', value ->> 'day', value ->> 'due' from json_each(?)`,
    JSON.stringify(rows),
  )
}

/** Days that are due, of properties that Google lets us ask now. */
export function dueDays(tx: ReadTx, most: number): ImpressionDay[] {
  const due = tx.rows<ImpressionDay>(
    'select * from impression_days where due_at <= ? order by due_at, day desc limit ?',
    tx.now,
    most,
  )
  return due.filter(({ property }) => headroom(tx, queueOf(property), LIMITS).left > 0)
}

/** 1,200 queries a minute and site; a day is two of them. */
const LIMITS = { per_minute: 1200 }
export const queueOf = (property: string): string => `search_analytics:${property}`

export function finishDay(tx: Tx, { property, day }: ImpressionDay, { pages, ours }: { pages: number; ours: number }) {
  // An empty answer may mean that Google has not counted the day.
  const is_early = pages === 0 && day > daysBefore(googleDay(tx.now), STILL_MAY_COME)
  tx.run(
    `update impression_days set due_at = ?1, tries = tries + 1, pages = ?2, ours = ?3, read_at = ?4, why = null
     where property = ?5 and day = ?6`,
    is_early ? plus(tx.now, DAY / 2) : null,
    pages,
    ours,
    tx.now,
    property,
    day,
  )
}

/** A quota of Google pauses the property: for 15 minutes, and if that did not help until its next day. */
export function postponeDay(tx: Tx, { property, day, tries }: ImpressionDay, error: UpstreamError): void {
  const next = plus(tx.now, Math.max(error.retryAfter ?? 0, Math.min(6 * HOUR, 10 * MINUTE * 2 ** tries)))
  if (error.failure === 'rate')
    pauseQuota(
      tx,
      queueOf(property),
      tries === 0 ? plus(tx.now, 15 * MINUTE) : nextQuotaDay(tx.now, { zone: PACIFIC }),
      error.message,
    )
  tx.run(
    'update impression_days set due_at = ?, tries = tries + 1, why = ? where property = ? and day = ?',
    day < daysBefore(googleDay(tx.now), FINAL_AFTER + BACK) ? null : error.failure === 'rate' ? tx.now : next,
    error.message.slice(0, 300),
    property,
    day,
  )
}

/** Without access it is planned again once there is one. */
export const dropDay = (tx: Tx, { property, day }: ImpressionDay): number =>
  tx.run('delete from impression_days where property = ? and day = ?', property, day)

export const forgetImpressions: Expiry = (tx, limit) => {
  const old = daysBefore(googleDay(tx.now), DAYS_KEPT)
  const forgotten = tx.run(
    `delete from impressions where (tenant_id, url_hash, day) in
       (select tenant_id, url_hash, day from impressions where day < ? limit ?)`,
    old,
    limit,
  )
  if (forgotten >= limit) return forgotten
  return forgotten + tx.run('delete from impression_days where day < ?', old)
}

/** The first and the last moment of one of Google's days. */
export const boundsOf = (day: string): { from: string; until: string } => ({
  from: momentAt(PACIFIC, day, 0),
  until: momentAt(PACIFIC, dayAfter(day), 0),
})
