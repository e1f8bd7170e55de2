import { DAY, plus, SECOND, stopwatch, type Time } from '../../kernel/clock.ts'
import { pacer } from '../../kernel/pause.ts'
import { type SafeFetch, SafeFetchError, type SafeResponse } from '../../kernel/safe-fetch.ts'
import { CRAWLERS, type ForEach } from './engines.ts'
import { decidingRule, type RobotsRule, robotsRules } from './robots.ts'
import type { Facts } from './shapes.ts'

/** The verdict for each crawler, and why there is none when it is unknown. */
export type Judgement = ForEach<Verdict> & { warning: string | null }
export type Verdict = Facts['robots']

/** Remembers the robots.txt of each origin for at most 24 hours, as RFC 9309 allows, and answers from it. */
export type RobotsBook = {
  /** `origin` is scheme, host and port; `path` has the query. At once where the file is known and short. */
  judge(origin: string, path: string, now: Time): Judgement | Promise<Judgement>
  /** Whether the file of an origin is known, or on its way. */
  knows(origin: string, now: Time): boolean
}

/** RFC 9309 asks for at least 500 KiB; Google reads as much and no more. */
const MAX_FILE = 500 * 1024
const MAX_REDIRECTS = 5
const MAX_ORIGINS = 10_000
/** What is kept of all files. */
const MAX_OCTETS = 16 * 1024 * 1024

/** What is known of an origin: `page` once it came. */
type Entry = { coming: Promise<RobotsPage>; page: RobotsPage | null; until: Time; octets: number }

/** The signal ends the fetches under way; give none to a book that several runs share. */
export function createRobotsBook(fetch: SafeFetch, signal?: AbortSignal, budget = BUDGET): RobotsBook {
  const entries = new Map<string, Entry>()
  let octets = 0

  function entryOf(origin: string, now: Time): Entry {
    const known = entries.get(origin)
    if (known && now < known.until) return known
    drop(origin)
    const entry: Entry = { coming: fetchRobots(fetch, origin, signal), page: null, until: plus(now, DAY), octets: 0 }
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
      const { page, coming } = entryOf(origin, now)
      return page ? judgePath(page, path, budget) : coming.then((page) => judgePath(page, path, budget))
    },
    knows: (origin, now) => (entries.get(origin)?.until ?? '') > now,
  }
}

/** `spent` is the time in milliseconds that so many searches in it took. */
type RobotsPage = { rules: ForEach<RobotsRule[]>; warning: string | null; spent: number; searches: number }

/** Octets that a file takes in memory, about: what a rule takes beside its text was measured. */
const weightOf = ({ rules }: RobotsPage): number =>
  [...new Set([...rules.google, ...rules.bing])].reduce(
    (sum, { text, pattern }) => sum + 400 + text.length + pattern.octets + 24 * pattern.parts.length,
    0,
  )

function judgePath(page: RobotsPage, path: string, budget: typeof BUDGET): Judgement | Promise<Judgement> {
  const { rules, warning } = page
  if (warning) return undecided(warning)
  if (rules.google.length + rules.bing.length > RULES_AT_ONCE) return judgeSlowly(page, path, budget)
  const google = verdictOf(decidingRule(rules.google, path))
  return { google, bing: rules.bing === rules.google ? google : verdictOf(decidingRule(rules.bing, path)), warning }
}

async function judgeSlowly(page: RobotsPage, path: string, budget: typeof BUDGET): Promise<Judgement> {
  const { rules } = page
  const google = await ruleFor(page, rules.google, path, budget)
  const bing = rules.bing === rules.google ? google : await ruleFor(page, rules.bing, path, budget)
  if (google === 'too costly' || bing === 'too costly') return undecided(TOO_COSTLY)
  return { google: verdictOf(google), bing: verdictOf(bing), warning: null }
}

const UNKNOWN: Verdict = { verdict: 'unknown', rule: null }
const FREE: Verdict = { verdict: 'allowed', rule: null }
/** Nobody is kept away, and nobody is sure to be let in. */
export const undecided = (warning: string | null): Judgement => ({ google: UNKNOWN, bing: UNKNOWN, warning })

function verdictOf(rule: RobotsRule | null): Verdict {
  return rule ? { verdict: rule.allow ? 'allowed' : 'blocked', rule: { line: rule.line, text: rule.text } } : FREE
}

/** Rules looked at without a break, and the ms that may be spent on a file: some to begin with, and some for each URL. */
const RULES_AT_ONCE = 1_000
const BUDGET = { once: 5 * SECOND, each: 2 }
const TOO_COSTLY = 'robots.txt has too many complicated rules to be followed for every page. Shorten it.'

/** The rule that decides, found in steps where there are many. */
async function ruleFor(
  page: RobotsPage,
  rules: RobotsRule[],
  path: string,
  budget: typeof BUDGET,
): Promise<RobotsRule | 'too costly' | null> {
  const breathe = pacer()
  page.searches++
  for (let from = 0; from < rules.length; from += RULES_AT_ONCE) {
    if (page.spent > budget.once + budget.each * page.searches) return 'too costly'
    const elapsed = stopwatch()
    const rule = decidingRule(rules.slice(from, from + RULES_AT_ONCE), path)
    page.spent += elapsed()
    if (rule) return rule
    await breathe()
  }
  return null
}

/**
 * A file that is not there (4xx, or lost in redirects) forbids nothing. One that cannot be had (5xx, 429, time-out)
 * makes Googlebot stay away for a while and then use what it knew: a warning, since only time will tell.
 */
async function fetchRobots(fetch: SafeFetch, origin: string, signal?: AbortSignal): Promise<RobotsPage> {
  try {
    const url = `${origin}/robots.txt`
    const response = await fetch(url, {
      max_redirects: MAX_REDIRECTS,
      max_body: MAX_FILE,
      on_too_large: 'truncate',
      signal,
    })
    return await readRobots(response)
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return {
      ...NO_RULES,
      warning:
        error.code === 'redirects'
          ? null
          : `robots.txt could not be read: ${error.message}. Have it answer 200 or 404.`,
    }
  }
}

const NOTHING: RobotsRule[] = []
const NO_RULES: RobotsPage = { rules: { google: NOTHING, bing: NOTHING }, warning: null, spent: 0, searches: 0 }

async function readRobots({ status, body }: SafeResponse): Promise<RobotsPage> {
  if (status === 429 || status >= 500)
    return {
      ...NO_RULES,
      warning: `robots.txt answers ${status}, which keeps crawlers away for a while. Have it answer 200 or 404.`,
    }
  if (status >= 300) return { ...NO_RULES }
  const [google, bing] = await robotsRules(body, [CRAWLERS.google, CRAWLERS.bing])
  return { ...NO_RULES, rules: { google: google!, bing: bing! } }
}
