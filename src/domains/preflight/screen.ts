import { SECOND, type Time } from '../../kernel/clock.ts'
import { isPrivateName } from '../../kernel/destination.ts'
import { type SafeFetch, SafeFetchError, type SafeResponse } from '../../kernel/safe-fetch.ts'
import { factsOf } from './facts.ts'
import type { Patience } from './html-tree.ts'
import { inLanes } from './lanes.ts'
import { judgePage, pageWatch } from './page.ts'
import { createRobotsBook, type Judgement, type RobotsBook, undecided } from './robots-book.ts'
import type { Facts, Flag } from './shapes.ts'
import { Way } from './way.ts'

export type ScreenOptions = {
  fetch: SafeFetch
  /** `unavailable_after` is judged by it. */
  now: Time
  /** Ends the run: it rejects with the signal's reason. */
  signal?: AbortSignal
  /** Gets each result as it comes, with its place in the list. */
  on_result?(facts: Facts, index: number): void
  /** A book of robots.txt files that outlives the run; otherwise each run reads them anew. */
  robots?: RobotsBook
  /** Deadlines of each page, unless those of the fetch do. */
  hop_timeout_ms?: number
  total_timeout_ms?: number
}

/** Googlebot gives up after this many. */
const MAX_REDIRECTS = 10
const LANES = { busy: 32, waiting: 128, per_group: 4 }
/** A host is given up after so many time-outs in a row: one that never answered, and one that did. */
const PATIENCE = { stranger: 8, acquaintance: 32 }
/** Milliseconds of processor time that a run has for pages whose tree must be built. */
const TREES = 10 * SECOND
const POLITE_WAIT = 1 * SECOND
const LONGEST_WAIT = 5 * SECOND

/**
 * Looks at each URL as Googlebot would and says what stands in the way of its being indexed. Hosts are worked on side
 * by side, four requests at a time each. The URLs must be canonical (`takeUrls`); results are in their order.
 */
export async function screenUrls(urls: readonly string[], options: ScreenOptions): Promise<Facts[]> {
  const run: Run = {
    ...options,
    robots: options.robots ?? createRobotsBook(options.fetch, options.signal),
    patience: { left: TREES },
  }
  const results: Facts[] = new Array(urls.length)
  const groups = new Map<string, Page[]>()
  for (const [index, url] of urls.entries()) {
    const { origin } = split(url)
    const group = groups.get(origin) ?? []
    groups.set(origin, group)
    group.push({ url, index, site: group[0]?.site ?? { silent: 0, answered: false, busy: false } })
  }
  await inLanes(groups.values(), LANES, async ({ url, index, site }) => {
    options.signal?.throwIfAborted()
    const facts = isGone(site) ? notTried(url) : await screenUrl(url, site, run)
    results[index] = facts
    options.on_result?.(facts, index)
  })
  return results
}

type Run = ScreenOptions & { robots: RobotsBook; patience: Patience }

/** How a host behaves in this run: time-outs in a row, whether it ever answered, whether it keeps answering 429. */
type Site = { silent: number; answered: boolean; busy: boolean }

type Page = { url: string; index: number; site: Site }

async function screenUrl(url: string, site: Site, run: Run): Promise<Facts> {
  const judging = judgeRobots(url, run)
  const robots = judging instanceof Promise ? await judging : judging
  site.answered ||= robots.warning === null
  const way = new Way(robots)
  if (way.isShut) return factsOf(url, way, {})
  const follow = async (next: URL) => {
    way.goOn(await judgeRobots(next.href, run), next.href)
    return !way.isShut
  }
  try {
    const answer = await fetchPage(url, site, run, follow)
    site.silent = 0
    site.answered = true
    if (way.isShut) return factsOf(url, way, { final_url: way.at ?? url, hops: answer.hops })
    return await judgeAnswer(url, answer, way, run)
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    site.silent = error.code === 'timeout' ? site.silent + 1 : 0
    return judgeFailure(url, error, way)
  }
}

