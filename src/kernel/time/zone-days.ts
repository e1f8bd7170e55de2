/** Days, weeks and months where somebody is: the one place that says in which of them a moment lies. */
import { at, DAY, dayAfter, dayOf, MINUTE, millis, plus, type Time, weekOf } from './clock.ts'
import { SPAN } from './last-days.ts'
import { type LocalDay, momentAt } from './zones.ts'

const MIDNIGHT = 'T00:00:00.000Z'

/** From the first moment of some days to the first one after them. */
export type Moments = { from: Time; to: Time }

/** A day, and an end that is behind all its moments, and not behind those of the next. */
type ZoneDay = { day: LocalDay; end: Time }

export type ZoneDays = {
  zone: string
  at(time: Time): ZoneDay
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
  const made = zone === 'UTC' ? UTC : zoneDaysOf(zone)
  known.set(zone, made)
  return made
}

function zoneDaysOf(zone: string): ZoneDays {
  const starts = new Map<LocalDay, Time>()
  const startOf = (day: LocalDay): Time => kept(starts, day, () => momentAt(zone, day, 0))
  /** The days that touch a day of UTC: mostly two. */
  const touching = new Map<LocalDay, ZoneDay[]>()
  const daysAround = (utc: LocalDay): ZoneDay[] =>
    kept(touching, utc, () => {
      const found: ZoneDay[] = []
      for (let day = daysLater(utc, -1); startOf(day) <= `${utc}T24`; day = dayAfter(day))
        found.push({ day, end: startOf(dayAfter(day)) })
      return found
    })
  const at = (time: Time): ZoneDay => daysAround(dayOf(time)).find(({ end }) => time < end)!
  return { zone, at, startOf, ...readings((time) => at(time).day, startOf) }
}

const UTC: ZoneDays = {
  zone: 'UTC',
  at: (time) => ({ day: dayOf(time), end: `${dayOf(time)}T24` }),
  startOf: (day) => `${day}${MIDNIGHT}`,
  ...readings(dayOf, (day) => `${day}${MIDNIGHT}`),
}

function readings(day: (time: Time) => LocalDay, startOf: (day: LocalDay) => Time) {
  return {
    dayOf: day,
    weekOf: (time: Time) => weekOf(`${day(time)}${MIDNIGHT}`),
    monthOf: (time: Time) => day(time).slice(0, 7),
    moments: (from: LocalDay, to: LocalDay) => ({ from: startOf(from), to: startOf(dayAfter(to)) }),
    firstDay: (now: Time, span = SPAN) => daysLater(day(now), 1 - span),
  }
}

function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= MOST_DAYS) known.clear()
  const made = make()
  known.set(key, made)
  return made
}

export const UTC_DAYS = UTC

/**
 * The quarter of an hour of a moment, UTC. Figures are kept by these: every zone begins its days with one, so that the
 * days of any zone add up from them.
 */
export const quarterHourOf = (time: Time): Time => at(Math.floor(millis(time) / (15 * MINUTE)) * 15 * MINUTE)

/** A part of a span: whole days (UTC), or quarters of an hour. Its ends are days or moments, the last not included. */
export type Part = { of: 'days' | 'quarters'; from: string; to: string }

/** Sums of a span add up from those of the whole days in it and of the quarters around them: there are far fewer rows. */
export function partsOf({ from, to }: Moments): Part[] {
  const first = from.endsWith(MIDNIGHT) ? dayOf(from) : dayAfter(dayOf(from))
  const last = dayOf(to)
  if (first >= last) return [{ of: 'quarters', from, to }]
  const parts: Part[] = [
    { of: 'quarters', from, to: `${first}${MIDNIGHT}` },
    { of: 'days', from: first, to: last },
    { of: 'quarters', from: `${last}${MIDNIGHT}`, to },
  ]
  return parts.filter((part) => part.from < part.to)
}

/** SQL that sums the rows of a workspace, one for each part of a span; the parameters begin with ?2. */
export const sumsOfParts = (parts: readonly Part[], table: 'link' | 'credit', sums: string, where: string): string[] =>
  parts.map(({ of }, i) => {
    const at = of === 'days' ? 'day' : 'quarter'
    return `(select ${sums} from ${table}_${of} where ${where} and ${at} >= ?${2 + 2 * i} and ${at} < ?${3 + 2 * i})`
  })

/** The sums of all parts. */
export const addUp = (parts: readonly (readonly number[])[]): number[] =>
  parts[0]!.map((_, i) => parts.reduce((sum, part) => sum + part[i]!, 0))

/** SQL for the quarter of an hour of a column. */
export const quarterHourSql = (column: string): string =>
  `substr(${column}, 1, 14) || (case when substr(${column}, 15, 2) < '15' then '00' when substr(${column}, 15, 2) < '30' then '15'
     when substr(${column}, 15, 2) < '45' then '30' else '45' end) || ':00.000Z'`
