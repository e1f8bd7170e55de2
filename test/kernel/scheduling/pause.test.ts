import { expect, test } from 'bun:test'
import { pacer } from '../../../src/kernel/scheduling/pause.ts'

test('work that has used up its slice of time lets the others have their turn', async () => {
  const breathe = pacer(1)
  Bun.sleepSync(2)
  let turns = 0
  setImmediate(() => turns++)
  await breathe()
  expect(turns).toBe(1)
})

test('work that has not never waits', () => {
  const breathe = pacer(Number.POSITIVE_INFINITY)
  for (let i = 0; i < 1000; i++) expect(breathe()).toBeUndefined()
})
