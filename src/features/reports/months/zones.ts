/** Periods of reports: calendar months and quarters in the time zone of the workspace. */

import { below } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { DAY, dayOf, HOUR, plus, plusMonths, type Time } from '../../../kernel/time/clock.ts'
import { momentAt } from '../../../kernel/time/zones.ts'

export const MONTH = '^20[0-9]{2}-(0[1-9]|1[0-2])$'
export const PERIOD = '^20[0-9]{2}-(0[1-9]|1[0-2]|Q[1-4])$'

/** From the first moment of a period to the first one after it. */
export type Span = { from: Time; to: Time }
/** A zone and the first month in which it holds. A month keeps its zone when the setting changes later. */
export type ZoneFrom = { from: string; zone: string }

export const monthOf = (time: Time): string => time.slice(0, 7)
export const monthAfter = (month: string): string => monthOf(plusMonths(`${month}-01T00:00:00.000Z`, 1))
export const monthBefore = (month: string): string => monthOf(plusMonths(`${month}-01T00:00:00.000Z`, -1))

/** The first month of a period: itself, or `2026-10` of `2026-Q4`. */
export const firstMonthOf = (period: string): string => {
  const [, year, quarter] = /^(\d{4})-Q(\d)$/.exec(period) ?? []
  return quarter ? `${year}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}` : period
}
export const isQuarter = (period: string): boolean => period.includes('Q')
export const monthAfterPeriod = (period: string): string => {
  const first = firstMonthOf(period)
  return isQuarter(period) ? monthAfter(monthAfter(monthAfter(first))) : monthAfter(first)
}
export const quarterOf = (month: string): string => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`
export const periodAfter = (period: string): string => {
  const next = monthAfterPeriod(period)
  return isQuarter(period) ? quarterOf(next) : next
}
export const periodBefore = (period: string): string => {
  const last = monthBefore(firstMonthOf(period))
  return isQuarter(period) ? quarterOf(last) : last
}

/** The first day of a period, and its last. */
export const firstDayOf = (period: string): string => `${firstMonthOf(period)}-01`
export const lastDayOf = (period: string): string => dayOf(plus(`${monthAfterPeriod(period)}-01T00:00:00.000Z`, -1))

export const UTC: readonly ZoneFrom[] = []

/** The zones of a workspace by month, earliest first. Without a schedule its months are UTC. */
export const zonesOf = (tx: ReadTx, tenant_id: string): readonly ZoneFrom[] => {
  const found = tx.row<{ zones: string }>('select zones from report_schedules where tenant_id = ?', tenant_id)
  return found ? (JSON.parse(found.zones) as ZoneFrom[]) : UTC
}

/** Zones of all workspaces in a tree that have any. */
export const zonesBelow = (tx: ReadTx, path: string): Map<string, readonly ZoneFrom[]> =>
  new Map(
    tx
      .rows<{ tenant_id: string; zones: string }>(
        `select s.tenant_id, s.zones from tenants t join report_schedules s on s.tenant_id = t.id
         where t.path >= ? and t.path < ?`,
        ...below(path),
      )
      .map(({ tenant_id, zones }) => [tenant_id, JSON.parse(zones) as ZoneFrom[]]),
  )

export const zoneIn = (zones: readonly ZoneFrom[], month: string): string =>
  zones.findLast(({ from }) => from <= month)?.zone ?? 'UTC'

/** A month begins by its own zone and ends where the next begins: a new zone neither skips nor repeats an hour. */
const startOf = (zones: readonly ZoneFrom[], month: string): Time => momentAt(zoneIn(zones, month), `${month}-01`, 0)

export const spanIn = (zones: readonly ZoneFrom[], period: string): Span => ({
  from: startOf(zones, firstMonthOf(period)),
  to: startOf(zones, monthAfterPeriod(period)),
})

export const spanOf = (tx: ReadTx, tenant_id: string, period: string): Span => spanIn(zonesOf(tx, tenant_id), period)

export function monthAt(zones: readonly ZoneFrom[], time: Time): string {
  const month = monthOf(time)
  if (zones.length === 0) return month
  if (time < startOf(zones, month)) return monthBefore(month)
  return time >= startOf(zones, monthAfter(month)) ? monthAfter(month) : month
}

/** Whether the month has begun somewhere; reports exist only for such months. */
export const hasBegun = (month: string, now: Time): boolean => month <= monthOf(plus(now, FURTHEST_EAST))
const FURTHEST_EAST = 14 * HOUR

/** Days of the period, plus the days after it on which its pushes are still checked, up to today. */
export function daysOf(period: string, now: Time, watched: number): string[] {
  const end = plus(`${monthAfterPeriod(period)}-01T00:00:00.000Z`, watched * DAY)
  const last = [end, now].sort()[0]!
  const days: string[] = []
  for (let day: Time = `${firstDayOf(period)}T00:00:00.000Z`; dayOf(day) <= dayOf(last); day = plus(day, DAY))
    days.push(dayOf(day))
  return days
}
