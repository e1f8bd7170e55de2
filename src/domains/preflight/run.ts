import { SECOND, type Time } from '../../kernel/clock.ts'
import type { SafeFetch, SafeResponse } from '../../kernel/safe-fetch.ts'
import type { Target } from './canonical-chain.ts'
import type { Patience } from './html-tree.ts'
import { pageWatch } from './page.ts'
import { type Judgement, type RobotsBook, undecided } from './robots-book.ts'

/** Deadlines of each page, unless those of the fetch do. */
export type Deadlines = { hop_timeout_ms?: number; total_timeout_ms?: number }

/** All that the pages of one run share. */
export type Run = {
  fetch: SafeFetch
  robots: RobotsBook
  now: Time
  signal: AbortSignal | undefined
  deadlines: Deadlines
  patience: Patience
  sites: Map<string, Site>
  /** What is left to be done for hosts and pages that nobody named: files of robots.txt, and canonical addresses. */
  met: { robots: number; granted: number; canonicals: number }
  /** Canonical addresses that were looked at, or are being. */
  targets: Map<string, Promise<Target | null>>
  robots_room: ((files: number) => number) | undefined
  on_page: ((page: SafeResponse) => void) | undefined
}

/** How a host behaves in a run: time-outs in a row, whether it ever answered, whether it keeps answering 429. */
export type Site = { silent: number; answered: boolean; busy: boolean }

/** Files of robots.txt that one run reads of hosts that it only meets, by redirects and canonical addresses. */
export const MET_ROBOTS = 500
/** Canonical addresses that one run looks at. */
export const MET_CANONICALS = 500

/** Googlebot gives up after this many. */
const MAX_REDIRECTS = 10
/** A host is given up after so many time-outs in a row: one that never answered, and one that did. */
const PATIENCE = { stranger: 8, acquaintance: 32 }
const POLITE_WAIT = 1 * SECOND
const LONGEST_WAIT = 5 * SECOND

export const isGone = ({ silent, answered }: Site): boolean =>
  silent >= (answered ? PATIENCE.acquaintance : PATIENCE.stranger)

/** How the host of an address behaves. */
export function siteOf(run: Run, origin: string): Site {
  const site = run.sites.get(origin) ?? { silent: 0, answered: false, busy: false }
  if (!run.sites.has(origin)) run.sites.set(origin, site)
  return site
}

/** What robots.txt says of an address that was named, or of one that was only met and may not cost without end. */
export function judgeRobots(url: string, run: Run, met: boolean): Judgement | Promise<Judgement> {
  const { origin, path } = split(url)
  if (met && !run.sites.has(origin) && !run.robots.knows(origin, run.now) && !mayRead(run)) return undecided(TOO_MANY)
  return run.robots.judge(origin, path, run.now)
}

const TOO_MANY =
  'robots.txt of the host that the page leads to was not read: too many hosts were met by redirects. Push the addresses that they lead to.'

function mayRead({ met, robots_room }: Run): boolean {
  if (met.granted === 0) {
    met.granted = Math.min(met.robots, AT_ONCE)
    if (robots_room && met.granted > 0) met.granted = robots_room(met.granted)
    met.robots = met.granted === 0 ? 0 : met.robots - met.granted
  }
  return met.granted > 0 && met.granted-- > 0
}

/** Files that a workspace is asked for at a time. */
const AT_ONCE = 10

type Follow = (next: URL) => boolean | Promise<boolean>

/** One page, by its canonical URL. */
export const fetchPage = (url: string, run: Run, follow: Follow): Promise<SafeResponse> =>
  run.fetch(url, {
    signal: run.signal,
    hop_timeout_ms: run.deadlines.hop_timeout_ms,
    total_timeout_ms: run.deadlines.total_timeout_ms,
    max_redirects: MAX_REDIRECTS,
    on_too_large: 'truncate',
    stop: pageWatch(),
    follow,
    canonical: true,
  })

/** A host that is busy (429) is asked once more after the wait that it names, if that is short. */
export async function askAgain(
  answer: SafeResponse,
  url: string,
  site: Site,
  run: Run,
  follow: Follow,
): Promise<SafeResponse> {
  const wait = site.busy ? null : politeWait(answer.headers.get('retry-after'))
  if (wait === null) return answer
  await Bun.sleep(wait)
  const second = await fetchPage(url, run, follow)
  site.busy = second.status === 429
  return second
}

/** Milliseconds to wait before asking again, or null when it would be too long. */
function politeWait(retry_after: string | null): number | null {
  if (retry_after === null) return POLITE_WAIT
  const ms = /^\d{1,6}$/.test(retry_after.trim()) ? Number(retry_after) * SECOND : Number.POSITIVE_INFINITY
  return ms <= LONGEST_WAIT ? ms : null
}

export function split(url: string): { origin: string; path: string } {
  const slash = url.indexOf('/', 'https://'.length)
  return slash < 0 ? { origin: url, path: '/' } : { origin: url.slice(0, slash), path: url.slice(slash) }
}
