/** Choices in place of codes that nobody types: time zones, languages, hours. */
import { offeredTag } from '../../../src/kernel/language/choose.ts'
import { languageOf, placeOf, type Reader } from '../../../src/kernel/language/reader.ts'
import { isMarked } from '../../../src/kernel/operation/shape.ts'
import type { Choice } from './field.tsx'
import type { FieldSchema } from './schema-fields.ts'

/** Labels of the hours 0 to 23. */
export const HOURS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [hour, `${String(hour).padStart(2, '0')}:00`]),
)

/** Full and half hours of a day. */
export const HALF_HOURS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(HOURS).flatMap((hour) => [hour, hour.replace(':00', ':30')].map((time) => [time, time])),
)

/** `Europe/Berlin` is Berlin, in the group Europe. */
function zoneChoice(value: string): Choice {
  const [group = '', ...city] = value.replaceAll('_', ' ').split('/')
  return city.length > 0 ? { value, label: city.toReversed().join(', '), group } : { value, label: value }
}

/** Zones in every page: one at least for each time of day. The script adds all others that the browser knows. */
const MAIN_ZONES = (
  'UTC Africa/Cairo Africa/Casablanca Africa/Johannesburg Africa/Lagos Africa/Nairobi America/Adak America/Anchorage ' +
  'America/Argentina/Buenos_Aires America/Bogota America/Caracas America/Chicago America/Denver America/Halifax ' +
  'America/Lima America/Los_Angeles America/Mexico_City America/Miquelon America/New_York America/Noronha America/Nuuk ' +
  'America/Phoenix America/Santiago America/Sao_Paulo America/St_Johns America/Toronto America/Vancouver ' +
  'Antarctica/Troll Asia/Bangkok Asia/Dhaka Asia/Dubai Asia/Ho_Chi_Minh Asia/Hong_Kong Asia/Jakarta Asia/Jerusalem ' +
  'Asia/Kabul Asia/Karachi Asia/Kathmandu Asia/Kolkata Asia/Manila Asia/Riyadh Asia/Seoul Asia/Shanghai Asia/Singapore ' +
  'Asia/Tehran Asia/Tokyo Asia/Yangon Atlantic/Azores Atlantic/Cape_Verde Australia/Adelaide Australia/Brisbane ' +
  'Australia/Darwin Australia/Eucla Australia/Lord_Howe Australia/Perth Australia/Sydney Europe/Amsterdam Europe/Athens ' +
  'Europe/Berlin Europe/Dublin Europe/Helsinki Europe/Istanbul Europe/Kyiv Europe/Lisbon Europe/London Europe/Madrid ' +
  'Europe/Moscow Europe/Paris Europe/Prague Europe/Rome Europe/Stockholm Europe/Vienna Europe/Warsaw Europe/Zurich ' +
  'Pacific/Apia Pacific/Auckland Pacific/Chatham Pacific/Easter Pacific/Fiji Pacific/Gambier Pacific/Guadalcanal ' +
  'Pacific/Honolulu Pacific/Kiritimati Pacific/Marquesas Pacific/Norfolk Pacific/Pago_Pago Pacific/Pitcairn'
).split(' ')

/** Languages as regions write their dates and numbers. */
const REGIONS =
  'en en-AU en-CA en-GB en-US de de-AT de-CH es es-419 es-MX fr fr-BE fr-CA fr-CH it it-CH nl nl-BE pl pt-BR'.split(' ')

const nameOf = (language: string, reader: string): string =>
  new Intl.DisplayNames([reader], { type: 'language', languageDisplay: 'standard' }).of(language) ?? language

/** The language of a tag, in English. */
export const languageNamed = (tag: string): string => nameOf(tag, 'en')

/** In the language of the page, and at its right in its own words. */
function languageChoice(value: string, to: Reader): Choice {
  const { locale } = placeOf(to)
  const label = nameOf(value, locale.startsWith('en') ? 'en' : locale)
  const second = nameOf(value.split('-')[0]!, value)
  return { value, label, ...(label.startsWith(second) ? {} : { second }) }
}

const LISTS = {
  zone: { choice: zoneChoice, values: () => MAIN_ZONES },
  language: { choice: languageChoice, values: () => REGIONS.filter(offeredTag) },
}
export type CodeKind = keyof typeof LISTS
const made = new Map<string, Choice[]>()

/** Whether a field, which may be null, is a code of a list. */
export const kindOf = (schema: FieldSchema): CodeKind | undefined =>
  (['zone', 'language'] as const).find((kind) => [schema, ...(schema.anyOf ?? [])].some((one) => isMarked(one, kind)))

/** A stored code that the list lacks is one of the choices. */
export function codesOf(to: Reader, kind: CodeKind, stored: string): Choice[] {
  const { choice: make, values } = LISTS[kind]
  const choice = (value: string) => make(value, to)
  const key = `${kind} ${languageOf(to)}`
  const known = made.get(key) ?? [...new Set(values())].map(choice)
  made.set(key, known)
  return stored === '' || known.some(({ value }) => value === stored) ? known : [choice(stored), ...known]
}
