/** Which languages there are to choose from, and what a tag means. */
import { completeLanguages } from './catalogue.ts'
import { languageOf, readerOf } from './reader.ts'

/** English, and the languages that have every text. */
export const offeredLanguages = (): string[] => ['en', ...completeLanguages()]

/** The tag in its one spelling, such as `de-AT`; null if its language is not offered. */
export function offeredTag(given: string): string | null {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(given.slice(0, 35))
    return offeredLanguages().includes(languageOf(readerOf('UTC', tag))) ? tag : null
  } catch {
    return null
  }
}

/** Its own name: `Deutsch`. */
export function nameOf(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
