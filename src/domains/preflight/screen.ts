import { type Said, said } from '../../kernel/language/say.ts'
import { SECOND, type Time } from '../../kernel/time/clock.ts'
import { isPrivateName } from '../../kernel/web-fetch/destination.ts'
import { type SafeFetch, SafeFetchError, type SafeResponse } from '../../kernel/web-fetch/safe-fetch.ts'
import { answerFindings } from './answer-findings.ts'
import { canonicalTrouble, type Target, type Trouble } from './canonical-chain.ts'
import { challengeAt } from './challenge.ts'
import { factsOf } from './facts.ts'
import { inLanes } from './lanes.ts'
import { judgePage, type PageFacts } from './page.ts'
import { type Readers, readBy } from './readers.ts'
import { Way } from './redirect-access.ts'
import { createRobotsCache, type RobotsCache, undecided } from './robots/robots-cache.ts'
import { RobotsTime } from './robots/time-budget.ts'
import {
  askAgain,
  type Deadlines,
  fetchPage,
  type HostState,
  type HostStates,
  isGone,
  judgeRobots,
  MET_CANONICALS,
  MET_ROBOTS,
  type PreflightRun,
  siteOf,
  split,
  withDeadlines,
} from './run.ts'
import type { Facts, Flag } from './shapes.ts'
import { challengerOf, stopped } from './stopped.ts'
import { normaliseUrl } from './url.ts'

export type ScreenOptions = Deadlines & {
  fetch: SafeFetch
  /** `unavailable_after` is compared with it. */
  now: Time
  /** Ends the run: it rejects with the signal's reason. */
  signal?: AbortSignal
  /** Gets each result as it arrives, with its index in the list. */
  on_result?(facts: Facts, index: number): void
  /** Gets each page that answered, after its redirects. */
  on_page?(page: SafeResponse): void
  /** A cache of robots.txt files that outlives the run; by default each run reads them itself. */
  robots?: RobotsCache
  /** Takes milliseconds for robots.txt from the rest of the workspace's day; returns how many it got. */
  robots_room?(ms: number): number
  /** Readers besides Google and Bing, whose findings the facts then have. */
  readers?: Readers | null
}

const LANES = { busy: 32, waiting: 128, per_group: 4 }
/** Processor milliseconds of a run for pages that need the whole tree. */
const TREES = 10 * SECOND

/**
 * Fetches each URL as Googlebot would and says what prevents indexing. Hosts are fetched in parallel, four requests at
 * a time each. The URLs must be canonical (`takeUrls`); results are in their order.
 */
export async function screenUrls(urls: readonly string[], options: ScreenOptions): Promise<Facts[]> {
  const groups = new Map<string, Page[]>()
  const run = startRun(options)
  for (const [index, url] of urls.entries()) {
    const { origin } = split(url)
    const page = { url, index, site: siteOf(run, origin) }
    const group = groups.get(origin)
    if (group) group.push(page)
    else groups.set(origin, [page])
  }
  const results: Facts[] = new Array(urls.length)
  await inLanes(groups.values(), LANES, async ({ url, index, site }) => {
    options.signal?.throwIfAborted()
    const facts = isGone(site) ? notTried(url, run) : await screenUrl(url, site, run)
    results[index] = facts
    options.on_result?.(facts, index)
  })
  return results
}

type Page = { url: string; index: number; site: HostState }

function startRun({
  fetch,
  now,
  signal,
  robots,
  robots_room,
  on_page,
  readers,
  ...deadlines
}: ScreenOptions): PreflightRun {
  const sites: HostStates = new Map()
  const patient = withDeadlines(fetch, deadlines, sites)
  return {
    fetch: patient,
    sites,
    robots: robots ?? createRobotsCache(patient, signal, new RobotsTime(robots_room), readers?.crawlers),
    now,
    signal,
    patience: { left: TREES },
    met: { robots: MET_ROBOTS, canonicals: MET_CANONICALS },
    targets: new Map(),
    on_page,
    readers,
    hosts: new Set(),
  }
}

async function screenUrl(url: string, site: HostState, run: PreflightRun): Promise<Facts> {
  const judging = judgeRobots(url, run, false)
  const robots = judging instanceof Promise ? await judging : judging
  site.answered ||= robots.warning === null
  const way = new Way(robots)
  const unread = (facts: Facts): Facts => readBy(run, facts, way, null)
  if (way.isShut) return unread(factsOf(url, way, {}))
  const follow = async (next: URL) => {
    if (challengeAt(next.href)) return false
    way.goOn(await judgeRobots(next.href, run, true), next.href)
    return !way.isShut
  }
  try {
    const first = await fetchPage(url, run, follow)
    const answer = first.status === 429 ? await askAgain(first, url, site, run, follow) : first
    site.silent = 0
    site.answered = true
    if (way.isShut) return unread(factsOf(url, way, { final_url: way.at ?? url, hops: answer.hops }))
    const judged = judgeAnswer(url, answer, way, run)
    return unread(judged instanceof Promise ? await judged : judged)
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    site.silent = error.code === 'timeout' ? site.silent + 1 : 0
    return unread(judgeFailure(url, error, way))
  }
}

