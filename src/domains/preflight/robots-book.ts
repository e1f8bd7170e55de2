import { DAY, plus, type Time } from '../../kernel/clock.ts'
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
const MAX_RULES = 500_000

/** The signal ends the fetches under way; give none to a book that several runs share. */
export function createRobotsBook(fetch: SafeFetch, signal?: AbortSignal): RobotsBook {
  const pages = new Map<string, { page: Promise<RobotsPage>; until: Time; rules: number }>()
  let rules = 0

  function pageOf(origin: string, now: Time): Promise<RobotsPage> {
    const known = pages.get(origin)
    if (known && now < known.until) return known.page
    drop(origin)
    const entry = { page: fetchRobots(fetch, origin, signal), until: plus(now, DAY), rules: 0 }
    pages.set(origin, entry)
    entry.page.then(
      (page) => {
        if (pages.get(origin) === entry) rules += entry.rules = page.rules.length
        while (pages.size > MAX_ORIGINS || rules > MAX_RULES) drop(pages.keys().next().value!)
      },
      () => drop(origin),
    )
    return entry.page
  }

  function drop(origin: string): void {
    rules -= pages.get(origin)?.rules ?? 0
    pages.delete(origin)
  }

  return {
    async judge(origin, path, now) {
      const page = await pageOf(origin, now)
      if (page.warning) return { verdict: 'unknown', rule: null, warning: page.warning }
      const rule = decidingRule(page.rules, path)
      const shown = rule && { line: rule.line, text: rule.text }
      return { verdict: rule && !rule.allow ? 'blocked' : 'allowed', rule: shown, warning: null }
    },
  }
}

type RobotsPage = { rules: RobotsRule[]; warning: string | null }

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
    return readRobots(response)
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return { rules: [], warning: error.code === 'redirects' ? null : `robots.txt could not be read: ${error.message}.` }
  }
}

function readRobots({ status, body }: SafeResponse): RobotsPage {
  if (status === 429 || status >= 500) return { rules: [], warning: `robots.txt answers ${status}.` }
  return { rules: status < 300 ? robotsRules(body, AGENT) : [], warning: null }
}
