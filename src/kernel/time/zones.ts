/** The hour on the wall somewhere, through both changes of the clocks there. */
import { at, DAY, dateOf, dayAfter, HOUR, millis, type Time } from './clock.ts'

/** A day where somebody is, `2026-11-21`. */
export type LocalDay = string

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const kept = formats.get(zone)
  if (kept) return kept
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const made = new Intl.DateTimeFormat('en-CA', { ...parts, second: '2-digit', hourCycle: 'h23', timeZone: zone })
  formats.set(zone, made)
  return made
}

/** Milliseconds that the wall clock of the zone is ahead of UTC at a moment. */
function offsetAt(zone: string, ms: number): number {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day, hour, minute, second } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

export const localDay = (zone: string, time: Time): LocalDay => {
  const ms = millis(time)
  return at(ms + offsetAt(zone, ms)).slice(0, 10)
}

/** Saturday or Sunday. */
export const isWeekend = (day: LocalDay): boolean => dateOf(millis(day)).getUTCDay() % 6 === 0

/** The day and the time in words: `Monday, 2 November 2026, 07:00`. */
export function inWords(zone: string, time: Time): string {
  const ms = millis(time)
  const there = at(ms + offsetAt(zone, ms))
  return `${dayInWords(there.slice(0, 10))}, ${there.slice(11, 16)}`
}

/** `Monday, 2 November 2026`: a letter is kept. */
export const dayInWords = (day: LocalDay): string =>
  dateOf(millis(day))
    .toLocaleDateString('en-GB', WEEKDAY)
    .replace(/^(\w+) /, '$1, ')

const WEEKDAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** `07:30` as hours of a day: 7.5. */
export const hoursOf = (time: string): number => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60

/**
 * The moment at which it is `hour` in the zone on that day; 7.5 is 07:30. An hour that the clocks skip is the moment of the change; of
 * one that comes twice it is the first.
 */
export function momentAt(zone: string, day: LocalDay, hour: number): Time {
  const wall = millis(day) + hour * HOUR
  const offsets = [offsetAt(zone, wall - DAY), offsetAt(zone, wall + DAY)]
  const exact = offsets.map((offset) => wall - offset).filter((ms) => ms + offsetAt(zone, ms) === wall)
  // By the clock before the change, the skipped hour lies just behind it.
  return at(exact.length ? Math.min(...exact) : wall - offsets[0]!)
}

/** The first moment after `after` at which it is `hour` in the zone, on a day later than `last`. */
export function nextMomentAt(zone: string, hour: number, after: Time, last: LocalDay | null): Time {
  for (let day = localDay(zone, after); ; day = dayAfter(day)) {
    const moment = momentAt(zone, day, hour)
    if (moment > after && (last === null || day > last)) return moment
  }
}
