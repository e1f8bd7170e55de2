/** Texts that the scripts show, for pages in another language than English. */
import { languageOf, type Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'

const TEXTS: readonly Text[] = [
  text('Are you sure?'),
  text('Continue'),
  text('Copied'),
  text('Tick this to go on.'),
  text('Fill in this field.'),
  text('Give a number.'),
  text('Give a whole number.'),
  text('Give a full e-mail address, such as ada@agency.example.'),
  text('Give a full address, such as https://bakery.example/.'),
  text('This is not in the form that is wanted.'),
  text('Search'),
  text('Nothing fits.'),
  text('The API equivalent is beside every act. Switch it off in the same menu.'),
  text('The API equivalent is hidden.'),
]

/** The script fills the values in. */
const withValues = (to: Reader): Readonly<Record<string, string>> => ({
  'At least {n} characters.': say(to, 'At least {n} characters.', { n: '{n}' }),
  'At most {n} characters.': say(to, 'At most {n} characters.', { n: '{n}' }),
  '{n} or more.': say(to, '{n} or more.', { n: '{n}' }),
  '{n} or less.': say(to, '{n} or less.', { n: '{n}' }),
  'Search: {name}': say(to, 'Search: {name}', { name: '{name}' }),
  'Your browser is in {name}.': say(to, 'Your browser is in {name}.', { name: '{name}' }),
  'Your browser reads {name}.': say(to, 'Your browser reads {name}.', { name: '{name}' }),
})

/** By their English, as `static/words.js` reads them. */
export const scriptWords = (to: Reader): string | undefined =>
  languageOf(to) === 'en'
    ? undefined
    : JSON.stringify({ ...Object.fromEntries(TEXTS.map((english) => [english, say(to, english)])), ...withValues(to) })
