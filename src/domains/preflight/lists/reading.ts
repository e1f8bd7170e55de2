/** How a list was read, in one sentence. */
import { inPlainEnglish, type Said, said } from '../../../kernel/language/say.ts'

export type Reading = {
  /** Where the links were: `Column “Top pages” read`. Null for a list with a link a line. */
  from: Said | null
  /** Columns that were not read, and those of them that have addresses too. */
  others: number
  also: string[]
  /** Lines without a link, lines with words beside their links, and comments. */
  without: number
  beside: number
  comments: number
}

export const newReading = (): Reading => ({ from: null, others: 0, also: [], without: 0, beside: 0, comments: 0 })

const MOST_NAMED = 3

/** `Column “Top pages” read; 4 other columns ignored; 3 lines without a link.` Null where nothing was left out or chosen. */
export function saidOf({ from, others, also, without, beside, comments }: Reading): Said | null {
  const parts = from ? [from] : []
  const named = also.slice(0, MOST_NAMED).map((name) => `“${name}”`)
  if (others && named.length)
    parts.push(
      said('{n, plural, one {# other column} other {# other columns}} ignored, with links too: {names}', {
        ...{ n: others, names: named.join(', ') },
      }),
    )
  else if (others) parts.push(said('{n, plural, one {# other column} other {# other columns}} ignored', { n: others }))
  if (without) parts.push(said('{n, plural, one {# line} other {# lines}} without a link', { n: without }))
  if (beside)
    parts.push(
      parts.length
        ? said('text beside the link ignored in {n, plural, one {# line} other {# lines}}', { n: beside })
        : said('Text beside the link ignored in {n, plural, one {# line} other {# lines}}', { n: beside }),
    )
  if (comments) parts.push(said('{n, plural, one {# comment} other {# comments}} skipped', { n: comments }))
  const [first, ...more] = parts
  return first ? said('{reading}.', { reading: more.reduce(joined, first) }) : null
}

const joined = (before: Said, next: Said): Said => said('{before}; {next}', { before, next })

export function inWords(reading: Reading): string | null {
  const words = saidOf(reading)
  return words && inPlainEnglish(words)
}
