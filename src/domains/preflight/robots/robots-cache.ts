import { type Said, said } from '../../../kernel/language/say.ts'
import { DAY, plus, type Time } from '../../../kernel/time/clock.ts'
import { type SafeFetch, SafeFetchError, type SafeResponse } from '../../../kernel/web-fetch/safe-fetch.ts'
import { challengeInHead, challengeOf, robotsWords, SHELL } from '../challenge.ts'
import { CRAWLERS, type ForEach, type Names } from '../engines.ts'
import { OtherCrawlers, type OtherRules, type OtherVerdicts } from './others.ts'
import {
  foundRule,
  NO_RULES,
  type RobotsRules,
  robotsRules,
  type Search,
  STEPS,
  searchFor,
  searchOn,
  stepsOf,
} from './robots.ts'
import { RobotsTime, TooCostly } from './time-budget.ts'
import { type RobotsVerdict, UNKNOWN, verdictOf } from './verdict.ts'

/** The verdict for each crawler, with the reason when it is unknown; `others` is null when theirs is. */
export type RobotsJudgement = ForEach<RobotsVerdict> & {
  warning: Said | null
  others: OtherVerdicts
  /** The file's `Content-Signal` lines. */
  signal: string | null
}

/** Caches the robots.txt of each origin for at most 24 hours, as RFC 9309 allows, and answers from it. */
export type RobotsCache = {
  /** `origin` is scheme, host and port; `path` includes the query. Not a promise when the file is cached and short. */
  judge(origin: string, path: string, now: Time): RobotsJudgement | Promise<RobotsJudgement>
  /** Whether the file of an origin is cached or being fetched. */
  knows(origin: string, now: Time): boolean
}

/** RFC 9309 asks for at least 500 KiB; Google reads exactly that much. */
const MAX_FILE = 500 * 1024
/** Nearly every file is shorter. A longer one is fetched again in full, `LARGE_AT_ONCE` at a time. */
const SHORT = 64 * 1024
const LARGE_AT_ONCE = 2
const MAX_REDIRECTS = 5
const MAX_ORIGINS = 10_000
/** Octets kept of all files. */
const MAX_OCTETS = 16 * 1024 * 1024

/** One origin in the cache; `page` is null until it arrives. */
type CacheEntry = { coming: Promise<RobotsPage>; page: RobotsPage | null; until: Time; octets: number }
type RobotsPage = { rules: RobotsRules; warning: Said | null; others: OtherRules | null }

/** The signal ends the running fetches; omit it for a cache that several runs share. */
export function createRobotsCache(
  fetch: SafeFetch,
  signal?: AbortSignal,
  time = new RobotsTime(),
  crawlers: readonly Names[] = [],
): RobotsCache {
  const entries = new Map<string, CacheEntry>()
  const others = new OtherCrawlers(crawlers)
  const reader = new RobotsReader(fetch, time, others, signal)
  let octets = 0

  function entryOf(origin: string, now: Time): CacheEntry {
    const known = entries.get(origin)
    if (known && now < known.until) return known
    drop(origin)
    const entry: CacheEntry = { coming: reader.read(origin), page: null, until: plus(now, DAY), octets: 0 }
    entries.set(origin, entry)
    entry.coming.then(
      (page) => {
        entry.page = page
        if (entries.get(origin) === entry) octets += entry.octets = weightOf(page)
        while (entries.size > MAX_ORIGINS || octets > MAX_OCTETS) drop(entries.keys().next().value!)
      },
      () => drop(origin),
    )
    return entry
  }

  function drop(origin: string): void {
    octets -= entries.get(origin)?.octets ?? 0
    entries.delete(origin)
  }

  return {
    judge(origin, path, now) {
      time.earn()
      const { page, coming } = entryOf(origin, now)
      return page ? judgeAll(page, path, time, others) : coming.then((page) => judgeAll(page, path, time, others))
    },
    knows: (origin, now) => (entries.get(origin)?.until ?? '') > now,
  }
}

const weightOf = ({ rules }: RobotsPage): number => rules.octets.byteLength + rules.table.byteLength

const [GOOGLE, BING] = [0, 1]

/** Google and Bing are judged first. */
function judgeAll(
  page: RobotsPage,
  path: string,
  time: RobotsTime,
  crawlers: OtherCrawlers,
): RobotsJudgement | Promise<RobotsJudgement> {
  const { rules, warning, others } = page
  if (warning) return undecided(warning)
  const first = searchFor(path, GOOGLE)
  const judged = judgePath(rules, path, first, time)
  if (!others) return judged
  const withTheirs = (known: RobotsJudgement) =>
    withOthers(
      known,
      others.as_google && known.google.verdict !== 'unknown'
        ? crawlers.alike(others, known.google)
        : crawlers.judge(others, first.path),
      others.signal,
    )
  return judged instanceof Promise ? judged.then(withTheirs) : withTheirs(judged)
}

