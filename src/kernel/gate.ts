/** Limits how much runs at once, in all and for one host. First come, first served among those who could start. */
export type Gate = {
  /** Waits for a place; `leave` gives it back. Throws `GateFull`, or the signal's reason when it fires while waiting. */
  enter(host: string, signal?: AbortSignal): Promise<void> | void
  leave(host: string): void
}

/** Too many are waiting already. */
export class GateFull extends Error {}

/**
 * `queue` bounds how many may wait. 128 in all is half of what Bun lets a process do at once unless the environment says
 * more, so that a thousand hung pages leave the suppliers their room.
 */
export function createGate({ total = 128, per_host = 4, queue = 20_000 } = {}): Gate {
  const hosts = new Map<string, { taken: number; waiting: Fifo<Waiter> }>()
  const ready = new Fifo<Waiter>()
  let running = 0
  let waiting = 0

  function enter(host: string, signal?: AbortSignal): Promise<void> | void {
    signal?.throwIfAborted()
    const place = hosts.get(host) ?? { taken: 0, waiting: new Fifo<Waiter>() }
    const hostHasRoom = place.taken < per_host
    const startsNow = hostHasRoom && running < total
    if (!startsNow && waiting >= queue) throw new GateFull('too many requests are waiting')
    hosts.set(host, place)
    if (hostHasRoom) place.taken++
    if (startsNow) {
      running++
      return
    }
    waiting++
    const waiter = createWaiter(host, signal)
    const line = hostHasRoom ? ready : place.waiting
    line.push(waiter)
    return waiter.turn.finally(() => waiting--)
  }

  function leave(host: string): void {
    running--
    passOn(host)
    while (running < total) {
      const next = ready.shift()
      if (!next) return
      if (next.start()) running++
      else passOn(next.host)
    }
  }

  /** The host's place goes to whoever waits for that host, else it is free. */
  function passOn(host: string): void {
    const place = hosts.get(host)!
    const next = place.waiting.shift()
    if (next) ready.push(next)
    else if (--place.taken === 0) hosts.delete(host)
  }

  return { enter, leave }
}

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

/** A queue whose `shift` does not move the rest. */
class Fifo<T> {
  private items: T[] = []
  private first = 0

  push(item: T): void {
    this.items.push(item)
  }

  shift(): T | undefined {
    if (this.first === this.items.length) return undefined
    const item = this.items[this.first++]
    if (this.first === this.items.length) {
      this.items = []
      this.first = 0
    }
    return item
  }
}
