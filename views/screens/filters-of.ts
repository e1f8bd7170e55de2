/** Choices of a filter: labels of its values, to which "all" is added, or a complete list. */
import type { Choice } from '../parts/forms/field.tsx'
import type { StatusWord } from '../parts/text/words.ts'

export type Choices = ChoiceWords | readonly Choice[]

export type ChoiceWords = Readonly<Record<string, string | Pick<StatusWord, 'word'>>>

export const choicesIn = (choices: ChoiceWords): Choice[] =>
  Object.entries(choices).map(([value, said]) => ({ value, label: typeof said === 'string' ? said : said.word }))

export const filterOf = (name: string, label: string, choices: Choices) => ({
  name,
  label,
  choices: isWhole(choices) ? choices : [{ value: '', label: `${label}: all` }, ...choicesIn(choices)],
})

export const isWhole = (choices: Choices): choices is readonly Choice[] => Array.isArray(choices)
