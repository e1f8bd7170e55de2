import { afterEach, expect, test } from 'bun:test'
import { type Log, silentLog } from '../../../src/kernel/environment/log.ts'
import { pause } from '../../../src/kernel/scheduling/pause.ts'
import { doing, type Stall, type Stalls, stalls, watchLoop } from '../../../src/kernel/scheduling/watchdog.ts'
import { handClock, START } from '../../world.ts'

let end = () => {}
afterEach(() => end())

function watched(over = 100) {
  const lines: object[] = []
  const kept: Stalls[] = []
  const log: Log = { ...silentLog, warn: (message, facts) => lines.push({ message, ...facts }) }
  end = watchLoop({ clock: handClock(), log, over, tick: 5, keep: (seen) => kept.push(seen) })
  return { lines, kept }
}

/** Until the watch has looked. */
const looked = () => Bun.sleep(30)
const spin = (ms: number) => {
  const until = performance.now() + ms
  const busy = process.cpuUsage()
  // On a busy machine most of the time may be somebody else's.
  while (performance.now() < until || process.cpuUsage(busy).user < 30_000);
}

test('a loop that stood still is counted, logged and kept, with what ran', async () => {
  const before = stalls().count
  const { lines, kept } = watched()
  await looked()
  doing('a long sum', () => spin(130))
  await looked()
  // A busy machine may hold the loop up once more.
  expect(stalls().count).toBeGreaterThan(before)
  const ours = (lines as Stall[]).find(({ underName }) => underName[0]?.what === 'a long sum')
  expect(ours).toMatchObject({ message: 'the event loop stood still', at: START })
  expect(ours!.ms).toBeGreaterThanOrEqual(100)
  expect(ours!.cpu_ms).toBeGreaterThanOrEqual(20)
  expect(kept.flatMap(({ recent }) => recent.map(({ underName }) => underName[0]?.what))).toContain('a long sum')
})

test('a name goes along through waits, and each piece of work keeps its own', async () => {
  watched()
  await doing('slices', async () => {
    for (let i = 0; i < 20; i++) {
      spin(2)
      await pause()
    }
  })
  const before = new Set(stalls().recent)
  const late = doing('the late one', async () => {
    await pause()
    await pause()
    spin(150)
  })
  await Promise.all([late, doing('the quick one', () => pause())])
  await looked()
  // A busy machine may hold the loop up once more, and not under these names.
  const stalled = [...stalls().recent].filter((one) => !before.has(one)).map(({ underName }) => underName[0]!.what)
  expect(stalled).toContain('the late one')
  for (const quick of ['slices', 'the quick one']) expect(stalled).not.toContain(quick)
})

test('a machine that cannot keep up is told about once in a while, every time is counted', async () => {
  const before = stalls().count
  const { lines, kept } = watched(20)
  for (let i = 0; i < 3; i++) {
    spin(40)
    await looked()
  }
  expect(stalls().count).toBeGreaterThanOrEqual(before + 3)
  expect([lines.length, kept.length]).toEqual([1, 1])
})

test('what waits without using the processor says so', async () => {
  watched()
  // Other threads of the process (the collector, the compiler) use it too: they are at rest in one of a few tries.
  const idle = async () => {
    await looked()
    Bun.sleepSync(150)
    await looked()
    const { ms, cpu_ms } = stalls().recent.at(-1)!
    expect(ms).toBeGreaterThanOrEqual(100)
    return cpu_ms < ms / 2
  }
  let told = false
  for (let tries = 0; tries < 10 && !told; tries++) told = await idle()
  expect(told).toBe(true)
})
