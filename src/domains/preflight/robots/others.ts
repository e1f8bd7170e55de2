/** Verdicts of robots.txt for crawlers besides those of Google and Bing, in processor time of their own. */
import type { Names } from '../engines.ts'
import { foundRule, type RobotsRules, robotsRules, STEPS, searchFor, searchOn, stepsOf } from './robots.ts'
import { RobotsTime, TooCostly } from './time-budget.ts'
import { isBlocked, type RobotsVerdict, UNKNOWN, verdictOf } from './verdict.ts'

export type OtherVerdicts = readonly RobotsVerdict[] | null

/** Processor milliseconds of a run, and octets of rules that it keeps. */
const A_RUN = 500
const MAX_OCTETS = 4 * 1024 * 1024

/** Costly files end in `unknown` here alone: the verdicts for Google and Bing have their own time. */
export class OtherCrawlers {
  private readonly time = new RobotsTime((ms) => ms, A_RUN)
  private octets = 0

  constructor(private readonly crawlers: readonly Names[]) {}

  /** `known`: the rules for Google and Bing, which are enough for a file that names no other crawler. */
  async read(file: Uint8Array, known: RobotsRules): Promise<RobotsRules | null> {
    if (this.crawlers.length === 0) return null
    const rules = await this.within((breathe) => robotsRules(file, this.crawlers, breathe))
    if (!rules) return null
    if (new Set(rules.bound_by).size === 1) return { ...known, bound_by: rules.bound_by }
    this.octets += rules.octets.byteLength + rules.table.byteLength
    return this.octets > MAX_OCTETS ? null : rules
  }

  /** One search for each distinct group. Not a promise when the rules are short. */
  judge(rules: RobotsRules, path: string): OtherVerdicts | Promise<OtherVerdicts> {
    const searches = new Map(rules.bound_by.map((bound, crawler) => [bound, searchFor(path, crawler)]))
    const verdicts = (): OtherVerdicts => {
      const found = new Map([...searches].map(([bound, search]) => [bound, verdictOf(foundRule(rules, search))]))
      return rules.bound_by.map((bound) => found.get(bound)!)
    }
    if (stepsOf(rules, path) <= STEPS) {
      for (const search of searches.values()) searchOn(rules, search, Number.POSITIVE_INFINITY)
      return verdicts()
    }
    return this.within(async (breathe) => {
      for (const search of searches.values()) while (!searchOn(rules, search, STEPS)) await breathe()
      return verdicts()
    })
  }

  private async within<Result>(
    work: (breathe: () => Promise<void> | undefined) => Promise<Result>,
  ): Promise<Result | null> {
    try {
      return this.time.isUsedUp ? null : await this.time.measure(work)
    } catch (error) {
      if (error instanceof TooCostly) return null
      throw error
    }
  }
}

/** The verdicts on an address and, behind its redirect, the next: a crawler that is barred once does not go on. */
export function onTheWay(before: OtherVerdicts, next: OtherVerdicts): OtherVerdicts {
  if (!before || !next) return (before ?? next)?.map((one) => (isBlocked(one) ? one : UNKNOWN)) ?? null
  return before.map((one, at) => (one.verdict === 'allowed' || isBlocked(next[at]!) ? next[at]! : one))
}
