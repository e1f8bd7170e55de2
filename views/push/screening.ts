/** Screening behind the page: it goes on between two requests, so that no page waits for the slowest of many. */
import { screenUrls } from '../../src/domains/preflight/index.ts'
import { partyOf } from '../../src/domains/tenants/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { MINUTE, plus, SECOND, stopwatch, type Time } from '../../src/kernel/time/clock.ts'
import { onBehalfOf } from '../../src/kernel/web-fetch/safe-fetch.ts'
import type { PreflightRow } from './causes.ts'

export type Screened = {
  /** What was seen, by URL. */
  seen: ReadonlyMap<string, PreflightRow>
  /** URLs that have not answered for some seconds. */
  slow: ReadonlySet<string>
}

const KEPT = 3 * MINUTE
/** Characters of rows that are kept: chains of redirects can be long. */
const MOST_KEPT = 16 << 20
const SLOW = 5 * SECOND
/** A person who has left asks no more. */
const ABANDONED = 30 * SECOND

/** Pages that one person has open and is waiting at; of more, the one that asked longest ago stops looking. */
const MOST_DESKS = 4

/** What one page waits for: URLs that are being looked at, since when. */
type Desk = { open: Map<string, number>; asked_at: number; stop: AbortController; runs: Set<Promise<void>> }
type Kept = { until: Time; row: PreflightRow; size: number }

/** Ends what is done for pages of the person beyond those that may wait, before another one does. */
function makeRoom(desks: Map<string, Desk>, person: string): void {
  const others = [...desks].filter(([key]) => key.startsWith(person)).sort(([, a], [, b]) => b.asked_at - a.asked_at)
  for (const [key, { stop }] of others.slice(MOST_DESKS - 1)) {
    stop.abort()
    desks.delete(key)
  }
}

export function createScreening(elapsed = stopwatch()) {
  const kept = new Map<string, Kept>()
  const desks = new Map<string, Desk>()

  let size = 0

  const drop = (url: string): void => {
    size -= kept.get(url)?.size ?? 0
    kept.delete(url)
  }
  const keep = (row: PreflightRow, until: Time): void => {
    drop(row.url)
    const one = { until, row, size: JSON.stringify(row).length }
    kept.set(row.url, one)
    size += one.size
    while (size > MOST_KEPT) drop(kept.keys().next().value!)
  }

  const isKept = (url: string, now: Time): boolean => (kept.get(url)?.until ?? '') > now
  const rowsOf = (urls: readonly string[], now: Time): Screened['seen'] =>
    new Map(urls.flatMap((url) => (isKept(url, now) ? [[url, kept.get(url)!.row] as const] : [])))

  /** Whoever changed the list does not wait for what is no longer in it; what another page waits for goes on. */
  function deskFor(person: string, who: string, urls: ReadonlySet<string>): Desk {
    const known = desks.get(who)
    if (known && [...known.open.keys()].every((url) => urls.has(url))) return known
    known?.stop.abort()
    desks.delete(who)
    makeRoom(desks, person)
    const desk: Desk = { open: new Map(), asked_at: 0, stop: new AbortController(), runs: new Set() }
    desks.set(who, desk)
    return desk
  }

  function begin({ app, caller }: SignedInCall, who: string, desk: Desk, urls: string[]): void {
    for (const url of urls) desk.open.set(url, elapsed())
    const until = plus(app.clock.now(), KEPT)
    const run = screenUrls(urls, {
      fetch: onBehalfOf(app.fetch, partyOf(caller.path)),
      now: app.clock.now(),
      signal: desk.stop.signal,
      on_result(row) {
        keep(row, until)
        desk.open.delete(row.url)
        if (elapsed() - desk.asked_at > ABANDONED) desk.stop.abort()
      },
    })
      .then(
        () => {},
        (error) => {
          if (!desk.stop.signal.aborted) app.log.error('a screening ended early', { error: String(error) })
        },
      )
      .finally(() => {
        for (const url of urls) desk.open.delete(url)
        desk.runs.delete(run)
        if (desk.runs.size === 0 && desks.get(who) === desk) desks.delete(who)
      })
    desk.runs.add(run)
  }

  return {
    /**
     * Looks for `page` (of those one person has open) at what is not known yet, and answers with what is known once all
     * is or `patience` (ms) is over. A form that is only asked what it would do begins no look.
     */
    async look(call: SignedInCall, page: string, urls: readonly string[], patience: number): Promise<Screened> {
      const now = call.app.clock.now()
      const person = `${call.visitor.session_id} `
      const who = `${person}${call.caller.tenant_id} ${page}`
      if (call.asked) return { seen: rowsOf(urls, now), slow: new Set() }
      const desk = deskFor(person, who, new Set(urls))
      desk.asked_at = elapsed()
      const fresh = urls.filter((url) => !isKept(url, now) && !desk.open.has(url))
      if (fresh.length > 0) begin(call, who, desk, fresh)
      if (desk.runs.size > 0) await Promise.race([Promise.all(desk.runs), Bun.sleep(patience)])
      if (desk.runs.size === 0 && desks.get(who) === desk) desks.delete(who)
      const slow = [...desk.open].flatMap(([url, since]) => (elapsed() - since > SLOW ? [url] : []))
      return { seen: rowsOf(urls, now), slow: new Set(slow) }
    },
  }
}

export const screening = createScreening()
