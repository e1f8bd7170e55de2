/** Screening behind the page: it goes on between two requests, so that no page waits for the slowest of many. */
import { type Facts, screenedFacts, screenUrls } from '../../domains/preflight/index.ts'
import { partyOf } from '../../kernel/operation/caller.ts'
import { SECOND, stopwatch } from '../../kernel/time/clock.ts'
import { onBehalfOf } from '../../kernel/web-fetch/safe-fetch.ts'
import type { SignedInCall } from './screens.ts'

export type Findings = {
  /** Facts by URL. */
  seen: ReadonlyMap<string, Facts>
  /** URLs that have not answered for some seconds. */
  slow: ReadonlySet<string>
}

const SLOW = 5 * SECOND
/** A page that does not ask for this long was closed. */
const ABANDONED = 30 * SECOND

/** Pages that one person has open and is waiting at; of more, the one that asked longest ago stops screening. */
const MOST_DESKS = 4

/** The work that one page waits for; `open` holds the start time of each URL that is being screened. */
type PageScreening = { open: Map<string, number>; asked_at: number; stop: AbortController; runs: Set<Promise<void>> }

const pairOf = (row: Facts | undefined) => (row ? [[row.url, row] as const] : [])

/** Ends the screening for pages of the person beyond the number that may wait, before another page waits. */
function makeRoom(desks: Map<string, PageScreening>, person: string): void {
  const others = [...desks].filter(([key]) => key.startsWith(person)).sort(([, a], [, b]) => b.asked_at - a.asked_at)
  for (const [key, { stop }] of others.slice(MOST_DESKS - 1)) {
    stop.abort()
    desks.delete(key)
  }
}

/** The pages that wait, by the person, the workspace and the name of the page. */
function createDesks() {
  const desks = new Map<string, PageScreening>()
  return {
    /** A changed list does not wait for URLs that it no longer has; screenings for another page go on. */
    open(person: string, who: string, urls: ReadonlySet<string>): PageScreening {
      const known = desks.get(who)
      if (known && [...known.open.keys()].every((url) => urls.has(url))) return known
      known?.stop.abort()
      desks.delete(who)
      makeRoom(desks, person)
      const desk: PageScreening = { open: new Map(), asked_at: 0, stop: new AbortController(), runs: new Set() }
      desks.set(who, desk)
      return desk
    },
    /** When none of its screenings is open; another desk may have its place by then. */
    closeIfDone(who: string, desk: PageScreening): void {
      if (desk.runs.size === 0 && desks.get(who) === desk) desks.delete(who)
    },
  }
}

function createScreening() {
  const elapsed = stopwatch()
  const desks = createDesks()

  function begin({ app, caller }: SignedInCall, who: string, desk: PageScreening, urls: string[]): void {
    for (const url of urls) desk.open.set(url, elapsed())
    const [party, now, kept] = [partyOf(caller), app.clock.now(), screenedFacts(app.db)]
    const run = screenUrls(urls, {
      fetch: onBehalfOf(app.fetch, party),
      ...{ now, readers: app.readers },
      signal: desk.stop.signal,
      on_result(row) {
        kept.keep(party.agency, row, app.clock.now())
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
        desks.closeIfDone(who, desk)
      })
    desk.runs.add(run)
  }

  return {
    /**
     * Looks for `page` (of those one person has open) at what is not known yet, and answers with what is known once all
     * is or `patience` (ms) is over; without it nothing is screened.
     */
    async look(call: SignedInCall, page: string, urls: readonly string[], patience: number | null): Promise<Findings> {
      const { app, caller } = call
      const [now, kept, { agency }] = [app.clock.now(), screenedFacts(app.db), partyOf(caller)]
      const isKept = (url: string): boolean => kept.find(agency, url, now) !== undefined
      const known = () => new Map(urls.flatMap((url) => pairOf(kept.find(agency, url, now))))
      const person = `${call.visitor.session_id} `
      const who = `${person}${call.caller.tenant_id} ${page}`
      if (patience === null) return { seen: known(), slow: new Set() }
      const desk = desks.open(person, who, new Set(urls))
      desk.asked_at = elapsed()
      const fresh = urls.filter((url) => !isKept(url) && !desk.open.has(url))
      if (fresh.length > 0) begin(call, who, desk, fresh)
      if (desk.runs.size > 0) await Promise.race([Promise.all(desk.runs), Bun.sleep(patience)])
      desks.closeIfDone(who, desk)
      const slow = [...desk.open].flatMap(([url, since]) => (elapsed() - since > SLOW ? [url] : []))
      return { seen: known(), slow: new Set(slow) }
    },

    /** The next look fetches these pages again. */
    forget({ app, caller }: SignedInCall, urls: readonly string[]): void {
      for (const url of urls) screenedFacts(app.db).forget(partyOf(caller).agency, url)
    },
  }
}

export const screening = createScreening()
