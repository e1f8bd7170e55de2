/** Words for the parts and pages of a report, the same on screen, in the PDF and in letters. */
import { LAST_LOOK_DAY, LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Actor, Cause, ReportedPage, ReportPart, ReportSection } from '../../src/features/reports/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { listed, say, type Text, text } from '../../src/kernel/language/say.ts'
import { dayAndMonth } from '../parts/text/format.ts'
import { FLAGS } from '../parts/text/words.ts'
import type { ReportDocument } from './shapes.ts'

/** People who can fix a page. */
export const ACTORS: Record<Actor, Text> = {
  client: text('Site owner'),
  agency: text('Agency'),
  engine: text('Search engine'),
  nobody: text('Wait'),
}

/** Each fault in a word. */
const CAUSES: Record<Exclude<Cause, 'not_taken'>, Text> = {
  http_4xx: FLAGS.http_4xx!,
  http_5xx: FLAGS.http_5xx!,
  noindex: text('noindex'),
  robots_blocked: FLAGS.robots_blocked!,
  redirected: text('Redirects elsewhere'),
  canonical_elsewhere: text('Canonical elsewhere'),
  unreachable: FLAGS.unreachable!,
  private_address: FLAGS.private_address!,
  not_sent: text('Not sent'),
  cancelled: text('Cancelled'),
  lost: text('No longer indexed'),
  held_out: text('Control group'),
  waiting: text('Waiting'),
}

/** Faults within a sentence. */
const FURTHER: Partial<Record<Cause, Text>> = {
  http_4xx: text('not found'),
  http_5xx: text('server error'),
  noindex: text('noindex'),
  robots_blocked: text('blocked by robots.txt'),
  redirected: text('redirects elsewhere'),
  canonical_elsewhere: text('canonical elsewhere'),
  unreachable: text('unreachable'),
  private_address: text('private address'),
}

/** Its fix. */
const FIXES: Record<Exclude<Cause, 'waiting'>, Text> = {
  http_4xx: text('Restore the page, or leave it out.'),
  http_5xx: text('The site’s server fails to show the page. Ask its host to repair it.'),
  noindex: text('Remove noindex if the page is meant to be found.'),
  robots_blocked: text('Allow search engines in robots.txt.'),
  redirected: text('Push the page it redirects to.'),
  canonical_elsewhere: text('Push the page that it names as canonical.'),
  unreachable: text('The site’s server does not answer. Ask its host to repair it.'),
  private_address: text('Move the page to a public address.'),
  not_sent: text('Push it again.'),
  cancelled: text('Push it again if it is wanted.'),
  not_taken: text('Better content and internal links usually help.'),
  lost: text('Check the page, then push it again.'),
  held_out: text('Push it when the comparison is over.'),
}

export const causeWord = (to: Reader, cause: Cause): string =>
  cause === 'not_taken' ? say(to, 'Not indexed by day {day}', { day: LAST_LOOK_DAY }) : say(to, CAUSES[cause])

export const fixOf = (to: Reader, cause: Cause): string =>
  cause === 'waiting' ? say(to, 'It is checked on day {days}.', { days: daysIn(to) }) : say(to, FIXES[cause])

/** The days of the checks as a list. */
const daysIn = (to: Reader): string => listed(to, LOOK_DAYS.map(String))

/** Mark of each part. */
export const PART_MARKS: Record<ReportPart, string> = {
  visible: 'in',
  declined: 'no',
  blocked: 'stop',
  open: 'no',
  left_out: 'no',
}

export function titleOf(part: ReportPart, { to, engine }: Pick<ReportDocument, 'to' | 'engine'>): string {
  if (part === 'visible') return say(to, 'In {engine}', { engine })
  if (part === 'declined') return say(to, 'Not in {engine}', { engine })
  return say(to, TITLES[part])
}

const TITLES: Record<Exclude<ReportPart, 'visible' | 'declined'>, Text> = {
  blocked: text('Blocked by the site'),
  open: text('Waiting'),
  left_out: text('Not sent'),
}

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

type PartFacts = Pick<ReportDocument, 'to' | 'pages' | 'faults' | 'kind' | 'google'>

/** Note of a part; for blocked pages, the fault and its fix. */
export function subOf(part: ReportPart, { to, pages: { gained }, faults, kind, google = [] }: PartFacts): string {
  if (part === 'visible')
    return kind === 'check' ? '' : say(to, '{gained, plural, one {# is} other {# are}} new since the push.', { gained })
  if (part === 'declined')
    return kind === 'check'
      ? ''
      : google.length > 0
        ? say(to, 'Why Google leaves pages out, by its own word:')
        : say(to, 'Nothing blocks them. Richer text and links from your other pages usually help.')
  if (part === 'open') return say(to, 'They are checked on day {days} after they were sent.', { days: daysIn(to) })
  if (part === 'left_out') return say(to, 'Cancelled, failed, or kept as a control group.')
  const [first, ...others] = faults
  if (!first) return ''
  const more = listed(
    to,
    others.map((cause) => (FURTHER[cause] ? say(to, FURTHER[cause]) : causeWord(to, cause))),
  )
  return [
    `${causeWord(to, first)}.`,
    fixOf(to, first),
    ...(others.length > 0 ? [say(to, 'Also: {more}.', { more })] : []),
  ].join(' ')
}

/** State of a page, for the client: it reads where the page is, not that it is indexed. */
export function stateOf(
  { found_at, before, cause, next_check_at }: ReportedPage,
  part: ReportPart,
  { to, at, engine }: Pick<ReportDocument, 'to' | 'at' | 'engine'>,
): string {
  if (part === 'open' && next_check_at && next_check_at > at)
    return say(to, 'Next check {day}', { day: dayAndMonth(next_check_at, to) })
  if (part === 'visible')
    return before || !found_at
      ? say(to, 'In {engine} before', { engine })
      : say(to, 'In {engine} since {day}', { engine, day: dayAndMonth(found_at, to) })
  if (cause === 'not_taken') return say(to, 'Not in {engine} by day {day}', { engine, day: LAST_LOOK_DAY })
  if (cause === 'lost') return say(to, 'No longer in {engine}', { engine })
  return causeWord(to, cause ?? 'waiting')
}
