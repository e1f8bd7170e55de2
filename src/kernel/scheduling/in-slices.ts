import { pause } from './pause.ts'

/** Workspaces read in one step: their days take about 3 ms. */
const SLICE = 50

/** Reads many workspaces in steps: each in one transaction, with turns for other requests in between. */
export async function inSlices<P, T>(all: readonly P[], some: (slice: readonly P[]) => T): Promise<T[]> {
  const out: T[] = []
  for (let at = 0; at < all.length; at += SLICE) {
    if (at > 0) await pause()
    out.push(some(all.slice(at, at + SLICE)))
  }
  return out
}
