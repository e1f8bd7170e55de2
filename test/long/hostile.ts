/**
 * `bun run test:long hostile`: thousands of hostile answers, one at a time, then some of them beside Node.js and curl.
 * A failure comes back with HOSTILE_SEED, and its `index` is the number of the answer.
 */

import { expect, test } from 'bun:test'
import { appendFileSync } from 'node:fs'
import { compare } from '../kernel/web-fetch/http/hostile-compare.ts'
import { hostileRun, hostileServer, LIMITS } from '../kernel/web-fetch/http/hostile-run.ts'

const SEED = Number(process.env.HOSTILE_SEED ?? 1)
const ANSWERS = Number(process.env.HOSTILE_ANSWERS ?? 5000)

test(`${ANSWERS} hostile answers, one at a time (seed ${SEED})`, async () => {
  const server = await hostileServer()
  await hostileRun(server.origin, SEED + 1, 100, 1)
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  const { costs, outcomes } = await hostileRun(server.origin, SEED, ANSWERS, 1).finally(server.stop)
  Bun.gc(true)
  const grown_mb = (process.memoryUsage.rss() - before) / 2 ** 20
  const longest = Math.max(...costs.map(({ wait_ms }) => wait_ms))
  const most_mb = Math.max(...costs.map(({ memory_mb }) => memory_mb))
  console.log({ outcomes, longest_wait_ms: longest, most_memory_mb: most_mb, grown_mb })
  expect(costs.filter(({ unattended }) => unattended > LIMITS.unattended)).toEqual([])
  expect(costs.filter(({ wait_ms }) => wait_ms > LIMITS.wait_ms)).toEqual([])
  expect(costs.filter(({ memory_mb }) => memory_mb > LIMITS.memory_mb)).toEqual([])
  expect(Object.keys(outcomes).filter((outcome) => outcome.startsWith('bug'))).toEqual([])
  expect(grown_mb).toBeLessThan(LIMITS.memory_mb)
  tally({ hostile_answers: costs.length })
})

test.skipIf(!Bun.which('node') && !Bun.which('curl'))('a fifth of them beside Node.js and curl', async () => {
  const server = await hostileServer()
  const { compared, unexplained, explained } = await compare(server.origin, SEED, Math.ceil(ANSWERS / 5)).finally(
    server.stop,
  )
  console.log({ compared, explained })
  expect(unexplained).toEqual([])
  tally({ compared })
})

function tally(done: Record<string, number>): void {
  if (process.env.TALLY) appendFileSync(process.env.TALLY, `${JSON.stringify(done)}\n`)
}
