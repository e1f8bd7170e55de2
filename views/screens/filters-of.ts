/** Choices of a filter: labels of its values, to which "all" is added, or a complete list. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored } from '../../src/kernel/language/say.ts'
import type { Choice } from '../parts/forms/field.tsx'
import type { StatusWord } from '../parts/text/words.ts'

export type Choices = ChoiceWords | readonly Choice[]

export type ChoiceWords = Readonly<Record<string, string | Pick<StatusWord, 'word'>>>

export const choicesIn = (to: Reader, choices: ChoiceWords): Choice[] =>
  Object.entries(choices).map(([value, word]) => ({
    value,
    label: sayStored(to, typeof word === 'string' ? word : word.word),
  }))

export const filterOf = (to: Reader, name: string, title: string, choices: Choices) => {
  const label = sayStored(to, title)
  const all = { value: '', label: say(to, '{label}: all', { label }) }
  return { name, label, choices: isWhole(choices) ? choices : [all, ...choicesIn(to, choices)] }
}

export const isWhole = (choices: Choices): choices is readonly Choice[] => Array.isArray(choices)
