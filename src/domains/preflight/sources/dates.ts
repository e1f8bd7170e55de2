/** Dates as sitemaps, feeds and lists write them. Nothing is guessed: a text that may mean two days is no date. */
import { DAY, dateOf, HOUR, MINUTE, SECOND } from '../../../kernel/time/clock.ts'

/** Milliseconds since 1970, and how long the stated period lasts: a day without a time lasts until its end. */
export type ReadDate = { ms: number; lasts: number }

/** Longer texts are no dates. */
const MOST_LETTERS = 120
const YEARS = { first: 1990, last: 2100 }

/** The date in a text; of several, the first. Null without one, and for the null dates of programs (0001-01-01, 1970). */
export function readDate(text: string): ReadDate | null {
  if (text.length > MOST_LETTERS) return null
  const plain = text.replace(/\s+/g, ' ').replace(/^[ "']+|[ "',;]+$/g, '')
  return readWhole(plain) ?? firstOf(plain)
}

/** Two dates in one text, as a template prints that runs twice. */
function firstOf(text: string): ReadDate | null {
  for (let at = text.indexOf(' '); at > 0; at = text.indexOf(' ', at + 1)) {
    const first = readWhole(text.slice(0, at).replace(/[,;|]$/, ''))
    if (first && readWhole(text.slice(at + 1).replace(/^[,;|/-] ?/, ''))) return first
  }
  return null
}

function readWhole(text: string): ReadDate | null {
  for (const [pattern, make] of FORMS) {
    const found = pattern.exec(text)?.groups
    if (found) return make(found)
  }
  return null
}

type Parts = Record<string, string | undefined>

const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,:]\d{1,9})?)?(?: ?(?<half>[ap])\.?m\.?)?(?: (?:uhr|h))?`
/** With `+`, its loss in a form (a blank), or a name; a zone that follows it says the same again. */
const ZONE = String.raw`(?: ?(?<zone>z|[+−–-]\d{1,2}(?::?\d{2})?|(?<= )\d{2}:?\d{2}|(?:utc|gmt) ?[+−–-]\d{1,2}(?::?\d{2})?|[a-z]{1,5}|[a-z_]+/[a-z_]+)(?:[+-]\d{2}:?\d{2}|z)?)?(?: ?(?:\([^)]*\)|\[[^\]]*\]))?`
const LATER = String.raw`(?:(?:[t ,]| ?- ?|, ?| um | at )${TIME}${ZONE})?`
const WEEKDAY = String.raw`(?:[a-zäéèáûàçñ]{2,12}(?:\.?,? |,))?`
const MONTH = String.raw`(?<name>[a-zäéûç]{3,10})\.?`
const form = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'i')

/** The forms, each with what its parts mean. */
const FORMS: [RegExp, (parts: Parts) => ReadDate | null][] = [
  // W3C and ISO 8601, RFC 3339, xs:date with a zone; also with slashes or dots.
  [
    form(
      String.raw`(?<year>\d{4})(?<by>[-/.])(?<month>\d{1,2})\k<by>(?<day>\d{1,2})(?:t?(?<dayzone>z|[+-]\d{2}:?\d{2}))?${LATER}`,
    ),
    dated,
  ],
  [form(String.raw`(?<year>\d{4})(?:-(?<month>\d{2}))?`), dated],
  [
    form(
      String.raw`(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?:t?(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?${ZONE})?`,
    ),
    dated,
  ],
  [form(String.raw`(?<year>\d{4})年(?<month>\d{1,2})月(?<day>\d{1,2})日${LATER}`), dated],
  // German, and most of Europe.
  [form(String.raw`${WEEKDAY}(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})${LATER}`), dated],
  [form(String.raw`(?<day>\d{2})\.(?<month>\d{2})\.(?<short>\d{2})${LATER}`), dated],
  [form(String.raw`(?<one>\d{1,2})(?<by>[/-])(?<two>\d{1,2})\k<by>(?<year>\d{4})${LATER}`), dayOrMonthFirst],
  // RFC 822 and 5322, RFC 850, and the same without their commas.
  [
    form(
      String.raw`${WEEKDAY}(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?(?:[ -]| de )${MONTH}(?:[ -]| de | del )(?:(?<year>\d{4})|(?<short>\d{2}))${LATER}`,
    ),
    dated,
  ],
  [form(String.raw`${WEEKDAY}${MONTH} (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})${LATER}`), dated],
  // asctime, and `date` of Unix with its zone before the year.
  [form(String.raw`${WEEKDAY}${MONTH} {1,2}(?<day>\d{1,2}) ${TIME}${ZONE} (?<year>\d{4})`), dated],
  [form(String.raw`(?<seconds>\d{10})(?:\d{3})?`), ({ seconds }) => within(Number(seconds) * SECOND, SECOND)],
]

function dated(parts: Parts): ReadDate | null {
  const { hour, minute, second, zone, dayzone } = parts
  const year = parts.year ? Number(parts.year) : parts.short ? 2000 + Number(parts.short) : Number.NaN
  const month = parts.name ? monthOf(parts.name) : Number(parts.month ?? 1)
  const day = Number(parts.day ?? 1)
  if (month < 1 || month > 12 || day < 1 || day > dateOf(Date.UTC(year, month, 0)).getUTCDate()) return null
  const begins = Date.UTC(year, month - 1, day) - offsetOf(dayzone)
  if (hour === undefined) {
    const ends = parts.day ? begins + DAY : Date.UTC(parts.month ? year : year + 1, parts.month ? month : 0, 1)
    return within(begins, ends - begins)
  }
  const hours = hourOf(Number(hour), parts.half)
  if (hours > 24 || Number(minute) > 59 || Number(second ?? 0) > 60) return null
  const time = hours * HOUR + Number(minute) * MINUTE + Number(second ?? 0) * SECOND
  return within(begins + time - offsetOf(zone), second === undefined ? MINUTE : SECOND)
}

/** `03/04/2026` is April or March: nobody can tell. */
function dayOrMonthFirst(parts: Parts): ReadDate | null {
  const [one, two] = [Number(parts.one), Number(parts.two)]
  if (one <= 12 && two <= 12 && one !== two) return null
  return dated({ ...parts, day: String(one > 12 ? one : two), month: String(one > 12 ? two : one) })
}

const within = (ms: number, lasts: number): ReadDate | null => {
  const year = dateOf(ms).getUTCFullYear()
  return year >= YEARS.first && year <= YEARS.last ? { ms, lasts } : null
}

const hourOf = (hour: number, half: string | undefined): number =>
  half === undefined ? hour : hour > 12 ? Number.NaN : (hour % 12) + (/p/i.test(half) ? 12 : 0)

/** By the first letters in English, German, French, Dutch, Spanish and Italian; 0 for anything else. */
const MONTHS: [RegExp, number][] = [
  [/^(jan|jän|ene|gen)/, 1],
  [/^(feb|fév|fev)/, 2],
  [/^(mar|mär|maa|mrt|mrz)/, 3],
  [/^(apr|avr|abr)/, 4],
  [/^(may|mai|mei|mag)/, 5],
  [/^(jun|juin|giu)/, 6],
  [/^(jul|juil|lug)/, 7],
  [/^(aug|aoû|aou|ago)/, 8],
  [/^(sep|set)/, 9],
  [/^(oct|okt|ott)/, 10],
  [/^nov/, 11],
  [/^(dec|dez|déc|dic)/, 12],
]
const monthOf = (name: string): number => MONTHS.find(([begins]) => begins.test(name.toLowerCase()))?.[1] ?? 0

/** Hours from UTC. RFC 822 names those of the USA; the others are those that feeds use. Another name counts as UTC. */
const ZONES = new Map([
  ['est', -5],
  ['edt', -4],
  ['cst', -6],
  ['cdt', -5],
  ['mst', -7],
  ['mdt', -6],
  ['pst', -8],
  ['pdt', -7],
  ['bst', 1],
  ['cet', 1],
  ['cest', 2],
  ['mez', 1],
  ['mesz', 2],
  ['eet', 2],
  ['eest', 3],
  ['west', 1],
  ['msk', 3],
  ['jst', 9],
])

function offsetOf(zone: string | undefined): number {
  if (zone === undefined) return 0
  const [, sign, hours, minutes] = /^(?:utc|gmt)? ?([+−–-]?)(\d{1,2}):?(\d{2})?$/i.exec(zone) ?? []
  if (hours === undefined) return (ZONES.get(zone.toLowerCase()) ?? 0) * HOUR
  const offset = Number(hours) > 14 ? Number.NaN : Number(hours) * HOUR + Number(minutes ?? 0) * MINUTE
  return sign === '' || sign === '+' ? offset : -offset
}
