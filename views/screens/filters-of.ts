/** Labels of a filter's values: from a list, or from the words of states. */
import type { Choice } from '../parts/forms/field.tsx'
import type { Word } from '../parts/text/words.ts'

export type Choices = Readonly<Record<string, string | Pick<Word, 'word'>>>

export const choicesIn = (choices: Choices): Choice[] =>
  Object.entries(choices).map(([value, said]) => ({ value, label: typeof said === 'string' ? said : said.word }))
