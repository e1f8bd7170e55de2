/** Sentences for a reader. The English text is written where it is used, and is the key of its translations. */
import { isSaid, translationOf, wordsChanged } from './catalogue.ts'
import {
  type Drawn,
  draw,
  type Grammar,
  type Message,
  parseMessage,
  plainOf,
  type Value,
  type Values,
} from './message.ts'
import { isMoment, type Moment, momentFor } from './moment.ts'
import { ENGLISH, languageOf, PSEUDO, placeOf, type Reader } from './reader.ts'

/** Names of values in a text, each with its type. Every bracket changes between text and arms. */
type InText<T extends string, Found = unknown> = T extends `${infer Before}{${infer Rest}`
  ? Before extends `${string}}${infer _}`
    ? T extends `${string}}${infer After}`
      ? InArms<After, Found>
      : Found
    : Rest extends `${infer Name},${infer Kind},${infer Arms}`
      ? Name extends `${string}}${string}`
        ? Simple<Rest, Found>
        : InArms<Arms, Found & { [K in Name]: Kind extends ` plural` ? number : string }>
      : Simple<Rest, Found>
  : T extends `${string}}${infer After}`
    ? InArms<After, Found>
    : Found
type Simple<T extends string, Found> = T extends `${infer Name}}${infer Rest}`
  ? InText<Rest, Found & { [K in Name]: Value }>
  : Found
type InArms<T extends string, Found> = T extends `${infer Before}{${infer Arm}`
  ? Before extends `${string}}${string}`
    ? T extends `${string}}${infer After}`
      ? InText<After, Found>
      : Found
    : InText<Arm, Found>
  : T extends `${string}}${infer After}`
    ? InText<After, Found>
    : Found

export type ValuesOf<T extends string> = { readonly [K in keyof InText<T>]: InText<T>[K] }
export type Given<T extends string> = keyof ValuesOf<T> extends never ? [] : [values: ValuesOf<T>]

declare const marked: unique symbol
/** A text of a table, that was marked where it is written. */
export type Text = string & { readonly [marked]: true }
/** A sentence in stored facts, drawn when it is read: its text and values, which may be sentences and times too. */
export type Said = readonly [text: string, values?: SaidValues]
type SaidValues = Readonly<Record<string, Value | Said | Moment>>
/** Older facts have English text alone. */
export type Stored = Said | string
type GivenSaid<T extends string> = keyof ValuesOf<T> extends never
  ? []
  : [values: { readonly [K in keyof ValuesOf<T>]: ValuesOf<T>[K] | Said | Moment }]

/** Marks a text without values, for a table. */
export const text = <T extends string>(text: [keyof ValuesOf<T>] extends [never] ? T : never): Text =>
  text as string as Text
export const said = <T extends string>(text: T, ...[values]: GivenSaid<T>): Said =>
  values ? [text, values as SaidValues] : [text]

type Written<T extends string> = string extends T ? Text : T

export function say<T extends string>(to: Reader, text: Written<T>, ...[values]: Given<T>): string {
  return sayStored(to, [text, values as Values])
}

/** English text without values is translated where it equals a text of today. */
export function sayStored(to: string, stored: Stored): string {
  if (typeof stored !== 'string') return plainOf(drawnFor(to, ...stored))
  const is_known = languageOf(to) !== 'en' && !MARKED.test(stored) && isSaid(stored)
  return is_known ? plainOf(drawnFor(to, stored)) : stored
}

const MARKED = /[{}<]/

/** A sentence in a column or a fact of text, and back; older ones are English text. */
export const packSaid = (sentence: Stored): string =>
  typeof sentence === 'string' ? sentence : JSON.stringify(sentence)
export const unpackSaid = (text = ''): Stored => (text.startsWith('["') ? (sentenceIn(text) ?? text) : text)

/** Null for any other text that begins alike: people and servers write such texts too. */
function sentenceIn(text: string): Said | null {
  try {
    const found: unknown = JSON.parse(text)
    if (!isSentence(found)) return null
    inPlainEnglish(found)
    return found
  } catch {
    return null
  }
}

const isSentence = (found: unknown): found is Said =>
  Array.isArray(found) &&
  found.length <= 2 &&
  typeof found[0] === 'string' &&
  (found[1] === undefined ||
    (typeof found[1] === 'object' && found[1] !== null && Object.values(found[1]).every(isValue)))

const isValue = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || isSentence(value) || isMoment(value)

/** For programs and files. */
export const inPlainEnglish = (stored: Stored): string => sayStored(ENGLISH, stored)

/** The same with its tags, for pages. */
export function drawnFor(to: string, text: string, values: SaidValues = {}): Drawn {
  const drawn: Record<string, Value> = {}
  for (const [name, value] of Object.entries(values))
    drawn[name] = typeof value !== 'object' ? value : 'length' in value ? sayStored(to, value) : momentFor(to, value)
  return draw(messageOf(languageOf(to), text), drawn, grammarOf(placeOf(to).locale))
}

const messages = new Map<string, Map<string, Message>>()
const MOST_KEPT = 20_000

/** Letters with a meaning of their own. */
const SYNTAX = /[{}<']/

/** Compiled once, until own words of the install change; most texts are plain. */
function messageOf(language: string, text: string): Message {
  if (wordsChanged()) messages.clear()
  if (language !== PSEUDO) {
    const words = wordsIn(language, text)
    if (!SYNTAX.test(words)) return [words]
  }
  const known = messages.get(language) ?? new Map<string, Message>()
  const message = known.get(text) ?? compiled(language, text)
  if (known.size > MOST_KEPT) known.clear()
  messages.set(language, known.set(text, message))
  return message
}

function compiled(language: string, text: string): Message {
  if (language === PSEUDO) return ['⟦', ...parseMessage(text), `${paddingOf(text)}⟧`]
  return parseMessage(wordsIn(language, text))
}

const wordsIn = (language: string, text: string): string =>
  (language === 'en' ? undefined : translationOf(language, text)) ?? text

/** Labels grow more than sentences, and by longer words. */
const paddingOf = (text: string): string =>
  text.length > 24
    ? ' ~~~~~~'.repeat(Math.ceil((text.length * 0.4) / 7))
    : '~'.repeat(text.length * 1.2).replaceAll(/.{14}/g, '$& ')

const grammars = new Map<string, Grammar>()

function grammarOf(locale: string): Grammar {
  const known = grammars.get(locale)
  if (known) return known
  const numbers = new Intl.NumberFormat(locale.startsWith('en') ? 'en' : locale)
  const rules = new Intl.PluralRules(locale)
  const made: Grammar = { number: (value) => numbers.format(value), category: (count) => rules.select(count) }
  if (grammars.size > 100) grammars.clear()
  grammars.set(locale, made)
  return made
}

/** `a, b and c`. */
export const listed = (to: string, items: readonly string[]): string =>
  new Intl.ListFormat(placeOf(to).locale, { type: 'conjunction' }).format(items)

/** `a, b, c`. */
export const inARow = (to: string, items: readonly string[]): string =>
  new Intl.ListFormat(placeOf(to).locale, { type: 'unit' }).format(items)
