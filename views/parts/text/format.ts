/** Numbers and dates as text on screen. */
import { placeOf } from '../../../src/kernel/language/reader.ts'
import { DAY, HOUR, MINUTE, millis, type Time } from '../../../src/kernel/time/clock.ts'
import { localDay } from '../../../src/kernel/time/zones.ts'

/** Made when first used: all formatters take a process 3 ms. */
let dollars: Intl.NumberFormat | undefined

/** English unless a reader is given. */
export const number = (value: number, to = 'UTC'): string => numbers(to).format(value)

/** `2.6K` for 2,632, where there is no room for it. */
export const roughly = (n: number, to = 'UTC'): string => numbers(to, { notation: 'compact' }).format(n)

/** A rate of 0 to 1 in whole per cent; a dash when it is unknown. */
export const percent = (rate: number | null, to = 'UTC'): string =>
  rate === null
    ? '–'
    : numbers(to, { style: 'percent', useGrouping: false })
        .format(Math.round(rate * 100) / 100)
        .replace('-', '−')

/** A figure and its unit, which are drawn in different sizes: `71` and `%`. */
export function percentParts(rate: number, to = 'UTC'): { figure: string; unit: string } {
  const figure = percent(rate, to).replace(/\s*%$/, '')
  return { figure, unit: percent(rate, to).slice(figure.length) }
}

/** A UTC day of the data that does not break: `8 Dec`. */
export const dayInLine = (date: string, to = 'UTC'): string => countedDayAndMonth(date, to).replaceAll(' ', '\u00a0')

/** A difference with its sign: `+62`, `−3`, `0`. */
export const signed = (value: number, to = 'UTC'): string =>
  value > 0 ? `+${number(value, to)}` : value < 0 ? `−${number(-value, to)}` : '0'

/** `$39`, `−$1,490`, `$922.17`. */
export function usd(amount: number): string {
  dollars ??= new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' })
  return dollars.format(amount === 0 ? 0 : amount).replace('-', '−')
}

/** An amount; `–` where it is not known. */
export const usdOrDash = (amount: number | null): string => (amount === null ? '–' : usd(amount))

/** `1 link`, `39 links`. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : more}`

/** `21 Nov, 07:05`, with the year unless it is the current one. */
export const dayTime = (time: Time, zone = 'UTC'): string => write(time, zone, { ...DAY_MONTH, ...CLOCK })

/** `21 Nov`, with the year unless it is the current one. */
export const day = (time: Time, zone = 'UTC'): string => write(time, zone, DAY_MONTH)

/** `21 Nov`, never with the year. */
export const dayAndMonth = (time: Time, zone = 'UTC'): string => formatter(zone, DAY_MONTH).format(millis(time))

/** `Sat 21 Nov`, with the year unless it is the current one. */
export const weekday = (time: Time, zone = 'UTC'): string =>
  write(time, zone, { weekday: 'short', ...DAY_MONTH }).replace(',', '')

/** `21 Nov 2026`. */
export const fullDay = (time: Time, zone = 'UTC'): string =>
  formatter(zone, { ...DAY_MONTH, ...YEAR }).format(millis(time))

/** `21 Nov 2026, 07:05 CET`: date, time and zone. */
export const exactly = (time: Time, zone = 'UTC'): string =>
  formatter(zone, { ...DAY_MONTH, ...YEAR, ...CLOCK, timeZoneName: 'short' }).format(millis(time))

/** `21 November 2026`. */
export const longDay = (time: Time, zone = 'UTC'): string =>
  formatter(zone, { day: 'numeric', month: 'long', year: 'numeric' }).format(millis(time))

/** `Nov 2026`. */
export const monthOfYear = (time: Time, zone = 'UTC'): string =>
  formatter(zone, { month: 'short', year: 'numeric' }).format(millis(time))

/** `November 2026`. */
export const longMonth = (time: Time, zone = 'UTC'): string =>
  formatter(zone, { month: 'long', year: 'numeric' }).format(millis(time))

/** `Nov`, of a month such as 2026-11. */
export const shortMonth = (month: string, zone = 'UTC'): string =>
  formatter(zone, { month: 'short' })
    .format(millis(`${month}-15T12:00:00.000Z`))
    .replace(/[.月]$/, '')

/** `November`. */
export const monthAlone = (time: Time, zone = 'UTC'): string => formatter(zone, { month: 'long' }).format(millis(time))

