/** Months whose time zone changes between them: the moments at which they begin and end. */
import type { Time } from './clock.ts'
import { firstMonthOf, monthAfter, monthAfterPeriod, monthBefore, monthOf } from './periods.ts'
import type { Moments } from './zone-days.ts'
import { momentAt } from './zones.ts'

/** A zone and the first month in which it holds. A month keeps its zone when the setting changes later. */
export type ZoneFrom = { from: string; zone: string }

export const UTC_MONTHS: readonly ZoneFrom[] = []

export const zoneIn = (zones: readonly ZoneFrom[], month: string): string =>
  zones.findLast(({ from }) => from <= month)?.zone ?? 'UTC'

/** A month begins by its own zone and ends where the next begins: a new zone neither skips nor repeats an hour. */
const startOf = (zones: readonly ZoneFrom[], month: string): Time => momentAt(zoneIn(zones, month), `${month}-01`, 0)

export const spanIn = (zones: readonly ZoneFrom[], period: string): Moments => ({
  from: startOf(zones, firstMonthOf(period)),
  to: startOf(zones, monthAfterPeriod(period)),
})

export const zoneOfPeriod = (zones: readonly ZoneFrom[], period: string): string => zoneIn(zones, firstMonthOf(period))

export function monthAt(zones: readonly ZoneFrom[], time: Time): string {
  const month = monthOf(time)
  if (zones.length === 0) return month
  if (time < startOf(zones, month)) return monthBefore(month)
  return time >= startOf(zones, monthAfter(month)) ? monthAfter(month) : month
}

/** Zones after a change: months that have begun keep theirs. */
export function withZone(zones: readonly ZoneFrom[], zone: string, now: Time): ZoneFrom[] {
  const running = monthAt(zones, now)
  if (zones.length === 0) return [{ from: running, zone }]
  if (zoneIn(zones, running) === zone && !zones.some(({ from }) => from > running)) return [...zones]
  const next = monthAfter(running)
  const kept = zones.filter(({ from }) => from < next)
  return kept.at(-1)?.zone === zone ? kept : [...kept, { from: next, zone }]
}