function withOthers(
  judged: RobotsJudgement,
  others: OtherVerdicts | Promise<OtherVerdicts>,
  signal: string | null,
): RobotsJudgement | Promise<RobotsJudgement> {
  if (others instanceof Promise) return others.then((found) => ({ ...judged, others: found, signal }))
  judged.others = others
  judged.signal = signal
  return judged
}

function judgePath(
  rules: RobotsRules,
  path: string,
  first: Search,
  time: RobotsTime,
): RobotsJudgement | Promise<RobotsJudgement> {
  const { bound_by } = rules
  const searches = [first]
  // One group often binds both crawlers; then one search decides for both.
  if (bound_by[BING] !== bound_by[GOOGLE]) searches.push(searchFor(path, BING))
  if (stepsOf(rules, path) > STEPS) return searchSlowly(rules, searches, time)
  for (const search of searches) searchOn(rules, search, Number.POSITIVE_INFINITY)
  return judgement(rules, searches)
}

async function searchSlowly(rules: RobotsRules, searches: Search[], time: RobotsTime): Promise<RobotsJudgement> {
  try {
    await time.measure(async (breathe) => {
      for (const search of searches) while (!searchOn(rules, search, STEPS)) await breathe()
    })
    return judgement(rules, searches)
  } catch (error) {
    if (error instanceof TooCostly) return undecided(TOO_COSTLY)
    throw error
  }
}

function judgement(rules: RobotsRules, searches: Search[]): RobotsJudgement {
  const [google, bing = google] = searches.map((search) => verdictOf(foundRule(rules, search)))
  return { google: google!, bing: bing!, warning: null, others: null, signal: null }
}

/** Unknown for both crawlers: neither blocked nor certainly allowed. */
export const undecided = (warning: Said | null): RobotsJudgement => ({
  google: UNKNOWN,
  bing: UNKNOWN,
  warning,
  others: null,
  signal: null,
})

const TOO_COSTLY = said(
  'robots.txt was not checked: the files of these sites take too long to read. Shorten them, or check fewer sites per day.',
)

/** Reads robots.txt files for one cache. */
class RobotsReader {
  private readonly lanes: Promise<unknown>[] = Array.from({ length: LARGE_AT_ONCE }, () => Promise.resolve())
  private large = 0

  constructor(
    private readonly fetch: SafeFetch,
    private readonly time: RobotsTime,
    private readonly others: OtherCrawlers,
    private readonly signal?: AbortSignal,
  ) {}

  /**
   * A missing file (4xx, or lost in redirects) forbids nothing. With an unreadable one (5xx, 429, time-out) Googlebot
   * stays away for a while and then uses its last copy: that is a warning, because we cannot know the outcome.
   */
  async read(origin: string): Promise<RobotsPage> {
    try {
      const start = await this.get(origin, SHORT)
      return start.truncated && start.status < 300 ? await this.readLarge(origin) : await this.parse(start)
    } catch (error) {
      if (error instanceof TooCostly) return unread(TOO_COSTLY)
      if (!(error instanceof SafeFetchError)) throw error
      if (error.code === 'redirects') return unread(null)
      return unread(said('robots.txt could not be read: {reason}. Make it answer 200 or 404.', { reason: error.said }))
    }
  }

  /** A large file waits for its turn unread, so it takes no memory here. */
  private readLarge(origin: string): Promise<RobotsPage> {
    const lane = this.large++ % LARGE_AT_ONCE
    const read = async () => this.parse(await this.get(origin, MAX_FILE))
    const reading = this.lanes[lane]!.then(read)
    this.lanes[lane] = reading.catch(() => {})
    return reading
  }

  private get(origin: string, max_body: number): Promise<SafeResponse> {
    if (this.time.isUsedUp) throw new TooCostly()
    const { signal } = this
    return this.fetch(`${origin}/robots.txt`, {
      max_redirects: MAX_REDIRECTS,
      max_body,
      on_too_large: 'truncate',
      signal,
    })
  }

  private async parse({ status, headers, body }: SafeResponse): Promise<RobotsPage> {
    const is_file = status === 200 && body[0] !== LESS
    const by = is_file ? challengeInHead(headers) : challengeOf(status, headers, body, body.length < SHELL)
    if (by) return unread(robotsWords(by))
    if (status === 429 || status >= 500)
      return unread(
        said('robots.txt answers {status}, which keeps crawlers away for a while. Make it answer 200 or 404.', {
          status,
        }),
      )
    if (status >= 300) return unread(null)
    const crawlers = [CRAWLERS.google, CRAWLERS.bing]
    const rules = await this.time.measure((breathe) => robotsRules(body, crawlers, breathe))
    return { rules, warning: null, others: await this.others.read(body, rules) }
  }
}

const LESS = '<'.charCodeAt(0)
const unread = (warning: Said | null): RobotsPage => ({ rules: NO_RULES, warning, others: null })
