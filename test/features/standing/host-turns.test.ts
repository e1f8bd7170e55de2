import { expect, test } from 'bun:test'
import { inHostTurn, SOURCE_GAP } from '../../../src/features/standing/reading/host-turns.ts'

const GAP = 60

test('files of one host come one after the other with a gap between them; another host waits for none of them', async () => {
  const log: { name: string; begun: number; ended: number }[] = []
  const read = (host: string, name: string) =>
    inHostTurn(host, GAP, async () => {
      const begun = performance.now()
      await Bun.sleep(5)
      log.push({ name, begun, ended: performance.now() })
    })
  const first = [read('shop.example', 'one'), read('shop.example', 'two')]
  await read('news.example', 'other')
  expect(log.some(({ name }) => name === 'two')).toBe(false)
  await Promise.all(first)
  const [one, two] = log.filter(({ name }) => name !== 'other')
  expect([one?.name, two?.name]).toEqual(['one', 'two'])
  // Timers may be early by less than a millisecond.
  expect(two!.begun - one!.ended).toBeGreaterThan(GAP - 1)
  expect(SOURCE_GAP).toBe(1000)
})
