/** For whom a page, letter or file is written: all that a sentence or a date needs, in one value. */
import type { Time } from '../time/clock.ts'

declare const made: unique symbol
/** Zone, language and, where dates may be relative, the time of reading: `Europe/Berlin de-AT 2026-11-21T…`. */
export type Reader = string & { readonly [made]: true }

/** English as we write it; its dates are British. */
const OURS = 'en-GB'
/** The language that tests read: every text in brackets and longer, dates in letters that are not Latin. */
export const PSEUDO = 'qps'

export const readerOf = (time_zone: string, locale: string, now: Time | '' = ''): Reader =>
  `${time_zone} ${locale === 'en' ? OURS : locale} ${now}`.trim() as Reader

/** English in UTC: files, and pages that are not translated. */
export const ENGLISH = readerOf('UTC', 'en')

/** The same reader of a text that is only there in English. */
export const inEnglish = (reader: string): Reader => {
  const { time_zone, now } = placeOf(reader)
  return readerOf(time_zone, 'en', now)
}

export function placeOf(reader: string): { time_zone: string; locale: string; now: Time | undefined } {
  const [time_zone, locale = OURS, now] = reader.split(' ')
  return { time_zone: time_zone!, locale: locale === PSEUDO ? 'el' : locale, now }
}

/** `de` for `de-AT`, `pt-BR` for itself. */
export function languageOf(reader: string): string {
  const [, locale = OURS] = reader.split(' ')
  return locale.startsWith('pt') ? 'pt-BR' : locale.split('-')[0]!
}
