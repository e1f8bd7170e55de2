import { expect, test } from 'bun:test'
import { moveAtRandom } from './random.ts'

const SEED = Number(process.env.SEED ?? 0) || Math.trunc(Math.random() * 2 ** 31)

test(`books and figures are exact after 100 random moves and kills (SEED=${SEED})`, async () => {
  const { moved, killed } = await moveAtRandom(100, SEED)
  expect(moved).toBe(100)
  expect(killed).toBeGreaterThan(50)
}, 600_000)
