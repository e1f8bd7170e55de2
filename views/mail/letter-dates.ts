/** Dates of e-mails, which people keep: with weekday and year. Facts of older letters have them in English words. */
import { languageOf, placeOf, type Reader } from '../../src/kernel/language/reader.ts'
import { millis } from '../../src/kernel/time/clock.ts'
import { dayInWords, inWords } from '../../src/kernel/time/zones.ts'
import { countedDay } from '../parts/text/format.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT/

/** A date such as 2026-11-09: English keeps it. */
export const dateOfLetter = (day: string, to: Reader): string => (languageOf(to) === 'en' ? day : countedDay(day, to))

/** A day such as 2026-11-02: `Monday, 2 November 2026`. */
export function dayOfLetter(day: string, to: Reader): string {
  if (!DAY.test(day)) return day
  return languageOf(to) === 'en' ? dayInWords(day) : written(`${day}T12:00:00.000Z`, to, 'UTC', WEEKDAY)
}

/** A moment in the zone of the reader: `Monday, 2 November 2026, 07:00`. */
export function momentOfLetter(time: string, to: Reader): string {
  if (!MOMENT.test(time)) return time
  const { time_zone } = placeOf(to)
  return languageOf(to) === 'en' ? inWords(time_zone, time) : written(time, to, time_zone, { ...WEEKDAY, ...CLOCK })
}

const WEEKDAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const written = (time: string, to: Reader, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(placeOf(to).locale, { ...options, timeZone }).format(millis(time))
