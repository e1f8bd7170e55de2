/** Facts of pages that a form has just screened, in memory: the push made from it does not fetch its pages again. */
import type { Db } from '../../kernel/database/database.ts'
import { MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import type { Facts } from './shapes.ts'

const KEPT = 3 * MINUTE
/** Characters of facts that are kept: chains of redirects can be long. */
const MOST_KEPT = 16 << 20

type CachedFacts = { until: Time; facts: Facts; size: number }

export function createScreenedFacts() {
  const kept = new Map<string, CachedFacts>()
  let size = 0

  const drop = (key: string): void => {
    size -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  /** Facts are shared within an agency's tree, not between agencies. */
  const keyOf = (agency: string, url: string): string => `${agency} ${url}`

  return {
    /** `at`: when the page answered. */
    keep(agency: string, facts: Facts, at: Time): void {
      const key = keyOf(agency, facts.url)
      drop(key)
      const one = { until: plus(at, KEPT), facts, size: JSON.stringify(facts).length }
      kept.set(key, one)
      size += one.size
      while (size > MOST_KEPT) drop(kept.keys().next().value!)
    },
    forget(agency: string, url: string): void {
      drop(keyOf(agency, url))
    },
    /** Known facts about the page, unless it was screened more than three minutes ago. */
    find(agency: string, url: string, now: Time): Facts | undefined {
      const one = kept.get(keyOf(agency, url))
      return one && one.until > now ? one.facts : undefined
    },
  }
}

type ScreenedFacts = ReturnType<typeof createScreenedFacts>

const installs = new WeakMap<Db, ScreenedFacts>()

export function screenedFacts(db: Db): ScreenedFacts {
  const known = installs.get(db) ?? createScreenedFacts()
  installs.set(db, known)
  return known
}
