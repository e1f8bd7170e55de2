/** How a list was read, in one sentence. */
import { counted } from '../../../kernel/operation/wording.ts'

export type Reading = {
  /** Where the links were: `Column “Top pages” read`. Empty for a list with a link a line. */
  from: string
  /** Columns that were not read, and those of them that have addresses too. */
  others: number
  also: string[]
  /** Lines without a link, lines with words beside their links, and comments. */
  without: number
  beside: number
  comments: number
}

export const newReading = (): Reading => ({ from: '', others: 0, also: [], without: 0, beside: 0, comments: 0 })

const MOST_NAMED = 3

/** `Column “Top pages” read; 4 other columns ignored; 3 lines without a link.` Null where nothing was left out or chosen. */
export function inWords({ from, others, also, without, beside, comments }: Reading): string | null {
  const named = also.slice(0, MOST_NAMED).map((name) => `“${name}”`)
  const parts = [
    from,
    others
      ? `${counted(others, 'other column')} ignored${named.length ? `, with links too: ${named.join(', ')}` : ''}`
      : '',
    without ? `${counted(without, 'line')} without a link` : '',
    beside ? `text beside the link ignored in ${counted(beside, 'line')}` : '',
    comments ? `${counted(comments, 'comment')} skipped` : '',
  ].filter((part) => part !== '')
  if (parts.length === 0) return null
  const sentence = parts.join('; ')
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`
}
