import { stopwatch } from '../../kernel/clock.ts'
import { pause } from '../../kernel/pause.ts'

export type Lanes = {
  /** Items worked on at once while this machine is what limits the speed. */
  busy: number
  /** And while waiting for others is. */
  waiting: number
  per_group: number
}

/**
 * Works through groups of items, so many at once. A lane stays with a group until that is done, rather than going round:
 * the connection to a host is used again while it is warm. Only when each group has its lane do more join in, since each
 * costs the host and this machine a connection of its own. The first failure ends it.
 */
export async function inLanes<Item>(
  groups: Iterable<Item[]>,
  { busy, waiting, per_group }: Lanes,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const all = [...groups].map((group) => ({ items: group.values(), length: group.length }))
  const places = Array.from({ length: per_group }, (_, place) => all.filter(({ length }) => length > place)).flat()
  // All lanes draw from the same iterators: whoever is free takes the next item, then the next place at a group.
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

/** Milliseconds after which the lanes let others on the event loop go first. */
const SLICE = 8
/** Milliseconds between looks at how busy the process is, and the share of one core below which it mostly waits. */
const CHECK_EVERY = 100
const IDLE_SHARE = 0.5

/** Answers that are ready keep the event loop in one turn for as long as they bring new requests; this ends the turn. */
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

/** Processor time that this process used since the last call, against the time that went by. */
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