function judgeRobots(url: string, run: Run): Judgement | Promise<Judgement> {
  const { origin, path } = split(url)
  return run.robots.judge(origin, path, run.now)
}

/** One page. A host that is busy is asked once more after the wait that it names, if that is short. */
async function fetchPage(url: string, site: Site, run: Run, follow: (next: URL) => Promise<boolean>) {
  const { signal, hop_timeout_ms, total_timeout_ms } = run
  const get = () =>
    run.fetch(url, {
      signal,
      hop_timeout_ms,
      total_timeout_ms,
      max_redirects: MAX_REDIRECTS,
      on_too_large: 'truncate',
      stop: pageWatch(),
      follow,
    })
  const answer = await get()
  const wait = site.busy || answer.status !== 429 ? null : politeWait(answer.headers.get('retry-after'))
  if (wait === null) return answer
  await Bun.sleep(wait)
  const second = await get()
  site.busy = second.status === 429
  return second
}

/** Milliseconds to wait before asking again, or null when it would be too long. */
function politeWait(retry_after: string | null): number | null {
  if (retry_after === null) return POLITE_WAIT
  const ms = /^\d{1,6}$/.test(retry_after.trim()) ? Number(retry_after) * SECOND : Number.POSITIVE_INFINITY
  return ms <= LONGEST_WAIT ? ms : null
}

async function judgeAnswer(url: string, answer: SafeResponse, way: Way, run: Run): Promise<Facts> {
  const { status, hops } = answer
  const judging = status < 300 ? judgePage(answer, run.now, run.patience) : null
  const page = judging instanceof Promise ? await judging : judging
  const flags = flagsOf(status, page?.flags ?? NO_FLAGS, hops.length > 1)
  const warnings = [way.robots.warning ?? [], page?.warnings ?? [], warningsOf(status)].flat()
  const { noindex, canonical } = page ?? {}
  return factsOf(url, way, { final_url: answer.url, status, hops, noindex, canonical, flags, warnings })
}

const NO_FLAGS: Flag[] = []

function flagsOf(status: number, page: Flag[], moved: boolean): Flag[] {
  const own: Flag[] =
    status >= 500
      ? ['http_5xx']
      : status >= 400
        ? ['http_4xx']
        : status >= 300 && status !== 304
          ? ['redirected']
          : page
  return moved ? ['redirected', ...own] : own
}

function warningsOf(status: number): string[] {
  if (status === 429) return ['The host limits how often it may be asked; Googlebot slows down when it meets this.']
  if (status === 304) return ['The page says "not modified" to a first visit.']
  return status >= 300 && status < 400 ? ['The redirect leads nowhere that a crawler follows.'] : []
}

/** Without an end of the chain there is nothing that it redirects to, so a loop is unreachable and no more. */
function judgeFailure(url: string, { code, message, hops }: SafeFetchError, way: Way): Facts {
  const final_url = hops.at(-1)?.url ?? url
  const isPrivate = code === 'address' || (code === 'host_name' && isPrivateName(URL.parse(final_url)?.hostname ?? ''))
  const flags: Flag[] = [isPrivate ? 'private_address' : 'unreachable']
  if (hops.length > 1 && code !== 'redirects') flags.push('redirected')
  return factsOf(url, way, { final_url, hops, flags, warnings: [`No page: ${message}.`] })
}

function isGone({ silent, answered }: Site): boolean {
  return silent >= (answered ? PATIENCE.acquaintance : PATIENCE.stranger)
}

const notTried = (url: string): Facts =>
  factsOf(url, new Way(undecided(null)), {
    flags: ['unreachable'],
    warnings: ['Not tried: the host had stopped answering.'],
  })

function split(url: string): { origin: string; path: string } {
  const slash = url.indexOf('/', 'https://'.length)
  return slash < 0 ? { origin: url, path: '/' } : { origin: url.slice(0, slash), path: url.slice(slash) }
}
