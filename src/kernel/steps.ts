import { stopwatch } from './clock.ts'
import type { Db, Tx } from './database.ts'
import { pause } from './pause.ts'

/** Milliseconds that one transaction may take: requests wait for no more than that. */
const STEP_MS = 3
/** Fewer would not be faster: each commit waits for the disk. */
const FEWEST = 50
const MOST = 1000

/**
 * Repeats a step until it finds no more rows, each time with about as many as fit into `STEP_MS`. A step changes at most
 * `limit` rows and says how many; returns their sum. However long the backlog is, others are answered meanwhile.
 */
export async function inSteps(db: Db, signal: AbortSignal, step: (tx: Tx, limit: number) => number): Promise<number> {
  let sum = 0
  for (let limit = FEWEST; !signal.aborted; ) {
    const elapsed = stopwatch()
    const changed = db.write((tx) => step(tx, limit))
    const fitting = Math.round((changed * STEP_MS) / elapsed())
    sum += changed
    await pause()
    if (changed < limit) break
    limit = Math.max(FEWEST, Math.min(MOST, fitting))
  }
  return sum
}
