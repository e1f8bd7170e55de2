/** What a page of a push has sent last: its polls ask by the page's id alone, and only for what has changed since. */
import { MINUTE, stopwatch } from '../../src/kernel/time/clock.ts'
import type { Order } from './order.ts'

/** What is being ordered on a page, and how many letters of memory that takes. */
type Sheet = { order: Order; letters: number; used_at: number }

const KEPT = 3 * MINUTE
/** Letters of lists that are kept in all; whose page is dropped sends its list once more. */
const MOST_LETTERS = 32 << 20

function createSheets(elapsed = stopwatch()) {
  const sheets = new Map<string, Sheet>()
  let letters = 0

  const drop = (key: string): void => {
    letters -= sheets.get(key)?.letters ?? 0
    sheets.delete(key)
  }
  const dropOld = (): void => {
    for (const [key, { used_at }] of sheets) {
      if (letters <= MOST_LETTERS && elapsed() - used_at <= KEPT) return
      drop(key)
    }
  }

  return {
    /** Keeps what a page has sent, in the place of what it sent before. */
    keep(key: string, order: Order): void {
      drop(key)
      // The list as typed and as it was taken.
      const size = 2 * order.values.urls.length
      sheets.set(key, { order, letters: size, used_at: elapsed() })
      letters += size
      dropOld()
    },
    /** What the page has sent, if that was not long ago. */
    find(key: string): Order | undefined {
      const sheet = sheets.get(key)
      if (!sheet || elapsed() - sheet.used_at > KEPT) return undefined
      sheet.used_at = elapsed()
      sheets.delete(key)
      sheets.set(key, sheet)
      return sheet.order
    },
  }
}

export const sheets = createSheets()
