import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { NEVER, pauseAfter, RETRIES } from '../../../src/kernel/scheduling/retries.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'

type Kind = keyof typeof RETRIES
const pauses = (kind: Kind, attempts: number[]) => attempts.map((n) => pauseAfter(kind, n, { chance: 0.5 }))

test('listed pauses end, and after the last one there is no attempt', () => {
  const listed = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR]
  expect(pauses('mail', [1, 2, 3, 4, 5, 6, 7])).toEqual([...listed, NEVER])
  expect(pauses('webhook', [9, 10])).toEqual([DAY, NEVER])
  expect(pauses('indexnow_busy', [1, 7, 8])).toEqual([10 * MINUTE, 12 * HOUR, NEVER])
})

test('growing pauses reach the longest, and stay there after a million failures', () => {
  const batch = [2, 2, 4, 8, 256, 512, 600, 600].map((seconds) => seconds * SECOND)
  expect(pauses('batch', [0, 1, 2, 3, 8, 9, 10, 1e6])).toEqual(batch)
  expect(pauses('check', [1, 2, 3])).toEqual([5 * SECOND, 20 * SECOND, 80 * SECOND])
  expect(pauses('audit_stream', [1, 2, 7, 8])).toEqual([10, 20, 640, 900].map((seconds) => seconds * SECOND))
  expect(pauses('payment', [1, 6, 7])).toEqual([MINUTE, 32 * MINUTE, HOUR])
  expect(pauses('hub', [1, 5, 6])).toEqual([HOUR, 16 * HOUR, DAY])
})

test('a server that asks for more time gets it, and a shorter wish changes nothing', () => {
  expect(pauseAfter('batch', 1, { least: MINUTE })).toBe(MINUTE)
  expect(pauseAfter('webhook', 2, { least: SECOND, chance: 0.5 })).toBe(5 * MINUTE)
  expect(pauseAfter('mail', 7, { least: HOUR })).toBe(NEVER)
})

test('only kinds with a jitter vary, by their share and no more', () => {
  const ends = (kind: Kind) => [0, 1].map((chance) => pauseAfter(kind, 2, { chance }))
  expect(ends('webhook')).toEqual([270 * SECOND, 330 * SECOND])
  expect(ends('mail')).toEqual([5 * MINUTE, 5 * MINUTE])
  expect(pauseAfter('standing_push', 1, { first: 2 * HOUR, chance: 0 })).toBe(1.8 * HOUR)
})

test('the manual says how often an e-mail is tried', () => {
  const manual = readFileSync('docs/manual/mail.md', 'utf8')
  const tries = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][RETRIES.mail.listed.length + 1]
  expect(manual).toContain(`Signalpost tries ${tries} times within a day`)
  expect(RETRIES.mail.listed.reduce((sum, pause) => sum + pause)).toBeLessThan(DAY)
})
