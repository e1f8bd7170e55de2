/** Words for the parts and pages of a report, the same on screen, in the PDF and in letters. */
import { LAST_LOOK_DAY, lookDays } from '../../src/domains/plans/index.ts'
import type { Actor, Cause, ReportedPage, ReportPart, ReportSection } from '../../src/features/reports/index.ts'
import { dayAndMonth, many } from '../parts/text/format.ts'
import { FLAGS } from '../parts/text/words.ts'
import type { ReportDocument } from './shapes.ts'

/** People who can fix a page. */
export const ACTORS: Record<Actor, string> = {
  client: 'Site owner',
  agency: 'Agency',
  engine: 'Search engine',
  nobody: 'Wait',
}

type CauseWords = { word: string; does: string }

/** Each fault and its fix. */
export const CAUSE_WORDS: Record<Cause, CauseWords> = {
  http_4xx: { word: FLAGS.http_4xx!, does: 'Restore the page, or leave it out.' },
  http_5xx: { word: FLAGS.http_5xx!, does: 'The site’s server fails to show the page. Ask its host to repair it.' },
  noindex: { word: 'noindex', does: 'Remove noindex if the page is meant to be found.' },
  robots_blocked: { word: FLAGS.robots_blocked!, does: 'Allow search engines in robots.txt.' },
  redirected: { word: 'Redirects elsewhere', does: 'Push the page it redirects to.' },
  canonical_elsewhere: { word: 'Canonical elsewhere', does: 'Push the page that it names as canonical.' },
  unreachable: { word: FLAGS.unreachable!, does: 'The site’s server does not answer. Ask its host to repair it.' },
  private_address: { word: FLAGS.private_address!, does: 'Move the page to a public address.' },
  not_sent: { word: 'Not sent', does: 'Push it again.' },
  cancelled: { word: 'Cancelled', does: 'Push it again if it is wanted.' },
  not_taken: { word: `Not indexed by day ${LAST_LOOK_DAY}`, does: 'Better content and internal links usually help.' },
  lost: { word: 'No longer indexed', does: 'Check the page, then push it again.' },
  held_out: { word: 'Control group', does: 'Push it when the comparison is over.' },
  waiting: { word: 'Waiting', does: `It is checked on day ${lookDays()}.` },
}

/** Title and note of each part. */
export const PART_WORDS: Record<ReportPart, { title: (engine: string) => string; sub: string; mark: string }> = {
  visible: { title: (engine) => `In ${engine}`, sub: '', mark: 'in' },
  declined: {
    title: (engine) => `Not in ${engine}`,
    sub: 'Nothing blocks them. Richer text and links from your other pages usually help.',
    mark: 'no',
  },
  blocked: { title: () => 'Blocked by the site', sub: '', mark: 'stop' },
  open: { title: () => 'Waiting', sub: `They are checked on day ${lookDays()} after they were sent.`, mark: 'no' },
  left_out: { title: () => 'Not sent', sub: 'Cancelled, failed, or kept as a control group.', mark: 'no' },
}

export const titleOf = (part: ReportPart, { engine }: Pick<ReportDocument, 'engine'>): string =>
  PART_WORDS[part].title(engine)

/** Parts that an agency may hide. */
export const SECTIONS: Record<ReportSection, string> = {
  growth: 'Growth by day',
  visible: 'Indexed pages',
  declined: 'Pages not indexed',
  blocked: 'Pages blocked by the site',
  open: 'Waiting pages',
  left_out: 'Pages not sent',
  answers: 'Answer engines',
}

/** Note of a part; for blocked pages, the fault and its fix. */
export function subOf(part: ReportPart, { pages, faults, kind }: Pick<ReportDocument, 'pages' | 'faults' | 'kind'>) {
  if (part === 'visible') return kind === 'check' ? '' : `${many(pages.gained, 'is', 'are')} new since the push.`
  if (kind === 'check' && part === 'declined') return ''
  const [first, ...others] = faults
  if (part !== 'blocked' || !first) return PART_WORDS[part].sub
  const more = others.length > 0 ? ` Also: ${others.map((cause) => CAUSE_WORDS[cause].word).join(', ')}.` : ''
  return `${CAUSE_WORDS[first].word}. ${CAUSE_WORDS[first].does}${more}`
}

/** State of a page, for the client: it reads where the page is, not that it is indexed. */
export function stateOf(
  { found_at, before, cause, next_check_at }: ReportedPage,
  part: ReportPart,
  { at, engine }: Pick<ReportDocument, 'at' | 'engine'>,
): string {
  if (part === 'open' && next_check_at && next_check_at > at) return `Next check ${dayAndMonth(next_check_at)}`
  if (part === 'visible')
    return before || !found_at ? `In ${engine} before` : `In ${engine} since ${dayAndMonth(found_at)}`
  if (cause === 'not_taken') return `Not in ${engine} by day ${LAST_LOOK_DAY}`
  if (cause === 'lost') return `No longer in ${engine}`
  return CAUSE_WORDS[cause ?? 'waiting'].word
}
