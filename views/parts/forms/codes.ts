/** Choices in place of codes that nobody types: time zones, languages, hours. */
import { offeredLanguages } from '../../../src/kernel/language/choose.ts'
import { isMarked } from '../../../src/kernel/operation/shape.ts'
import type { Choice } from './field.tsx'
import type { FieldSchema } from './schema-fields.ts'

/** Labels of the hours 0 to 23. */
export const HOURS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [hour, `${String(hour).padStart(2, '0')}:00`]),
)

/** `Europe/Berlin` is Berlin, in the group Europe. */
function zoneChoice(value: string): Choice {
  const [group = '', ...city] = value.replaceAll('_', ' ').split('/')
  return city.length > 0 ? { value, label: city.toReversed().join(', '), group } : { value, label: value }
}

const LANGUAGES = (
  'ar bg cs da de de-AT de-CH el en en-AU en-CA en-GB en-US es es-419 es-MX et fi fr fr-BE fr-CA fr-CH he hi hr hu id it ' +
  'it-CH ja ko lt lv ms nb nl nl-BE pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh-Hans zh-Hant'
).split(' ')

const nameOf = (language: string, reader: string): string =>
  new Intl.DisplayNames([reader], { type: 'language', languageDisplay: 'standard' }).of(language) ?? language

/** In English, and at its right in its own words. */
function languageChoice(value: string): Choice {
  const label = nameOf(value, 'en')
  const second = nameOf(value.split('-')[0]!, value)
  return { value, label, ...(label.startsWith(second) ? {} : { second }) }
}

const LISTS = {
  zone: { choice: zoneChoice, values: () => ['UTC', ...Intl.supportedValuesOf('timeZone')] },
  language: { choice: languageChoice, values: () => LANGUAGES },
  offered: { choice: languageChoice, values: offeredLanguages },
}
export type CodeKind = keyof typeof LISTS
const made = new Map<CodeKind, Choice[]>()

/** Whether a field, which may be null, is a code of a list. */
export const kindOf = (schema: FieldSchema): CodeKind | undefined =>
  (['zone', 'language', 'offered'] as const).find((kind) =>
    [schema, ...(schema.anyOf ?? [])].some((one) => isMarked(one, kind)),
  )

/** A stored code that the list lacks is one of the choices. */
export function codesOf(kind: CodeKind, stored: string): Choice[] {
  const { choice, values } = LISTS[kind]
  const known = made.get(kind) ?? [...new Set(values())].map(choice)
  made.set(kind, known)
  return stored === '' || known.some(({ value }) => value === stored) ? known : [choice(stored), ...known]
}
