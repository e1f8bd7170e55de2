import { uptime } from 'node:os'

/** A moment: ISO 8601 in UTC with milliseconds (`2026-11-21T09:00:00.000Z`). It sorts as text, and is the same in code, rows and JSON. */
export type Time = string

/**
 * The one place that reads the time. Tests turn one by hand. `passed`: milliseconds on a clock that nobody sets, sleep of
 * the machine included.
 */
export type Clock = { now(): Time; passed?(): number }

export const systemClock: Clock = { now: systemNow, passed: () => uptime() * SECOND }
/** For an operator who turns the clock and has said so: all waits follow it. */
export const turnedClock: Clock = { now: systemNow }

/** A request reads the time up to ten times, mostly within a millisecond: it is written once. */
let [written_ms, written]: [number, Time] = [Number.NaN, '']

function systemNow(): Time {
  const ms = Date.now()
  if (ms !== written_ms) [written_ms, written] = [ms, at(ms)]
  return written
}

/** Milliseconds on a clock that nobody sets, to compare with another reading in this process. */
export const passed = (clock: Clock): number => clock.passed?.() ?? millis(clock.now())

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Milliseconds since 1970. */
export const millis = (time: Time): number => Date.parse(time)

/** The moment of a number of milliseconds since 1970. */
export const at = (ms: number): Time => new Date(ms).toISOString()

/** The moment `ms` milliseconds later (earlier when negative). */
export const plus = (time: Time, ms: number): Time => new Date(millis(time) + ms).toISOString()

/** The same day and time of day `months` later, or the last day of a month that is too short. */
export function plusMonths(time: Time, months: number): Time {
  const date = new Date(time)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()))
  return date.toISOString()
}

/** Milliseconds from `earlier` to `later`. */
export const between = (earlier: Time, later: Time): number => millis(later) - millis(earlier)

/** Whole days from one moment to a later one, never below 0. */
export const daysBetween = (from: Time, to: Time): number => Math.max(0, Math.floor(between(from, to) / DAY))

/** The UTC day of a moment, `2026-11-21`. */
export const dayOf = (time: Time): string => time.slice(0, 10)

/** The day after: the exclusive end of a range that includes its last day. */
export const dayAfter = (day: string): string => dayOf(plus(`${day}T00:00:00.000Z`, DAY))
/** The Monday (UTC) of the week of `time`. */
export const weekOf = (time: Time): string => dayOf(plus(time, -((dateOf(millis(time)).getUTCDay() + 6) % 7) * DAY))

/** A monotonic reading in milliseconds, for measuring how long something took. */
export const stopwatch = (): (() => number) => {
  const started = performance.now()
  return () => performance.now() - started
}

/** A `Date`, for a library that wants one. */
export const dateOf = (ms: number): Date => new Date(ms)

/** The time zone's name (IANA) in its one spelling, or null. Offsets such as +02:00 know no summer time and are none. */
export function asTimeZone(text: string): string | null {
  if (zones.has(text)) return text
  try {
    if (!/^[A-Za-z]/.test(text)) return null
    const zone = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    zones.add(zone)
    return zone
  } catch {
    return null
  }
}

/** Names that were asked for in this spelling: `Intl` takes half a millisecond for each. */
const zones = new Set<string>()

/** As people read it: `2026-11-02 09:00 UTC`. */
export const minuteOf = (time: Time): string => `${time.slice(0, 16).replace('T', ' ')} UTC`
