import { DAY, plus, SECOND, stopwatch, type Time } from '../../kernel/clock.ts'
import { pacer } from '../../kernel/pause.ts'
import { type SafeFetch, SafeFetchError, type SafeResponse } from '../../kernel/safe-fetch.ts'
import { decidingRule, type RobotsRule, robotsRules } from './robots.ts'
import type { Facts } from './shapes.ts'

/** A verdict, and why there is none when it is unknown. */
export type Judgement = Facts['robots'] & { warning: string | null }

/** Remembers the robots.txt of each origin for at most 24 hours, as RFC 9309 allows, and answers from it. */
export type RobotsBook = {
  /** `origin` is scheme, host and port; `path` has the query. */
  judge(origin: string, path: string, now: Time): Promise<Judgement>
}

const AGENT = 'Googlebot'
/** RFC 9309 asks for at least 500 KiB; Google reads as much and no more. */
const MAX_FILE = 500 * 1024
const MAX_REDIRECTS = 5
const MAX_ORIGINS = 10_000
/** What is kept of all files. */
const MAX_OCTETS = 16 * 1024 * 1024

/** The signal ends the fetches under way; give none to a book that several runs share. */
export function createRobotsBook(fetch: SafeFetch, signal?: AbortSignal, budget = BUDGET): RobotsBook {
  const pages = new Map<string, { page: Promise<RobotsPage>; until: Time; octets: number }>()
  let octets = 0

  function pageOf(origin: string, now: Time): Promise<RobotsPage> {
    const known = pages.get(origin)
    if (known && now < known.until) return known.page
    drop(origin)
    const entry = { page: fetchRobots(fetch, origin, signal), until: plus(now, DAY), octets: 0 }
    pages.set(origin, entry)
    entry.page.then(
      (page) => {
        if (pages.get(origin) === entry) octets += entry.octets = weightOf(page.rules)
        while (pages.size > MAX_ORIGINS || octets > MAX_OCTETS) drop(pages.keys().next().value!)
      },
      () => drop(origin),
    )
    return entry.page
  }

  function drop(origin: string): void {
    octets -= pages.get(origin)?.octets ?? 0
    pages.delete(origin)
  }

  return {
    async judge(origin, path, now) {
      const page = await pageOf(origin, now)
      if (page.warning) return { verdict: 'unknown', rule: null, warning: page.warning }
      const rule = await ruleFor(page, path, budget)
      if (rule === 'too costly') return { verdict: 'unknown', rule: null, warning: TOO_COSTLY }
      const shown = rule && { line: rule.line, text: rule.text }
      return { verdict: rule && !rule.allow ? 'blocked' : 'allowed', rule: shown, warning: null }
    },
  }
}

/** `spent` is the time in milliseconds that so many searches in it took. */
type RobotsPage = { rules: RobotsRule[]; warning: string | null; spent: number; searches: number }

/** Octets that a file takes in memory, about: what a rule takes beside its text was measured. */
const weightOf = (rules: RobotsRule[]): number =>
  rules.reduce((sum, { text, pattern }) => sum + 400 + text.length + pattern.octets + 24 * pattern.parts.length, 0)

/** Rules looked at without a break, and the ms that may be spent on a file: some to begin with, and some for each URL. */
const RULES_AT_ONCE = 1_000
const BUDGET = { once: 5 * SECOND, each: 2 }
const TOO_COSTLY = 'robots.txt has too many complicated rules to be followed for every page. Shorten it.'

/** The rule that decides, found in steps where there are many. */
async function ruleFor(
  page: RobotsPage,
  path: string,
  budget: typeof BUDGET,
): Promise<RobotsRule | 'too costly' | null> {
  if (page.rules.length <= RULES_AT_ONCE) return decidingRule(page.rules, path)
  const breathe = pacer()
  page.searches++
  for (let from = 0; from < page.rules.length; from += RULES_AT_ONCE) {
    if (page.spent > budget.once + budget.each * page.searches) return 'too costly'
    const elapsed = stopwatch()
    const rule = decidingRule(page.rules.slice(from, from + RULES_AT_ONCE), path)
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
      warning: error.code === 'redirects' ? null : `robots.txt could not be read: ${error.message}.`,
    }
  }
}

const NO_RULES: RobotsPage = { rules: [], warning: null, spent: 0, searches: 0 }

async function readRobots({ status, body }: SafeResponse): Promise<RobotsPage> {
  if (status === 429 || status >= 500) return { ...NO_RULES, warning: `robots.txt answers ${status}.` }
  return { ...NO_RULES, rules: status < 300 ? await robotsRules(body, AGENT) : [] }
}
