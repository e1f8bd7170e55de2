import { createFairPool, type FairPool, FREE_WORK, OWN_WORK, type Party } from './fair-pool.ts'

/** Limits how much runs at once, in all and for one host. Agencies take turns, at a host too. */
export type Gate = {
  /** Waits for a place; `leave` gives it back. Throws `GateFull`, or the signal's reason when it fires while waiting. */
  enter(host: string, signal?: AbortSignal, party?: Party): Promise<void> | void
  leave(host: string, party?: Party): void
}

/** Too many are waiting already. */
export class GateFull extends Error {}

/**
 * `queue` bounds how many may wait, half of them of one agency. 128 in all is what one machine reads with ease, however
 * many pages hang.
 */
export function createGate({ total = 128, per_host = 4, queue = 20_000 } = {}): Gate {
  const hosts = new Map<string, Host>()
  const all = createFairPool<Waiter>(total)
  const waiting = new Map<string, number>()
  let inLine = 0

  function enter(host: string, signal?: AbortSignal, party = OWN_WORK): Promise<void> | void {
    signal?.throwIfAborted()
    const known = hosts.get(host)
    if (enterAlone(host, known, party)) return
    const at = crowded(known)
    const place = at.crowd
    const startsNow = place.isOpenTo(party) && all.isOpenTo(party)
    if (startsNow && place.enter(party)) {
      hosts.set(host, at)
      if (all.enter(party)) return
      place.leave(party)
    }
    if (!startsNow && isFullFor(party.agency)) throw new GateFull('too many requests are waiting')
    hosts.set(host, at)
    const waiter = createWaiter(host, signal)
    place.add(party, waiter)
    sendOn(place)
    if (startsNow) return letIn()
    count(party.agency, 1)
    return waiter.turn.finally(() => count(party.agency, -1))
  }

  /** Where nobody waits, nobody need take turns: most hosts see no more than a few requests at once. */
  function enterAlone(host: string, known: Host | undefined, party: Party): boolean {
    if (party.agency === FREE_WORK.agency || (known && (known.crowd || known.inside.length === per_host))) return false
    if (!all.enter(party)) return false
    if (known) known.inside.push(party)
    else hosts.set(host, { inside: [party], crowd: null })
    return true
  }

  /** The pool of a host, with those who are there already. */
  function crowded(known: Host | undefined): Crowded {
    if (known?.crowd) return known as Crowded
    const crowd = createFairPool<Waiter>(per_host, 0)
    for (const party of known?.inside ?? []) crowd.enter(party)
    return { inside: [], crowd }
  }

  const isFullFor = (agency: string): boolean =>
    inLine >= queue || (agency !== OWN_WORK.agency && (waiting.get(agency) ?? 0) >= queue / 2)

  function count(agency: string, by: 1 | -1): void {
    const left = (waiting.get(agency) ?? 0) + by
    inLine += by
    if (left === 0) waiting.delete(agency)
    else waiting.set(agency, left)
  }

  function leave(host: string, party = OWN_WORK): void {
    all.leave(party)
    leaveHost(host, party)
    letIn()
  }

  /** Whoever has a place at the host waits for one in all. */
  function sendOn(place: FairPool<Waiter>): void {
    const next = place.next()
    if (next) all.add(next.party, next.item)
  }

  function leaveHost(host: string, party: Party): void {
    const { inside, crowd } = hosts.get(host)!
    if (crowd) {
      crowd.leave(party)
      sendOn(crowd)
    } else inside.splice(placeOf(inside, party), 1)
    if (crowd ? crowd.isIdle() : inside.length === 0) hosts.delete(host)
  }

  function letIn(): void {
    for (let next = all.next(); next; next = all.next()) {
      if (next.item.start()) continue
      all.leave(next.party)
      leaveHost(next.item.host, next.party)
    }
  }

  return { enter, leave }
}

/** Who is at a host; once somebody had to wait there, its pool knows. */
type Host = { inside: Party[]; crowd: FairPool<Waiter> | null }
type Crowded = Host & { crowd: FairPool<Waiter> }

const placeOf = (inside: Party[], { agency, workspace }: Party): number =>
  inside.findIndex((party) => party.agency === agency && party.workspace === workspace)

/** `start` lets it in, or says false when it has given up. */
type Waiter = { host: string; turn: Promise<void>; start(): boolean }

function createWaiter(host: string, signal?: AbortSignal): Waiter {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let gaveUp = false
  const giveUp = () => {
    gaveUp = true
    reject(signal?.reason)
  }
  signal?.addEventListener('abort', giveUp, { once: true })
  return {
    host,
    turn: promise,
    start() {
      signal?.removeEventListener('abort', giveUp)
      if (!gaveUp) resolve()
      return !gaveUp
    },
  }
}
