import type { ReadTx, Tx } from '../database/database.ts'
import { inPlainEnglish, type Said, said } from '../language/say.ts'
import { DAY, dayOf, HOUR, MINUTE, millis, plus, type Time } from '../time/clock.ts'
import { futureTimes } from '../time/clock-repair.ts'
import { localDay, nextMomentAt } from '../time/zones.ts'
import { addToDay, countOfDay } from './limits.ts'

/**
 * The limits of an outside service for one account. `reserve_pct` of the day is reserved for the operator. Its days
 * begin at midnight of `zone`, or else of UTC.
 */
export type Allowance = {
  per_minute?: number
  per_hour?: number
  per_day?: number
  reserve_pct?: number
  zone?: string
}

/**
 * The remaining requests. With none left: when more are available, and why there are none. `plainly` gives the reason
 * without a vendor's words or the operator's prices, for people who may read neither; `used`: a limit is.
 */
export type Headroom = { left: number; resumes_at: Time | null; why: string | null; plainly?: Said; used?: Said }

type QuotaRow = {
  minute: string
  used: number
  hour: string
  used_in_hour: number
  limit_minute: number | null
  limit_hour: number | null
  paused_until: Time | null
  reason: string | null
}

const LEFT_OPEN = Number.MAX_SAFE_INTEGER

/** Our share of a day: the service's limit minus the operator's reserve. */
export const perDay = ({ per_day, reserve_pct = 0 }: Allowance): number =>
  per_day === undefined ? LEFT_OPEN : Math.floor((per_day * (100 - reserve_pct)) / 100 + 1e-6)

/** The day by which a service counts at this moment. */
export const quotaDay = (now: Time, { zone }: Pick<Allowance, 'zone'>): string =>
  zone ? localDay(zone, now) : dayOf(now)

/** When that day ends: after 23 to 25 hours where clocks are changed. */
export const nextQuotaDay = (now: Time, { zone }: Pick<Allowance, 'zone'>): Time =>
  zone ? nextMomentAt(zone, 0, now, null) : plus(now, DAY - (millis(now) % DAY))

/** Used quota is stored in rows, so that a restart keeps it. */
export function headroom(tx: ReadTx, name: string, allowance: Allowance): Headroom {
  const row = tx.row<QuotaRow>('select * from quotas where name = ?', name)
  if (row?.paused_until && row.paused_until > tx.now)
    return {
      left: 0,
      resumes_at: row.paused_until,
      why: row.reason ?? 'paused',
      plainly: said('nothing more is taken for now'),
    }
  const today = perDay(allowance) - usedToday(tx, name, allowance)
  if (today <= 0)
    return isUsed(nextQuotaDay(tx.now, allowance), said('{limit} a day are used', { limit: String(perDay(allowance)) }))
  const used = row?.minute === minuteOf(tx.now) ? row.used : 0
  const per_minute = least(allowance.per_minute, row?.limit_minute)
  if (used >= per_minute)
    return isUsed(nextMinute(tx.now), said('{limit} a minute are used', { limit: String(per_minute) }))
  const inHour = row?.hour === hourOf(tx.now) ? row.used_in_hour : 0
  const per_hour = least(allowance.per_hour, row?.limit_hour)
  if (inHour >= per_hour) return isUsed(nextHour(tx.now), said('{limit} an hour are used', { limit: String(per_hour) }))
  return { left: Math.min(today, per_minute - used, per_hour - inHour), resumes_at: null, why: null }
}

const isUsed = (resumes_at: Time, used: Said): Headroom => ({ left: 0, resumes_at, why: inPlainEnglish(used), used })

const least = (ours: number | undefined, stated: number | null | undefined): number =>
  Math.min(ours ?? LEFT_OPEN, stated ?? LEFT_OPEN)

/** Keeps the limits that the service states for this account; they count beside our own. */
export function noteLimits(
  tx: Tx,
  name: string,
  { per_minute, per_hour }: Pick<Allowance, 'per_minute' | 'per_hour'>,
): void {
  tx.run(
    `insert into quotas (name, minute, limit_minute, limit_hour) values (?1, '', ?2, ?3)
     on conflict (name) do update set limit_minute = ?2, limit_hour = ?3`,
    name,
    per_minute ?? null,
    per_hour ?? null,
  )
}

/** Another account may have other limits, and nothing of it was refused yet. */
export const forgetAccount = (tx: Tx, name: string): number =>
  tx.run('update quotas set limit_minute = null, limit_hour = null, refused = 0 where name = ?', name)

/** Adds to the requests refused in a row, or starts at 0 again with `null`. Returns the number. */
export const countRefused = (tx: Tx, name: string, n: number | null): number =>
  tx.number(
    `insert into quotas (name, minute, refused) values (?1, '', coalesce(?2, 0))
     on conflict (name) do update set refused = iif(?2 is null, 0, refused + ?2) returning refused`,
    name,
    n,
  )

