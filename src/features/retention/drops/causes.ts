/** Why a link dropped: what changed on its page, or what the engine says; with what helps. */
import type { Facts } from '../../../domains/preflight/index.ts'
import { inPlainEnglish, type Text, text } from '../../../kernel/language/say.ts'
import { between, DAY, type Time } from '../../../kernel/time/clock.ts'
import type { DropCause, PageCause, PushRule } from '../shapes.ts'
import type { WatchRow } from '../tables.ts'

/** Google drops nearly every page that it has not crawled for this long (a public study of 1.4 million pages). */
export const FORGOTTEN_DAYS = 130
export const AT_RISK_DAYS = 100

/** `act`: what helps. `push`: now, once the page is fixed, never, or at most twice. */
export type CauseWords = { title: Text; act: Text; push: PushRule }

export const CAUSES: Record<DropCause, CauseWords> = {
  noindex: {
    title: text('The page forbids indexing'),
    act: text('Remove noindex. The links are then pushed again.'),
    push: 'fixed',
  },
  http_4xx: {
    title: text('The page is not found'),
    act: text('Publish it again, or redirect it once.'),
    push: 'fixed',
  },
  http_5xx: { title: text('The server fails'), act: text('Repair the server.'), push: 'fixed' },
  robots_blocked: { title: text('robots.txt keeps the page out'), act: text('Let Googlebot in.'), push: 'fixed' },
  redirected: {
    title: text('The page redirects'),
    act: text('Push the target instead, or remove the redirect.'),
    push: 'fixed',
  },
  canonical_elsewhere: {
    title: text('The page names another canonical'),
    act: text('Point the canonical at the page itself.'),
    push: 'fixed',
  },
  unreachable: { title: text('The server does not answer'), act: text('Repair the server.'), push: 'fixed' },
  soft_404: {
    title: text('The page looks like an error page'),
    act: text('Give it content of its own.'),
    push: 'fixed',
  },
  left_sitemap: {
    title: text('Its sitemap no longer lists the page'),
    act: text('List it there again: its standing push then pushes it as new.'),
    push: 'never',
  },
  content_changed: {
    title: text('The page says something else now'),
    act: text('Push it again if its new text is wanted; if not, restore the old one.'),
    push: 'now',
  },
  canonical_chosen: {
    title: text('Google chose another page'),
    act: text('Point links and sitemap at one page. A push does not help.'),
    push: 'never',
  },
  blocked_when_crawled: {
    title: text('The page was blocked when Google came'),
    act: text('The page is fine now: push it again.'),
    push: 'now',
  },
  not_crawled_130: {
    title: text('Not crawled for over 130 days'),
    act: text('A push brings Google back.'),
    push: 'now',
  },
  unknown_to_google: {
    title: text('Google has forgotten the page'),
    act: text('Link to it from known pages, then push again.'),
    push: 'now',
  },
  crawled_not_indexed: {
    title: text('Google crawled it and left it out'),
    act: text('Better content and links usually help; a push rarely does.'),
    push: 'rarely',
  },
  engine_event: {
    title: text('Google dropped pages of many sites'),
    act: text('Wait: such pages mostly come back.'),
    push: 'never',
  },
  engine_choice: {
    title: text('No cause on the page'),
    act: text('Better content and links usually help; a push rarely does.'),
    push: 'rarely',
  },
}

/** Faults of a page by the pre-flight, in the order in which they are repaired. */
export const PAGE_ORDER: readonly PageCause[] = [
  'http_4xx',
  'http_5xx',
  'unreachable',
  'redirected',
  'robots_blocked',
  'noindex',
  'canonical_elsewhere',
  'soft_404',
  'left_sitemap',
  'content_changed',
]

type PageNow = Pick<Facts, 'flags' | 'warnings'>

export function pageCause({ flags, warnings }: PageNow): PageCause | null {
  const found = new Set<string>(flags.map((flag) => (flag === 'private_address' ? 'unreachable' : flag)))
  if (warnings.some((one) => SOFT_404.test(inPlainEnglish(one)))) found.add('soft_404')
  return PAGE_ORDER.find((cause) => found.has(cause)) ?? null
}

/** Sentences of the pre-flight about an error page that answers 200. */
const SOFT_404 = /^The title says that there is no page|\(soft 404\)/

type Known = Pick<WatchRow, 'google_cause' | 'google_canonical' | 'crawled_at'>

/** By Google's inspection, for a page without a fault. */
export function engineCause({ google_cause, google_canonical, crawled_at }: Known, now: Time): DropCause {
  if (google_canonical !== null || google_cause === 'other_canonical') return 'canonical_chosen'
  if (crawled_at !== null && between(crawled_at, now) > FORGOTTEN_DAYS * DAY) return 'not_crawled_130'
  if (google_cause === null) return 'engine_choice'
  if (google_cause === 'declined') return 'crawled_not_indexed'
  const is_unknown = google_cause === 'not_crawled' || google_cause === 'invalid_url'
  return is_unknown ? 'unknown_to_google' : 'blocked_when_crawled'
}

export const isPageSide = (cause: DropCause): boolean => PAGE_ORDER.some((one) => one === cause)
