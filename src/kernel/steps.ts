import { stopwatch } from './clock.ts'
import type { Db, Tx } from './database.ts'
import { pause } from './pause.ts'

/** Milliseconds that the work of one transaction may take, beside its commit: requests wait for hardly more than that. */
const STEP_MS = 4
/** Fewer would not be faster: each commit waits for the disk. */
const FEWEST = 50
/** A step grows to as much at most: one that found little to do says nothing of the next. */
const GROWTH = 2
/** Links of one push that are settled together: what people order at once reads as one line in their ledger. */
export const LINKS_A_STEP = 500
const MOST = 1000

/**
 * Repeats a step until it finds no more rows, each time with about as many as fit into `STEP_MS`. A step changes at most
 * `limit` rows and says how many; returns their sum. However long the backlog is, others are answered meanwhile. What
 * writes a line for each step sets `fewest` higher.
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
