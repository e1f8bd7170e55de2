import { pause } from '../../kernel/scheduling/pause.ts'
import { stopwatch } from '../../kernel/time/clock.ts'

export type Lanes = {
  /** Parallel items while this process limits the speed. */
  busy: number
  /** Parallel items while the process mostly waits for others. */
  waiting: number
  per_group: number
}

/**
 * Works through groups of items in parallel. A lane stays with its group to the end, which reuses the warm connection
 * to a host. More lanes join a group only when each group has one, because each needs its own connection. The first
 * failure ends the work.
 */
export async function inLanes<Item>(
  groups: Iterable<Item[]>,
  { busy, waiting, per_group }: Lanes,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const all = [...groups].map((group) => ({ items: group.values(), length: group.length }))
  const places = Array.from({ length: per_group }, (_, place) => all.filter(({ length }) => length > place)).flat()
  // All lanes share these iterators: a free lane takes the next item, then the next place in a group.
  const free = places.values()
  const breathe = breather()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let over = false
  const lane = async (until?: Promise<void>) => {
    await until
    for (const { items } of free) {
      for (const item of items) {
        if (over) return
        await work(item)
        const turn = breathe()
        if (turn) await turn
      }
    }
  }
  const share = processorShare()
  const timer = setInterval(() => share() < IDLE_SHARE && open(), CHECK_EVERY)
  const first = Promise.all(Array.from({ length: busy }, () => lane()))
  const others = Array.from({ length: waiting - busy }, () => lane(opened))
  try {
    await Promise.all([first.then(() => open()), ...others])
  } finally {
    over = true
    clearInterval(timer)
  }
}

/** Milliseconds until the lanes yield to other work. */
const SLICE = 8
/** Milliseconds between measurements, and the share of one core below which the process mostly waits. */
const CHECK_EVERY = 100
const IDLE_SHARE = 0.5

/** Ready responses keep the event loop in one turn as long as they start new requests; this ends the turn. */
function breather(): () => Promise<void> | undefined {
  let elapsed = stopwatch()
  let turn: Promise<void> | undefined
  return () => {
    if (!turn && elapsed() > SLICE) {
      turn = pause().then(() => {
        elapsed = stopwatch()
        turn = undefined
      })
    }
    return turn
  }
}

/** Share of the time since the last call that this process spent on the processor. */
function processorShare(): () => number {
  let usage = process.cpuUsage()
  let elapsed = stopwatch()
  return () => {
    const { user, system } = process.cpuUsage(usage)
    const share = (user + system) / 1000 / elapsed()
    usage = process.cpuUsage()
    elapsed = stopwatch()
    return share
  }
}
