/** How numbers and moments are written on screen. */
import { millis, type Time } from '../../src/kernel/clock.ts'

const NUMBER = new Intl.NumberFormat('en')

export const number = (value: number): string => NUMBER.format(value)

/** A rate of 0..1 as whole per cent; a dash when nothing is known yet. */
export const percent = (rate: number | null): string =>
  rate === null ? '–' : `${Math.round(rate * 100)}%`.replace('-', '−')

/** With its sign, for differences: `+62`, `−3`, `0`. */
export const signed = (value: number): string =>
  value > 0 ? `+${number(value)}` : value < 0 ? `−${number(-value)}` : '0'

const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' })

/** `$39`, `−$1,490`, `$922.17`. */
export const usd = (amount: number): string => USD.format(amount === 0 ? 0 : amount).replace('-', '−')

/** `1 link`, `39 links`. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : more}`

/** How long credits last, where a number of days stands beside them. */
export function paceWords(days: number | null): string {
  if (days === null) return 'Nothing spent lately'
  return days > 365 ? 'More than a year at this pace' : `About ${many(days, 'day')} at this pace`
}

/** `21 Nov, 07:05` in the workspace's time zone. */
export const dayTime = (time: Time, zone = 'UTC'): string =>
  formatter(zone, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    millis(time),
  )

/** `21 Nov`. */
export const day = (time: Time, zone = 'UTC'): string =>
  formatter(zone, { day: 'numeric', month: 'short' }).format(millis(time))

/** `Sat 21 Nov`. */
export const weekday = (time: Time, zone = 'UTC'): string =>
  formatter(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(millis(time)).replace(',', '')

/** `21 November 2026`. */
export const longDay = (time: Time, zone = 'UTC'): string =>
  formatter(zone, { day: 'numeric', month: 'long', year: 'numeric' }).format(millis(time))

/** `November 2026`. */
export const longMonth = (time: Time, zone = 'UTC'): string =>
  formatter(zone, { month: 'long', year: 'numeric' }).format(millis(time))

/** Up to two letters for an avatar: `Alder Legal` is AL, `Kettle` is KE. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['?']
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...words[0]!].slice(0, 2)
  return letters.join('').toUpperCase()
}

/** An address as host and the rest; a text that is no address is all path. */
export function splitUrl(url: string): { host: string; path: string } {
  const found = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url)
  return found ? { host: found[1]!, path: found[2] || '/' } : { host: '', path: url }
}

/** The hour of the day in a zone, 0 to 23. */
export const hourIn = (time: Time, zone = 'UTC'): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: zone.split(' ')[0] }).format(
      millis(time),
    ),
  )

/** A zone with the language that dates are written in, as one word for all that writes a date. */
export const zoneIn = (time_zone: string, locale: string): string =>
  locale === 'en' ? time_zone : `${time_zone} ${locale}`

const formatters = new Map<string, Intl.DateTimeFormat>()
/** Of zones times languages there are more than anybody uses. */
const MOST_KEPT = 500

function formatter(place: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${place} ${Object.keys(options).join()} ${options.month}`
  const known = formatters.get(key)
  if (known) return known
  if (formatters.size >= MOST_KEPT) formatters.clear()
  const [timeZone, locale = 'en-GB'] = place.split(' ')
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formatters.set(key, made)
  return made
}
