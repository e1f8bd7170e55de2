import { said } from '../../kernel/language/say.ts'
import { SECOND, type Time } from '../../kernel/time/clock.ts'
import { type SafeFetch, SafeFetchError, type SafeResponse } from '../../kernel/web-fetch/safe-fetch.ts'
import type { Target } from './canonical-chain.ts'
import type { TreeBudget } from './html/tree.ts'
import { pageWatch } from './page.ts'
import type { Readers } from './readers.ts'
import { type RobotsCache, type RobotsJudgement, undecided } from './robots/robots-cache.ts'

/** Deadlines of each page; the default is those of the fetch. */
export type Deadlines = { hop_timeout_ms?: number; total_timeout_ms?: number }

/** Everything that the pages of one run share. */
export type PreflightRun = {
  fetch: SafeFetch
  robots: RobotsCache
  now: Time
  signal: AbortSignal | undefined
  patience: TreeBudget
  sites: HostStates
  /** Remaining fetches of pages that were not in the list: robots.txt files and canonical addresses. */
  met: { robots: number; canonicals: number }
  /** Canonical addresses that were fetched, or are being fetched. */
  targets: Map<string, Promise<Target | null>>
  on_page: ((page: SafeResponse) => void) | undefined
  readers: Readers | null | undefined
  /** Origins whose facts a page of this run has. */
  hosts: Set<string>
}

export type HostStates = Map<string, HostState>
/** How a host behaves in a run: consecutive time-outs, whether it ever answered, whether it keeps answering 429. */
export type HostState = { silent: number; answered: boolean; busy: boolean }

/** robots.txt files that one run reads of hosts that are not in its list. */
export const MET_ROBOTS = 500
/** Canonical addresses that one run fetches. */
export const MET_CANONICALS = 500

/** Googlebot gives up after this many. */
const MAX_REDIRECTS = 10
/** Consecutive time-outs after which a host is given up: one that never answered, and one that did. */
const PATIENCE = { stranger: 8, acquaintance: 32 }
/** Once this many hosts, and an eighth of a run's, never answered, the others have this long for a first answer. */
const MANY_SILENT = 32
const FIRST_ANSWER = 2 * SECOND
const POLITE_WAIT = 1 * SECOND
const LONGEST_WAIT = 5 * SECOND

export const isGone = ({ silent, answered }: HostState): boolean =>
  silent >= (answered ? PATIENCE.acquaintance : PATIENCE.stranger)

export function siteOf(run: PreflightRun, origin: string): HostState {
  const site = run.sites.get(origin) ?? { silent: 0, answered: false, busy: false }
  if (!run.sites.has(origin)) run.sites.set(origin, site)
  return site
}

/**
 * The fetch with the deadlines of a run. Dead hosts hold places that others wait for, so once many did not answer, a
 * host that never answered gets less time.
 */
export function withDeadlines(
  fetch: SafeFetch,
  { hop_timeout_ms, total_timeout_ms }: Deadlines,
  sites: HostStates,
): SafeFetch {
  const silent = new Set<string>()
  return async (address, options) => {
    const { origin } = split(String(address))
    const isNew = !sites.get(origin)?.answered
    const isShort = isNew && silent.size >= Math.max(MANY_SILENT, sites.size / 8)
    const hop = isShort ? Math.min(FIRST_ANSWER, hop_timeout_ms ?? FIRST_ANSWER) : hop_timeout_ms
    try {
      return await fetch(address, { ...options, hop_timeout_ms: hop, total_timeout_ms })
    } catch (error) {
      if (isNew && error instanceof SafeFetchError && error.code === 'timeout') silent.add(origin)
      throw error
    }
  }
}

/** The robots.txt verdict on an address of the list, or on one reached from it (`met`), whose files are limited. */
export function judgeRobots(url: string, run: PreflightRun, met: boolean): RobotsJudgement | Promise<RobotsJudgement> {
  const { origin, path } = split(url)
  if (met && !run.sites.has(origin) && !run.robots.knows(origin, run.now) && run.met.robots-- <= 0)
    return undecided(TOO_MANY)
  return run.robots.judge(origin, path, run.now)
}

const TOO_MANY = said(
  'robots.txt of the host that the page redirects to was not read: too many hosts were reached by redirects. Push the final addresses instead.',
)

type Follow = (next: URL) => boolean | Promise<boolean>

export const fetchPage = (url: string, run: PreflightRun, follow: Follow): Promise<SafeResponse> =>
  run.fetch(url, {
    signal: run.signal,
    max_redirects: MAX_REDIRECTS,
    on_too_large: 'truncate',
    stop: pageWatch(),
    follow,
    canonical: true,
  })

/** Asks a busy host (429) once more after the wait that it names, if that is short. */
export async function askAgain(
  answer: SafeResponse,
  url: string,
  site: HostState,
  run: PreflightRun,
  follow: Follow,
): Promise<SafeResponse> {
  const wait = site.busy ? null : politeWait(answer.headers.get('retry-after'))
  if (wait === null) return answer
  await Bun.sleep(wait)
  const second = await fetchPage(url, run, follow)
  site.busy = second.status === 429
  return second
}

/** Milliseconds to wait before asking again, or null when that is too long. */
function politeWait(retry_after: string | null): number | null {
  if (retry_after === null) return POLITE_WAIT
  const ms = /^\d{1,6}$/.test(retry_after.trim()) ? Number(retry_after) * SECOND : Number.POSITIVE_INFINITY
  return ms <= LONGEST_WAIT ? ms : null
}

export function split(url: string): { origin: string; path: string } {
  const slash = url.indexOf('/', 'https://'.length)
  return slash < 0 ? { origin: url, path: '/' } : { origin: url.slice(0, slash), path: url.slice(slash) }
}
