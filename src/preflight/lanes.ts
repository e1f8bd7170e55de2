import { stopwatch } from '../kernel/clock.ts'
import { pause } from '../kernel/pause.ts'

/** Milliseconds after which the lanes let others on the event loop go first. */
const SLICE = 8

/**
 * Works through groups of items, `total` at once and at most `per_group` of one group. It stays with a group until
 * that is done, rather than going round: the connections to a host are used again while they are warm.
 */
export async function inLanes<Item>(
  groups: Iterable<Item[]>,
  { total, per_group }: { total: number; per_group: number },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const places: ArrayIterator<Item>[] = []
  for (const group of groups) {
    const items = group.values()
    for (let place = 0; place < Math.min(per_group, group.length); place++) places.push(items)
  }
  // All lanes draw from the same iterators: whoever is free takes the next item, then the next place at a group.
  const free = places.values()
  const breathe = breather()
  const lane = async () => {
    for (const items of free) {
      for (const item of items) {
        await work(item)
        await breathe()
      }
    }
  }
  await Promise.all(Array.from({ length: total }, lane))
}

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
