import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type DueWork, runDueWork } from '../../../src/kernel/scheduling/due-work.ts'

/** Work of some agencies. A test ends each piece, and turns the clock. */
let due: DueWork[]
let begun: string[]
let time: number
let stop: AbortController
const ends = new Map<string, { resolve(n: number): void; reject(error: Error): void }>()
beforeEach(() => {
  ;[due, begun, time, stop] = [[], [], 0, new AbortController()]
})
afterEach(() => ends.clear())

/** `a1.3` is piece 3 of line `a1` of agency `a`. */
const piece = (id: string): DueWork => ({ id, party: { agency: id[0]!, workspace: id.split('.')[0]! } })
const wait = (line: string, n: number, from = 0) =>
  due.push(...Array.from({ length: n }, (_, i) => piece(`${line}.${from + i}`)))
const run = (lanes: number, slow?: { after: number; places: number }) =>
  runDueWork(stop.signal, {
    lanes,
    ...(slow && { slow }),
    poll: 1,
    due: () => due,
    work({ id }) {
      begun.push(id)
      due = due.filter((one) => one.id !== id)
      const { promise, ...end } = Promise.withResolvers<number>()
      ends.set(id, end)
      return promise
    },
    clock: () => time,
  })
/** Some polls of the run. */
const polls = () => Bun.sleep(12)
async function end(...ids: string[]): Promise<void> {
  for (const id of ids) {
    ends.get(id)!.resolve(1)
    ends.delete(id)
  }
  await polls()
}
const rest = async () => {
  while (ends.size > 0) await end(...ends.keys())
}
const newSince = (n: number) => begun.slice(n).toSorted()

test('work runs in its order until none is due, and work that joins the run is done too', async () => {
  wait('a1', 3)
  const running = run(4)
  await polls()
  expect(begun).toEqual(['a1.0', 'a1.1'])
  await end('a1.0')
  wait('b1', 1)
  await rest()
  expect([begun, await running]).toEqual([['a1.0', 'a1.1', 'a1.2', 'b1.0'], 4])
})

test('an agency holds as many lanes as stay free for others, so that newcomers start at once', async () => {
  wait('a1', 100)
  const running = run(16)
  await polls()
  expect(begun).toHaveLength(8)
  wait('b1', 100)
  wait('c1', 100)
  await polls()
  const held = (agency: string) => begun.filter((id) => id.startsWith(agency)).length
  expect([held('a'), held('b'), held('c')]).toEqual([8, 3, 3])
  stop.abort()
  await rest()
  await running
})

test('the agency with the fewest lanes is next, then the one whose turn was longest ago; so is the line in it', async () => {
  for (const line of ['a1', 'a2', 'b1', 'c1', 'd1']) wait(line, 3)
  const running = run(2)
  await polls()
  for (let n = 0; n < 9; n++) await end(begun[n]!)
  expect(begun).toEqual(['a1.0', 'b1.0', 'c1.0', 'd1.0', 'a2.0', 'b1.1', 'c1.1', 'd1.1', 'a1.1', 'b1.2', 'c1.2'])
  stop.abort()
  await rest()
  await running
})

test('work that hangs gives its lanes away at its time, up to a bound for each agency', async () => {
  wait('a1', 1000)
  const running = run(16, { after: 1000, places: 48 })
  const next = async () => {
    const before = begun.length
    time += 1001
    await polls()
    return newSince(before).length
  }
  await polls()
  time += 1000
  await polls()
  expect(begun).toHaveLength(8)
  expect([await next(), await next(), await next(), await next()]).toEqual([8, 8, 8, 0])
  // 24 pieces of one agency hang: half of the places, and it holds no more than its lanes with others.
  wait('b1', 1)
  await polls()
  expect(begun.at(-1)).toBe('b1.0')
  stop.abort()
  await rest()
  await running
})

test('places of slow work and lanes are free again after its end', async () => {
  wait('a1', 6)
  const running = run(2, { after: 1000, places: 2 })
  await polls()
  time += 1001
  await polls()
  expect(begun).toEqual(['a1.0', 'a1.1'])
  time += 1001
  await polls()
  expect(begun).toEqual(['a1.0', 'a1.1'])
  await end('a1.1')
  expect(begun).toEqual(['a1.0', 'a1.1', 'a1.2'])
  await end('a1.0')
  time += 1001
  await polls()
  expect(begun).toEqual(['a1.0', 'a1.1', 'a1.2', 'a1.3'])
  await rest()
  expect(await running).toBe(6)
})

test('after a failure nothing new starts, and the run ends after the work that is under way', async () => {
  wait('a1', 5)
  let over = false
  const running = run(4).finally(() => {
    over = true
  })
  running.catch(() => {})
  await polls()
  ends.get('a1.0')!.reject(new Error('no'))
  ends.delete('a1.0')
  await polls()
  expect([begun, over]).toEqual([['a1.0', 'a1.1'], false])
  await end('a1.1')
  expect(over).toBe(true)
  expect(running).rejects.toThrow('no')
})

test('due work that cannot be found is a failure like any other', async () => {
  wait('a1', 1)
  let reads = 0
  const running = runDueWork(stop.signal, {
    lanes: 2,
    poll: 1,
    due: () => {
      if (++reads > 1) throw new Error('locked')
      return due
    },
    work: () => Bun.sleep(5).then(() => 1),
  })
  expect(running).rejects.toThrow('locked')
  await running.catch(() => {})
  expect(reads).toBe(2)
})

test('when the signal fires nothing new starts; work that breaks off is no failure', async () => {
  wait('a1', 5)
  const running = run(4)
  await polls()
  stop.abort()
  await end('a1.0')
  ends.get('a1.1')!.reject(new Error('aborted'))
  expect([begun, await running]).toEqual([['a1.0', 'a1.1'], 1])
  ends.clear()
  due = [piece('b1.0')]
  expect([await run(4), begun.length]).toEqual([0, 2])
})
