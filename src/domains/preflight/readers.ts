/**
 * Readers of pages besides Google and Bing, such as answer engines. A feature brings them and judges by the robots.txt
 * and the page that the pre-flight fetches anyway. Their findings never change flags, warnings or credits.
 */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Time } from '../../kernel/time/clock.ts'
import type { Fields } from '../../kernel/web-fetch/http/head.ts'
import type { Names } from './engines.ts'
import type { Meta } from './html/facts.ts'
import type { Way } from './redirect-access.ts'
import type { RobotsVerdict } from './robots/verdict.ts'
import type { Facts, ReaderCounts, ReaderFinding, ReaderHost } from './shapes.ts'

export type Readers = {
  /** Names of each crawler, in lower case; the first that has a group in robots.txt binds it. */
  crawlers: readonly Names[]
  /** One finding, as text without line breaks, for each reader that is not free to read the page. */
  judge(seen: PageSeen): readonly string[]
  explain(findings: readonly string[]): ReaderFinding[]
  /** Facts about the site, from its first page of a run. */
  hostOf(seen: PageSeen): ReaderHost
  keepHosts(tx: Tx, hosts: readonly ReaderHost[]): unknown
  hostAt(tx: ReadTx, origin: string): ReaderHost | null
  /**
   * Links of these jobs that were judged, and those closed to each reader, the most first. `own`: without links on hosts
   * of other clients.
   */
  countIn(tx: ReadTx, job_ids: readonly string[], own?: boolean): ReaderCounts
}

export type PageSeen = {
  facts: Facts
  now: Time
  /** The verdict for each of `crawlers` on the way through the redirects; null when robots.txt could not be read. */
  robots: readonly RobotsVerdict[] | null
  /** `Content-Signal` lines of robots.txt. */
  signal: string | null
  /** Null when the page was not read. */
  page: RulesOfPage | null
  /** The page was not requested, because robots.txt bars Google and Bing. */
  is_shut: boolean
}

/** Headers of a page, and the robots `<meta>` elements of its head. */
export type RulesOfPage = { headers: Fields; metas: readonly Meta[] }

declare module '../../kernel/operation/app.ts' {
  interface Install {
    readers: Readers | null
  }
}

type Reading = { readers: Readers | null | undefined; now: Time; hosts: Set<string> }

/** Adds the findings of the readers to the facts of a page. */
export function readBy({ readers, now, hosts }: Reading, facts: Facts, way: Way, page: RulesOfPage | null): Facts {
  if (!readers || facts.readers) return facts
  const { others: robots, signal, isShut: is_shut } = way
  const seen: PageSeen = { facts, now, robots, signal, page, is_shut }
  facts.readers = readers.judge(seen)
  if (page || is_shut) {
    const origin = facts.url.slice(0, facts.url.indexOf('/', 8))
    if (!hosts.has(origin)) facts.host = readers.hostOf(seen)
    hosts.add(origin)
  }
  return facts
}
