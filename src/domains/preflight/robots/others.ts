/** Verdicts of robots.txt for crawlers besides those of Google and Bing, in processor time of their own. */
import type { Names } from '../engines.ts'
import { EVERYBODY, foundRule, type RobotsRules, robotsRules, type Search, STEPS, searchOn } from './robots.ts'
import { RobotsTime, TooCostly } from './time-budget.ts'
import { isBlocked, type RobotsVerdict, UNKNOWN, verdictOf } from './verdict.ts'

export type OtherVerdicts = readonly RobotsVerdict[] | null

/** Rules with one crawler of each distinct group, and for each crawler the place of its group among these. */
export type OtherRules = {
  rules: RobotsRules
  groups: readonly number[]
  group_of: readonly number[]
  /** The file's `Content-Signal` lines. */
  signal: string | null
  /** One group binds Google's crawler and all of these. */
  as_google: boolean
  /** Verdicts by the rules that decided: most pages of a site share them. */
  known: Map<string, OtherVerdicts>
}

function inGroups(rules: RobotsRules, signal: string | null, as_google = false): OtherRules {
  const bounds = [...new Set(rules.bound_by)]
  return {
    rules,
    groups: bounds.map((bound) => rules.bound_by.indexOf(bound)),
    group_of: rules.bound_by.map((bound) => bounds.indexOf(bound)),
    signal,
    as_google,
    known: new Map(),
  }
}

/** Octets in which they are looked for, and characters kept of them. */
const [SIGNAL_WITHIN, SIGNAL_KEPT] = [64 * 1024, 200]

/** The lines by which a site states its wishes (contentsignals.org), which no vendor documents to obey for answers. */
function signalsIn(file: Uint8Array): string | null {
  const text = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, SIGNAL_WITHIN)).toString('latin1')
  const lines = text.matchAll(/^[ \t]*content-signal[ \t]*:[ \t]*([^\r\n#]*)/gim)
  const signals = new Set([...lines].map(([, value]) => value!.replace(/[^\x20-\x7e]/g, '').trim()))
  return [...signals].filter(Boolean).join('; ').slice(0, SIGNAL_KEPT) || null
}

/** Processor milliseconds of a run, and octets of rules that it keeps. */
const A_RUN = 500
const MAX_OCTETS = 4 * 1024 * 1024
/** Verdicts kept of one file. */
const MOST_KNOWN = 64

/** Costly files end in `unknown` here alone: the verdicts for Google and Bing have their own time. */
export class OtherCrawlers {
  private readonly time = new RobotsTime((ms) => ms, A_RUN)
  private octets = 0

  constructor(private readonly crawlers: readonly Names[]) {}

  /** `known`: the rules for Google and Bing, which are enough for a file that names no other crawler. */
  async read(file: Uint8Array, known: RobotsRules): Promise<OtherRules | null> {
    if (this.crawlers.length === 0) return null
    const rules = await this.within((breathe) => robotsRules(file, this.crawlers, breathe))
    if (!rules) return null
    if (new Set(rules.bound_by).size === 1) {
      const as_google = rules.bound_by[0] === known.bound_by[0] && rules.bound_by[0] === EVERYBODY
      return inGroups({ ...known, bound_by: rules.bound_by }, signalsIn(file), as_google)
    }
    this.octets += rules.octets.byteLength + rules.table.byteLength
    return this.octets > MAX_OCTETS ? null : inGroups(rules, signalsIn(file))
  }

  /** The verdict for Google, for all of them. */
  alike({ known, group_of }: OtherRules, google: RobotsVerdict): OtherVerdicts {
    const key = `${google.verdict} ${google.rule?.line}`
    const kept = known.get(key)
    if (kept) return kept
    const verdicts = group_of.map(() => google)
    if (known.size < MOST_KNOWN) known.set(key, verdicts)
    return verdicts
  }

  /** One search for each distinct group. Not a promise when the rules are short. */
  judge(others: OtherRules, path: Uint8Array): OtherVerdicts | Promise<OtherVerdicts> {
    const { rules, groups } = others
    const searches = groups.map((crawler) => ({ crawler, path, next: 0, best: -1 }))
    if (rules.octets.length * path.length <= STEPS) {
      for (const search of searches) searchOn(rules, search, Number.POSITIVE_INFINITY)
      return verdictsOf(others, searches)
    }
    return this.within(async (breathe) => {
      for (const search of searches) while (!searchOn(rules, search, STEPS)) await breathe()
      return verdictsOf(others, searches)
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

function verdictsOf({ rules, group_of, known }: OtherRules, searches: readonly Search[]): OtherVerdicts {
  let key = ''
  for (const { best } of searches) key += `${best} `
  const kept = known.get(key)
  if (kept) return kept
  const found = searches.map((search) => verdictOf(foundRule(rules, search)))
  const verdicts = group_of.map((group) => found[group]!)
  if (known.size < MOST_KNOWN) known.set(key, verdicts)
  return verdicts
}

/** The verdicts on an address and, behind its redirect, the next: a crawler that is barred once does not go on. */
export function onTheWay(before: OtherVerdicts, next: OtherVerdicts): OtherVerdicts {
  if (!before || !next) return (before ?? next)?.map((one) => (isBlocked(one) ? one : UNKNOWN)) ?? null
  return before.map((one, at) => (one.verdict === 'allowed' || isBlocked(next[at]!) ? next[at]! : one))
}
