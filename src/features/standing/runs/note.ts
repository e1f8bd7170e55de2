/** Sentences in a column, which pages draw in the language of their reader. */
import { inPlainEnglish, packSaid, type Said, type Stored, said } from '../../../kernel/language/say.ts'

/** Long addresses make it English alone. */
export function inShort(sentence: Stored): string {
  const packed = packSaid(sentence)
  return packed.length > 1000 ? inPlainEnglish(sentence).slice(0, 500) : packed
}

/** The notes of a run as one; null without any. */
export function inOne(notes: readonly Stored[]): string | null {
  const [first, ...others] = notes
  return first === undefined ? null : inShort(others.reduce(joined, first))
}

const joined = (before: Stored, next: Stored): Said => said('{before} · {next}', { before, next })
