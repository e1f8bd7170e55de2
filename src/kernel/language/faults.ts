/** Faults for which a translation is left out: it would not show its values, or something else than text. */
import { type Message, parseMessage, partsOf } from './message.ts'

/** Controls, and marks that turn the direction of what follows. */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

export function faultsOf(language: string, english: string, text: string): string[] {
  let message: Message
  try {
    message = parseMessage(text)
  } catch (error) {
    return [(error as Error).message]
  }
  const [own, theirs] = [partsOf(message), partsOf(parseMessage(english))]
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const faults = [
    ...[...theirs.names].filter((name) => !own.names.has(name)).map((name) => `lacks ${name}`),
    ...[...own.names].filter((name) => !theirs.names.has(name)).map((name) => `has ${name}, which the English lacks`),
    ...own.arms
      .filter(({ plural, keys }) => plural && !wanted.every((arm) => keys.includes(arm)))
      .map(({ name }) => `needs the arms ${wanted.join(', ')} of ${name}`),
  ]
  if (HIDDEN.test(text.replaceAll('\n', ''))) faults.push('has a hidden character')
  if (/^\s/.test(text) !== /^\s/.test(english) || /\s$/.test(text) !== /\s$/.test(english))
    faults.push('begins or ends with another space than the English')
  return faults
}
