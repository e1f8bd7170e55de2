import { afterEach, beforeEach, expect, test } from 'bun:test'
import { checkLoop } from '../../../../src/commands/server/doctor/loop.ts'
import { keepStalls } from '../../../../src/kernel/scheduling/kept-stalls.ts'
import type { Stall } from '../../../../src/kernel/scheduling/watchdog.ts'
import { plus, systemClock } from '../../../../src/kernel/time/clock.ts'
import { type World, world } from '../../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const found = (...recent: Stall[]) => {
  if (recent.length) keepStalls(w.db, { count: recent.length, total_ms: 0, longest: recent[0]!, recent })
  return checkLoop(w.app.config)
}
const stall = (ms: number, cpu_ms: number, days = 0): Stall => ({
  at: plus(systemClock.now(), -days * 24 * 3600_000),
  ms,
  cpu_ms,
  underName: [{ what: 'task send_links', ms }],
})

test('doctor says how often and how long the loop of the install stood still, and in what', () => {
  expect(found()).toEqual({ verdict: 'ok', found: 'no wait of more than 100 ms' })
  expect(found(stall(1500, 1400))).toMatchObject({ verdict: 'warn', advice: expect.stringContaining('report it') })
  expect(found(stall(1500, 1400)).found).toContain('1 wait of more than 100 ms, the longest 1.5 s')
  expect(found(stall(1500, 1400)).found).toContain('task send_links: 1500 ms')
})

test('a second in which the processor was elsewhere points at the disk and the machine', () => {
  expect(found(stall(1500, 30)).advice).toContain('look at the disk')
})

test('short and old ones are no warning', () => {
  expect(found(stall(300, 300)).verdict).toBe('ok')
  expect(found(stall(5000, 5000, 2)).verdict).toBe('ok')
})