/** `2 h ago`, `in 3 days`; the date from a week on, or without a time of reading. The steps are coarse. */
export function ago(time: Time, zone = 'UTC'): string {
  const { now } = placeOf(zone)
  if (!now) return day(time, zone)
  const away = millis(time) - millis(now)
  const size = Math.abs(away)
  if (size < MINUTE) return relative(zone, 0, 'second')
  if (size < HOUR) return relative(zone, Math.trunc(away / MINUTE), 'minute')
  if (size < DAY) return relative(zone, Math.trunc(away / HOUR), 'hour')
  const days = midnights(now, time, zone)
  return Math.abs(days) < 7 ? relative(zone, days, 'day') : day(time, zone)
}

/** A UTC day of the data: `21 Nov`. In the reader's zone it could be another day. */
export const countedDay = (date: string, zone = 'UTC'): string => day(`${date}T12:00:00.000Z`, inUtc(zone))

/** The same, never with the year. */
export const countedDayAndMonth = (date: string, zone = 'UTC'): string =>
  dayAndMonth(`${date}T12:00:00.000Z`, inUtc(zone))

/** The Monday of a week, in UTC: `Mon 16 Nov`. */
export const countedWeekday = (date: string, zone = 'UTC'): string => weekday(`${date}T12:00:00.000Z`, inUtc(zone))

/** Up to two letters for an avatar: `Alder Legal` is AL, `Kettle` is KE. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['?']
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...words[0]!].slice(0, 2)
  return letters.join('').toUpperCase()
}

/** A URL as host and the rest; other text becomes the path. */
export function splitUrl(url: string): { host: string; path: string } {
  const found = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url)
  return found ? { host: found[1]!, path: found[2] || '/' } : { host: '', path: url }
}

/** `Mon` */
export const countedWeekdayName = (date: string, zone = 'UTC'): string =>
  formatter(inUtc(zone), { weekday: 'short' }).format(millis(`${date}T12:00:00.000Z`))

/** The hour of the day in a zone, 0 to 23. */
export const hourIn = (time: Time, zone = 'UTC'): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: placeOf(zone).time_zone }).format(
      millis(time),
    ),
  )

/** Whether the string contains the time of reading. */
export const isRead = (zone: string): boolean => placeOf(zone).now !== undefined

const inUtc = (zone: string): string => zone.replace(/^\S+/, 'UTC')

const DAY_MONTH = { day: 'numeric', month: 'short' } as const
const YEAR = { year: 'numeric' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Adds the year unless it is the current one. */
function write(time: Time, zone: string, options: Intl.DateTimeFormatOptions): string {
  const { now } = placeOf(zone)
  const year = (of: Time) => formatter(zone, YEAR).format(millis(of))
  return formatter(zone, now && year(now) === year(time) ? options : { ...options, ...YEAR }).format(millis(time))
}

/** Midnights between two times in that zone; negative when `to` is earlier. */
function midnights(from: Time, to: Time, zone: string): number {
  const { time_zone } = placeOf(zone)
  return Math.round((millis(localDay(time_zone, to)) - millis(localDay(time_zone, from))) / DAY)
}

/** English with our own short units, other languages with those of `Intl`. */
function relative(zone: string, value: number, unit: 'second' | 'minute' | 'hour' | 'day'): string {
  const { locale } = placeOf(zone)
  if (unit === 'second' && locale.startsWith('en')) return 'just now'
  const text = kept(
    `ago ${locale}`,
    () => new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' }),
  ).format(value, unit)
  return locale.startsWith('en') ? text.replace(/ hr\b\.?/, ' h').replace('min.', 'min') : text
}

type Formatter = Intl.DateTimeFormat | Intl.RelativeTimeFormat | Intl.NumberFormat
const formatters = new Map<string, Formatter>()
/** Limit on cached formatters: far more zones and languages exist than an install uses. */
const MOST_KEPT = 500

function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { time_zone, locale } = placeOf(zone)
  return kept(
    `${time_zone} ${locale} ${Object.keys(options).join()} ${options.month}`,
    () => new Intl.DateTimeFormat(locale, { ...options, timeZone: time_zone }),
  )
}

/** Numbers in English are the same for all its readers. */
function numbers(to: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const { locale } = placeOf(to)
  const tag = locale.startsWith('en') ? 'en' : locale
  return kept(`number ${tag} ${options.style} ${options.notation}`, () => new Intl.NumberFormat(tag, options))
}

function kept<Made extends Formatter>(key: string, make: () => Made): Made {
  const known = formatters.get(key)
  if (known) return known as Made
  if (formatters.size >= MOST_KEPT) formatters.clear()
  const made = make()
  formatters.set(key, made)
  return made
}
