import { expect, test } from 'bun:test'
import { moveAtRandom } from './random.ts'

test('books and figures are exact after random moves that are killed and go on', async () => {
  const { moved, killed } = await moveAtRandom(6, 42)
  expect(moved).toBe(6)
  expect(killed).toBeGreaterThan(0)
})
