/** Words for the place of a check: whose search results it reads. */
import { COUNTRIES, LANGUAGES, type Place, placeFrom } from '../../../src/domains/tenants/index.ts'
import type { FormProps } from '../forms/form.tsx'

/** `Germany, in German`. */
export const placeWords = ({ country, language, device }: Place): string =>
  `${COUNTRIES[country].name}, in ${LANGUAGES[language]}${device === 'mobile' ? ', on a phone' : ''}`

/** The place of a check, and the one that another check of the link read before it. */
export const changeWords = (place: string, before: string | null | undefined): string =>
  `Checked in ${placeWords(placeFrom(place))}${before && before !== place ? ` (${place}) instead of ${before}` : ''}`

const byName = (a: readonly [string, string], b: readonly [string, string]) => a[1].localeCompare(b[1], 'en')
const sorted = (words: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(words).sort(byName))

/** Words for the choices of a form. */
export const PLACE_CHOICES: NonNullable<FormProps['words']> = {
  country: sorted(Object.fromEntries(Object.entries(COUNTRIES).map(([code, { name }]) => [code, name]))),
  language: sorted(LANGUAGES),
  device: { desktop: 'Computer', mobile: 'Phone' },
}
