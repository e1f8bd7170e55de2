/** Days, weeks and months where somebody is: the one place that says in which of them a moment lies. */
import { at, DAY, dayAfter, dayOf, MINUTE, millis, plus, type Time, weekOf } from './clock.ts'
import { SPAN } from './last-days.ts'
import { type LocalDay, momentAt } from './zones.ts'

/** From the first moment of some days to the first one after them. */
export type Moments = { from: Time; to: Time }

export type ZoneDays = {
  zone: string
  /** Every moment lies in exactly one day, through changes of the clocks and of the zone. */
  dayOf(time: Time): LocalDay
  /** The Monday of its week. */
  weekOf(time: Time): LocalDay
  monthOf(time: Time): string
  /** The first moment of a day. A day that the zone left out begins and ends with the next one. */
  startOf(day: LocalDay): Time
  /** Two days and those between. */
  moments(from: LocalDay, to: LocalDay): Moments
  /** The first of the last days, today included. */
  firstDay(now: Time, span?: number): LocalDay
}

/** The day some days later (earlier when negative). */
export const daysLater = (day: LocalDay, days: number): LocalDay => dayOf(plus(`${day}T00:00:00.000Z`, days * DAY))

const known = new Map<string, ZoneDays>()
/** Zones that are kept: all that exist have room. */
const MOST_ZONES = 1000
/** Days whose beginning is kept, a zone: twelve years. */
const MOST_DAYS = 4400

export function daysOfZone(zone: string): ZoneDays {
  const kept = known.get(zone)
  if (kept) return kept
  if (known.size >= MOST_ZONES) known.clear()
  const made = zoneDaysOf(zone)
  known.set(zone, made)
  return made
}

function zoneDaysOf(zone: string): ZoneDays {
  const starts = new Map<LocalDay, Time>()
  const startOf = (day: LocalDay): Time => {
    const kept = starts.get(day)
    if (kept) return kept
    if (starts.size >= MOST_DAYS) starts.clear()
    const start = momentAt(zone, day, 0)
    starts.set(day, start)
    return start
  }
  const inZone = (time: Time): LocalDay => {
    let day = dayOf(time)
    while (time < startOf(day)) day = daysLater(day, -1)
    for (let next = dayAfter(day); time >= startOf(next); next = dayAfter(next)) day = next
    return day
  }
  const dayAt = zone === 'UTC' ? dayOf : inZone
  return {
    zone,
    dayOf: dayAt,
    weekOf: (time) => weekOf(`${dayAt(time)}T00:00:00.000Z`),
    monthOf: (time) => dayAt(time).slice(0, 7),
    startOf: zone === 'UTC' ? (day) => `${day}T00:00:00.000Z` : startOf,
    moments: (from, to) => ({ from: startOf(from), to: startOf(dayAfter(to)) }),
    firstDay: (now, span = SPAN) => daysLater(dayAt(now), 1 - span),
  }
}

export const UTC_DAYS = daysOfZone('UTC')

/**
 * The quarter of an hour of a moment, UTC. Figures are kept by these: every zone begins its days with one, so that the
 * days of any zone add up from them.
 */
export const quarterHourOf = (time: Time): Time => at(Math.floor(millis(time) / (15 * MINUTE)) * 15 * MINUTE)

/** SQL for the quarter of an hour of a column. */
export const quarterHourSql = (column: string): string =>
  `substr(${column}, 1, 14) || (case when substr(${column}, 15, 2) < '15' then '00' when substr(${column}, 15, 2) < '30' then '15'
     when substr(${column}, 15, 2) < '45' then '30' else '45' end) || ':00.000Z'`