function judgeAnswer(url: string, answer: SafeResponse, way: Way, run: PreflightRun): Facts | Promise<Facts> {
  const page = answer.status < 300 ? judgePage(answer, run.now, run.patience) : null
  return page instanceof Promise
    ? page.then((judged) => conclude(url, answer, way, run, judged))
    : conclude(url, answer, way, run, page)
}

/** `page` is null for a status other than 2xx. */
function conclude(
  url: string,
  answer: SafeResponse,
  way: Way,
  run: PreflightRun,
  page: PageFacts | null,
): Facts | Promise<Facts> {
  const { status, hops } = answer
  const challenged = page ? page.challenged : challengerOf(answer)
  if (challenged) return stopped(url, answer, way, challenged)
  run.on_page?.(answer)
  const flags = flagsOf(status, page?.flags ?? NO_FLAGS, hops.length > 1)
  const warnings = page?.warnings ?? []
  if (way.robots.warning) warnings.unshift(way.robots.warning)
  warnings.push(...answerFindings(answer))
  const { noindex, canonical, sketch } = page ?? {}
  const read = { noindex, canonical, sketch, flags, warnings }
  const facts = () => {
    const known = factsOf(url, way, { final_url: answer.url, status, hops, ...read })
    return page ? readBy(run, known, way, { headers: answer.headers, metas: page.metas }) : known
  }
  if (!page?.canonical || page.noindex.google || !page.flags.includes('canonical_elsewhere')) return facts()
  return judgeCanonical(answer.url, page.canonical, run).then((trouble) => {
    if (trouble) warnings.push(trouble)
    return facts()
  })
}

const NO_FLAGS: Flag[] = []

/** Judges the canonical address of a page, within the run's limit on pages outside the list. */
function judgeCanonical(page: string, canonical: string, run: PreflightRun): Promise<Said | null> {
  const normalised = normaliseUrl(page)
  const look = (url: string): Promise<Target | null> => {
    const known = run.targets.get(url)
    if (known || run.met.canonicals-- <= 0) return known ?? Promise.resolve(null)
    const looking = lookAt(url, run)
    run.targets.set(url, looking)
    return looking
  }
  return canonicalTrouble(normalised.ok ? normalised.url : page, canonical, look)
}

async function lookAt(url: string, run: PreflightRun): Promise<Target | null> {
  const trouble = (trouble: Trouble): Target => ({ canonical: null, trouble })
  const robots = await judgeRobots(url, run, true)
  if (robots.google.verdict === 'blocked') return trouble('blocked')
  const site = siteOf(run, split(url).origin)
  if (isGone(site)) return null
  try {
    const first = await fetchPage(url, run, never)
    const answer = first.status === 429 ? await askAgain(first, url, site, run, never) : first
    if (answer.status >= 300 && challengerOf(answer)) return null
    if (answer.status >= 400) return trouble(answer.status)
    if (answer.status >= 300) return trouble('redirects')
    const page = await judgePage(answer, run.now, run.patience)
    if (page.challenged) return null
    return page.noindex.google ? trouble('noindex') : { canonical: page.canonical, trouble: null }
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return error.code === 'busy' ? null : trouble('silent')
  }
}

const never = (): boolean => false

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

/** A redirect loop has no final address, so the only flag is unreachable. */
function judgeFailure(url: string, { code, said: why, hops }: SafeFetchError, way: Way): Facts {
  const final_url = hops.at(-1)?.url ?? url
  const isPrivate = code === 'address' || (code === 'host_name' && isPrivateName(URL.parse(final_url)?.hostname ?? ''))
  const flags: Flag[] = [isPrivate ? 'private_address' : 'unreachable']
  if (hops.length > 1 && code !== 'redirects') flags.push('redirected')
  return factsOf(url, way, { final_url, hops, flags, warnings: [said('No page: {reason}.', { reason: why })] })
}

function notTried(url: string, run: PreflightRun): Facts {
  const way = new Way(undecided(null))
  const warnings = [said('Not fetched: the host had stopped answering.')]
  return readBy(run, factsOf(url, way, { flags: ['unreachable'], warnings }), way, null)
}

/** The rule of its robots.txt that keeps Googlebot or Bingbot from a URL; null when none does. */
export async function disallows(
  url: string,
  { fetch, now, signal, robots_room }: ScreenOptions,
): Promise<Facts['robots']['rule']> {
  const { origin, path } = split(url)
  const { google, bing } = await createRobotsCache(fetch, signal, new RobotsTime(robots_room)).judge(origin, path, now)
  return [google, bing].find(({ verdict }) => verdict === 'blocked')?.rule ?? null
}
