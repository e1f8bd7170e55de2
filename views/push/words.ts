/** What is said of a push that was taken, changed or refused. */
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { Issue } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import type { QuoteData } from '../parts/quote.tsx'
import { forPeople } from '../refused.ts'

/** Why the bill is another than the one that was agreed to. */
export function newBill(quoted: string | undefined, quote: QuoteData): string {
  const before = Number(quoted?.split('+')[0] ?? 0)
  const less = before - quote.index_credits
  const why =
    less > 0
      ? `${many(less, 'more page was', 'more pages were')} flagged`
      : 'The list, its pages, its client or the credits have changed'
  return `${why}. Nothing was pushed yet: the bill is now ${many(quote.index_credits, 'credit')}.`
}

/** `, left out: 2 flagged, 4 in the list twice`. */
export function leftOut({ skipped, duplicates, invalid }: QuoteData): string {
  const parts = [
    ...(skipped ? [`${number(skipped)} flagged`] : []),
    ...(duplicates ? [`${number(duplicates)} in the list twice`] : []),
    ...(invalid ? [`${number(invalid)} that ${invalid === 1 ? 'is' : 'are'} no address`] : []),
  ]
  return parts.length ? `, left out: ${parts.join(', ')}` : ''
}

/** What stands in the way, at the field that it is about. */
export function issuesOf(error: unknown): Issue[] {
  if (!(error instanceof Fault) || !SHOWN.has(error.code)) throw error
  return error.code === 'validation_failed'
    ? (error.details.issues as Issue[])
    : [{ path: 'urls', message: WORDS[error.code] ?? forPeople(error.message) }]
}

/** Where the API's words are not a person's. */
const WORDS: Partial<Record<string, string>> = {
  too_many_urls: 'A push takes at most 10,000 addresses. Take some out for now, and push them next.',
}

const SHOWN = new Set([
  'validation_failed',
  'too_many_urls',
  'plan_limit',
  'conflict',
  'daily_cap',
  'insufficient_credits',
])
