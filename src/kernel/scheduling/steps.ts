import type { Db, Tx } from '../database/database.ts'
import { stopwatch } from '../time/clock.ts'
import { pause } from './pause.ts'

/** Milliseconds of work in one transaction, without its commit. Requests wait about this long at most. */
const STEP_MS = 4
/** Smaller steps would not be faster, because each commit waits for the disk. */
const FEWEST = 50
/** The largest step. One quick step does not mean that the next is quick. */
const GROWTH = 2
/** Links of one push settled together, so that the ledger shows one line instead of many. */
export const LINKS_A_STEP = 500
const MOST = 1000

/** Repeats a step until it does nothing, and pauses after each; says how much was done. */
export async function untilIdle(
  signal: AbortSignal,
  step: () => number | boolean | Promise<number | boolean>,
): Promise<number> {
  let sum = 0
  for (let done = 1; done > 0 && !signal.aborted; sum += done) {
    done = Number(await step())
    await pause()
  }
  return sum
}

/**
 * Repeats a step until it finds no rows, each time with about as many rows as fit into `STEP_MS`. A step changes at most
 * `limit` rows and returns their number; this returns the sum. Requests are answered between the steps. A step that
 * writes a line each time sets `fewest` higher.
 */
export async function inSteps(
  db: Db,
  signal: AbortSignal,
  step: (tx: Tx, limit: number) => number,
  fewest = FEWEST,
): Promise<number> {
  let sum = 0
  for (let limit = fewest; !signal.aborted; ) {
    let used = 0
    const changed = db.write((tx) => {
      const elapsed = stopwatch()
      const n = step(tx, limit)
      used = elapsed()
      return n
    })
    sum += changed
    await pause()
    if (changed < limit) break
    limit = Math.max(fewest, Math.min(MOST, limit * GROWTH, Math.round((changed * STEP_MS) / used)))
  }
  return sum
}
