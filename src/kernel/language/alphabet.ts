/** Names in the order in which a reader looks for them: Łódź is among those with L, not behind Z. */
import { ENGLISH, placeOf } from './reader.ts'

const collators = new Map<string, Intl.Collator>()

export function alphabetOf(to: string = ENGLISH): (a: string, b: string) => number {
  const { locale } = placeOf(to)
  const known = collators.get(locale) ?? new Intl.Collator(locale)
  if (collators.size > 100) collators.clear()
  collators.set(locale, known)
  return known.compare
}

/** By name, then by id. */
export const byName =
  (to: string = ENGLISH) =>
  (a: { name: string; id: string }, b: { name: string; id: string }): number =>
    alphabetOf(to)(a.name, b.name) || (a.id < b.id ? -1 : 1)