/** Counts requests before they are sent. */
export function takeQuota(tx: Tx, name: string, n: number, allowance: Pick<Allowance, 'zone'> = {}): void {
  if (n <= 0) return
  addToDay(tx, dayName(name), quotaDay(tx.now, allowance), n)
  tx.run(
    `insert into quotas (name, minute, used, hour, used_in_hour) values (?1, ?2, ?3, ?4, ?3) on conflict (name) do update
     set used = iif(minute = ?2, used, 0) + ?3, minute = ?2, used_in_hour = iif(hour = ?4, used_in_hour, 0) + ?3, hour = ?4`,
    name,
    minuteOf(tx.now),
    n,
    hourOf(tx.now),
  )
}

/** Returns requests that were counted and not sent. */
export function returnQuota(tx: Tx, name: string, n: number, allowance: Pick<Allowance, 'zone'> = {}): void {
  if (n <= 0) return
  addToDay(tx, dayName(name), quotaDay(tx.now, allowance), -Math.min(n, usedToday(tx, name, allowance)))
  tx.run(
    `update quotas set used = iif(minute = ?2, max(0, used - ?3), used),
       used_in_hour = iif(hour = ?4, max(0, used_in_hour - ?3), used_in_hour) where name = ?1`,
    name,
    minuteOf(tx.now),
    n,
    hourOf(tx.now),
  )
}

/** The service reported that a limit is exceeded: no request is sent before `until`. */
export function pauseQuota(tx: Tx, name: string, until: Time, reason: string): void {
  tx.run(
    `insert into quotas (name, minute, paused_until, reason) values (?1, '', ?2, ?3)
     on conflict (name) do update set paused_until = max(coalesce(paused_until, ''), ?2), reason = ?3`,
    name,
    until,
    reason.slice(0, 300),
  )
}

/** The reason of the last refusal, if its pause ended after `lately`; null without one. */
export const refusalOf = (tx: ReadTx, name: string, lately: Time): string | null =>
  tx.row<{ reason: string }>('select reason from quotas where name = ? and paused_until > ?', name, lately)?.reason ??
  null

/** When all of `waiting` will be sent, if no other work arrives. */
export function etaOf(tx: ReadTx, name: string, allowance: Allowance, waiting: number): Time {
  const { left, resumes_at } = headroom(tx, name, allowance)
  const start = resumes_at ?? tx.now
  const today = Math.max(0, perDay(allowance) - usedToday(tx, name, allowance))
  const rest = waiting - Math.min(waiting, today)
  const { per_minute = LEFT_OPEN, per_hour = LEFT_OPEN } = allowance
  const after = (n: number, hourly: number) =>
    Math.max((Math.ceil(n / per_minute) - 1) * MINUTE, (Math.ceil(n / hourly) - 1) * HOUR, 0)
  if (rest === 0) return waiting <= left ? start : plus(start, after(waiting, per_hour))
  const whole = Math.max(1, perDay(allowance))
  const days = Math.ceil(rest / whole)
  const hourly = per_hour === LEFT_OPEN ? LEFT_OPEN : Math.max(1, Math.floor(whole / 24))
  return plus(nextQuotaDay(tx.now, allowance), (days - 1) * DAY + after(rest - (days - 1) * whole, hourly))
}

export const usedToday = (tx: ReadTx, name: string, allowance: Pick<Allowance, 'zone'> = {}): number =>
  countOfDay(tx, dayName(name), quotaDay(tx.now, allowance))

/** Requests of the present hour. */
export const usedInHour = (tx: ReadTx, name: string): number =>
  tx.number('select used_in_hour from quotas where name = ? and hour = ?', name, hourOf(tx.now))

const dayName = (name: string): string => `quota:${name}`
const minuteOf = (now: Time): string => now.slice(0, 16)
const hourOf = (now: Time): string => now.slice(0, 13)
const nextHour = (now: Time): Time => plus(now, HOUR - (millis(now) % HOUR))
const nextMinute = (now: Time): Time => plus(now, MINUTE - (millis(now) % MINUTE))

/** Ends the pauses after refusals: all of them, or those whose names match (GLOB). */
export const endPauses = (tx: Tx, ...names: string[]): number =>
  tx.run(
    `update quotas set paused_until = null where paused_until is not null and exists (
       select 1 from json_each(?) one where quotas.name glob one.value)`,
    JSON.stringify(names.length ? names : ['*']),
  )

/** No service asks for a longer pause than to the end of its month. */
export const PAUSES_IN_FUTURE = futureTimes('quotas', 'name', 'paused_until', 32 * DAY)
