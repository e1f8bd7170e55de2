/** Remembers the last list of each open form, so that its polls send only the page's id and get only changes. */
import { MINUTE, stopwatch } from '../../src/kernel/time/clock.ts'
import type { Order } from './order.ts'

/** The order of a page, and its size in characters. */
type OpenList = { order: Order; letters: number; used_at: number }

const KEPT = 3 * MINUTE
/** Limit of characters in memory; a page whose list was dropped sends it again. */
const MOST_LETTERS = 32 << 20

function createOpenLists(elapsed = stopwatch()) {
  const lists = new Map<string, OpenList>()
  let letters = 0

  const drop = (key: string): void => {
    letters -= lists.get(key)?.letters ?? 0
    lists.delete(key)
  }
  const dropOld = (): void => {
    for (const [key, { used_at }] of lists) {
      if (letters <= MOST_LETTERS && elapsed() - used_at <= KEPT) return
      drop(key)
    }
  }

  return {
    /** Replaces the list of a page. */
    keep(key: string, order: Order): void {
      drop(key)
      // Two copies: the list as typed and as parsed.
      const size = 2 * order.values.urls.length
      lists.set(key, { order, letters: size, used_at: elapsed() })
      letters += size
      dropOld()
    },
    /** The list of a page, unless it is too old. */
    find(key: string): Order | undefined {
      const list = lists.get(key)
      if (!list || elapsed() - list.used_at > KEPT) return undefined
      list.used_at = elapsed()
      lists.delete(key)
      lists.set(key, list)
      return list.order
    },
  }
}

export const openLists = createOpenLists()
