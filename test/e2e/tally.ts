import { appendFileSync } from 'node:fs'

/** Says what a run has done: `bun run test:long` adds it up. Of no matter anywhere else. */
export function tally(done: Record<string, number>): void {
  const { TALLY } = process.env
  if (TALLY) appendFileSync(TALLY, `${JSON.stringify(done)}\n`)
}
