/** The words of a part of a report and of its pages, the same on screen, in the PDF and in letters. */
import type { ReportedPage, ReportPart } from '../../src/domains/reports/index.ts'
import { dayAndMonth, many } from '../parts/text/format.ts'
import { CAUSE_WORDS, PART_WORDS } from './causes.ts'
import type { ReportDocument } from './shapes.ts'

export const titleOf = (part: ReportPart, { kind, engine }: Pick<ReportDocument, 'kind' | 'engine'>): string =>
  kind === 'check' && part === 'declined' ? `Not in ${engine}` : PART_WORDS[part].title(engine)

/** What to know about a part; for blocked pages what is wrong and how to fix it. */
export function subOf(part: ReportPart, { pages, faults, kind }: Pick<ReportDocument, 'pages' | 'faults' | 'kind'>) {
  if (part === 'visible') return kind === 'check' ? '' : `${many(pages.gained, 'is', 'are')} new since the push.`
  if (kind === 'check' && part === 'declined') return ''
  const [first, ...others] = faults
  if (part !== 'blocked' || !first) return PART_WORDS[part].sub
  const more = others.length > 0 ? ` Also: ${others.map((cause) => CAUSE_WORDS[cause].word).join(', ')}.` : ''
  return `${CAUSE_WORDS[first].word}. ${CAUSE_WORDS[first].does}${more}`
}

export function stateOf({ found_at, before, cause }: ReportedPage, part: ReportPart): string {
  if (part !== 'visible') return CAUSE_WORDS[cause ?? 'waiting'].word
  if (before || !found_at) return 'There before'
  return `Found ${dayAndMonth(found_at)}`
}
