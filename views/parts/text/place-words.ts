/** Words for the place of a check: whose search results it reads. */

import { COUNTRIES, LANGUAGES, type Place, placeFrom } from '../../../src/domains/tenants/index.ts'
import { alphabetOf } from '../../../src/kernel/language/alphabet.ts'
import { ENGLISH, languageOf, placeOf, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import type { FormProps } from '../forms/form.tsx'

/** `Germany, in German`. */
export const placeWords = ({ country, language, device }: Place, to: Reader = ENGLISH): string =>
  say(to, '{country}, in {language}{device, select, mobile {, on a phone} other {}}', {
    country: nameIn(to, 'region', country, COUNTRIES[country].name),
    language: nameIn(to, 'language', language, LANGUAGES[language]),
    device,
  })

/** Vendors have English names of their own. */
const nameIn = (to: Reader, type: 'region' | 'language', code: string, english: string): string =>
  languageOf(to) === 'en' ? english : (new Intl.DisplayNames(placeOf(to).locale, { type }).of(code) ?? english)

/** The place of a check, and the one that another check of the link read before it. */
export const changeWords = (place: string, before: string | null | undefined, to: Reader = ENGLISH): string => {
  const words = placeWords(placeFrom(place), to)
  return before && before !== place
    ? say(to, 'Checked in {words} ({place}) instead of {before}', { words, place, before })
    : say(to, 'Checked in {words}', { words })
}

const byName = (a: readonly [string, string], b: readonly [string, string]) => alphabetOf()(a[1], b[1])
const sorted = (words: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(words).sort(byName))

/** Words for the choices of a form. */
export const PLACE_CHOICES: NonNullable<FormProps['words']> = {
  country: sorted(Object.fromEntries(Object.entries(COUNTRIES).map(([code, { name }]) => [code, name]))),
  language: sorted(LANGUAGES),
  device: { desktop: 'Computer', mobile: 'Phone' },
}
