/** Times among the values of a stored sentence, each written in the zone and language of its reader. */
import { millis, minuteOf, type Time } from '../time/clock.ts'
import { localDay } from '../time/zones.ts'
import { ENGLISH, placeOf } from './reader.ts'

/** A minute with its day, a time of the day it is read on, or a day of the data. */
export type Moment = { readonly minute: Time } | { readonly clock: Time } | { readonly day: string }

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
/** A short month of many languages has a full stop, and the sentence may end behind it. */
const LONG = { month: 'long' } as const
const DAY_MONTH = { day: 'numeric', month: 'short' } as const

/** For programs as in ISO 8601, in UTC. */
export function momentFor(to: string, moment: Moment): string {
  if ('day' in moment) return to === ENGLISH ? moment.day : written('UTC', to, `${moment.day}T12:00:00.000Z`, LONG)
  if (to === ENGLISH) return 'minute' in moment ? minuteOf(moment.minute) : `${moment.clock.slice(11, 16)} UTC`
  const { time_zone, now } = placeOf(to)
  if ('minute' in moment) return written(time_zone, to, moment.minute, CLOCK)
  const is_today = now !== undefined && localDay(time_zone, now) === localDay(time_zone, moment.clock)
  return is_today
    ? new Intl.DateTimeFormat(placeOf(to).locale, { ...CLOCK, timeZone: time_zone }).format(millis(moment.clock))
    : written(time_zone, to, moment.clock, CLOCK)
}

/** With the year unless it is the current one. */
function written(timeZone: string, to: string, time: Time, more: Intl.DateTimeFormatOptions = {}): string {
  const { locale, now } = placeOf(to)
  const is_this_year = now !== undefined && localDay(timeZone, now).slice(0, 4) === localDay(timeZone, time).slice(0, 4)
  const year = is_this_year ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(locale, { ...DAY_MONTH, ...year, ...more, timeZone }).format(millis(time))
}

/** Whether a value of stored text is a moment: people and servers write such text too. */
export const isMoment = (value: unknown): value is Moment => {
  if (typeof value !== 'object' || value === null) return false
  const [[form = '', time] = [], ...others] = Object.entries(value)
  const shape = form === 'day' ? DAY : /^(minute|clock)$/.test(form) ? MINUTE : null
  return others.length === 0 && typeof time === 'string' && shape?.test(time) === true && !Number.isNaN(millis(time))
}

const DAY = /^\d{4}-\d\d-\d\d$/
const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
