/** The pure rules: which URLs count as new or changed, and why a URL is left out. */

import { hostOf, normaliseUrl, pathOf, readDate, siteOf } from '../../../domains/preflight/index.ts'
import { hashOf } from '../../../domains/pushes/index.ts'
import { type Said, said } from '../../../kernel/language/say.ts'
import { DAY, millis, SECOND, type Time } from '../../../kernel/time/clock.ts'
import type { Rules } from '../shapes.ts'
import type { Reason } from '../words.ts'
import { matches } from './glob.ts'

/** An entry of a source in its canonical form; `lastmod` in seconds since 1970. */
export type SourceEntry = { url: string; hash: bigint; lastmod: number | null }

/** The moment that a source states, in seconds; null for none, one that cannot be read, or one more than a day ahead. */
function lastmodOf(text: string | null, now: Time): number | null {
  if (!text) return null
  const ms = readDate(text)?.ms
  return ms !== undefined && ms <= millis(now) + DAY ? Math.floor(ms / SECOND) : null
}

/** Judges an entry by its source alone, before it is compared with known URLs. `hosts` are without their `www.`. */
export function judgeEntry(
  entry: { url: string; lastmod: string | null },
  { rules, hosts, now }: { rules: Rules; hosts: ReadonlySet<string>; now: Time },
): SourceEntry | { reason: Reason } {
  const canonical = normaliseUrl(entry.url)
  if (!canonical.ok) return { reason: 'invalid' }
  const { url } = canonical
  if (!hosts.has(siteOf(hostOf(url)))) return { reason: 'foreign_host' }
  const target = pathOf(url)
  if (rules.exclude.some((pattern) => matches(pattern, target))) return { reason: 'excluded' }
  if (rules.include.length && !rules.include.some((pattern) => matches(pattern, target)))
    return { reason: 'not_included' }
  return { url, hash: hashOf(url), lastmod: lastmodOf(entry.lastmod, now) }
}

/** The change of a URL in its source: `known` is its row, undefined for a new one. */
export function changeOf(
  { lastmod }: SourceEntry,
  known: { lastmod: number | null } | undefined,
): 'new' | 'changed' | 'dated' | 'unchanged' {
  if (!known) return 'new'
  if (lastmod === null) return 'unchanged'
  // A first date tells nothing of a change.
  if (known.lastmod === null) return 'dated'
  return lastmod > known.lastmod ? 'changed' : 'unchanged'
}

export const isWanted = (change: 'new' | 'changed', { only }: Rules): boolean =>
  only === 'new_and_changed' || only === change

/** Found links above which a person is asked. */
function floodLimit(known: number, pushed_before: readonly number[]): number {
  const sorted = pushed_before.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return Math.max(100, Math.floor(known / 5), 10 * median)
}

/** Sitemaps below this size are not judged by their dates. */
const FEWEST = 20
const MOST_OF_ALL = 0.9

/** Whether nearly all dates moved to within one hour: the site stamps them when it is built. */
function isRestamped(known: number, changed_by_hour: readonly { hour: number; n: number }[]): boolean {
  if (known < FEWEST) return false
  const counts = new Map(changed_by_hour.map(({ hour, n }) => [hour, n]))
  return changed_by_hour.some(({ hour, n }) => n + (counts.get(hour + 1) ?? 0) > known * MOST_OF_ALL)
}

type Tally = { found: number; known: number; by_hour: readonly { hour: number; n: number }[] }

/** Why a person must decide on the findings of a run; null when they may go out. */
export function floodReason(
  before: { found: readonly number[]; is_confirmed: boolean },
  { found, known, by_hour }: Tally,
): Said | null {
  if (isRestamped(known, by_hour))
    return said('Nearly all links have a new lastmod within one hour, as when a site stamps them at each build.')
  const most = floodLimit(known, before.found)
  if (found <= most || before.is_confirmed) return null
  return said('{found} links are new or changed at once, more than {most}.', { found, most })
}
