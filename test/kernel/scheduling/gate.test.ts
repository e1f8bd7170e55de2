import { describe, expect, test } from 'bun:test'
import { Gate, GateFull } from '../../../src/kernel/scheduling/fair-pool.ts'

/** Enters and says when it is in. */
function queue(gate: Gate) {
  const inside: string[] = []
  const enter = async (name: string, host: string, signal?: AbortSignal) => {
    await gate.enter(host, signal)
    inside.push(name)
  }
  return { inside, enter }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a gate', () => {
  test('lets in so many of one host, and the next when one leaves', async () => {
    const gate = new Gate({ total: 10, per_host: 2 })
    const { inside, enter } = queue(gate)
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name, 'a'))
    all.push(enter('b1', 'b'))
    await settled()
    expect(inside).toEqual(['a1', 'a2', 'b1'])
    gate.leave('a')
    await settled()
    expect(inside).toEqual(['a1', 'a2', 'b1', 'a3'])
    gate.leave('a')
    await Promise.all(all)
    expect(inside).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  test('lets in so many in all, in the order in which they came', async () => {
    const gate = new Gate({ total: 2, per_host: 2 })
    const { inside, enter } = queue(gate)
    const all = ['a', 'b', 'c', 'd', 'e'].map((host) => enter(host, host))
    await settled()
    expect(inside).toEqual(['a', 'b'])
    for (const host of ['b', 'a', 'c']) {
      gate.leave(host)
      await settled()
    }
    await Promise.all(all)
    expect(inside).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('a crowd at one host does not keep the others out', async () => {
    const gate = new Gate({ total: 3, per_host: 1 })
    const { inside, enter } = queue(gate)
    for (let index = 0; index < 50; index++) void enter(`slow${index}`, 'slow')
    void enter('b', 'b')
    void enter('c', 'c')
    await settled()
    expect(inside).toEqual(['slow0', 'b', 'c'])
  })

  test('refuses when too many wait already, and lets the others in all the same', async () => {
    const gate = new Gate({ total: 1, per_host: 1, queue: 2 })
    const { inside, enter } = queue(gate)
    const all = [enter('a', 'a'), enter('b', 'b'), enter('c', 'c')]
    await expect(enter('d', 'd')).rejects.toBeInstanceOf(GateFull)
    await settled()
    gate.leave('a')
    await settled()
    gate.leave('b')
    await Promise.all(all)
    expect(inside).toEqual(['a', 'b', 'c'])
  })

  test('whoever gives up waiting is passed over, and leaves no place taken', async () => {
    const gate = new Gate({ total: 2, per_host: 1 })
    const { inside, enter } = queue(gate)
    const impatient = new AbortController()
    await enter('a', 'x')
    const refused = [enter('b', 'x', impatient.signal), enter('c', 'x', impatient.signal)]
    const last = enter('d', 'x')
    impatient.abort(new Error('enough'))
    expect(await Promise.allSettled(refused)).toEqual([
      { status: 'rejected', reason: new Error('enough') },
      { status: 'rejected', reason: new Error('enough') },
    ])
    gate.leave('x')
    await last
    gate.leave('x')
    await enter('e', 'x')
    expect(inside).toEqual(['a', 'd', 'e'])
  })

  test('a signal that has fired already keeps out', async () => {
    await expect(new Gate().enter('a', AbortSignal.abort(new Error('over')))).rejects.toThrow('over')
  })

  test('never has more inside than it may, whatever the order of coming and going', async () => {
    const gate = new Gate({ total: 8, per_host: 3 })
    const inside = new Map<string, number>()
    let most = 0
    let mostOfOne = 0
    let seed = 7
    const random = () => {
      seed = (seed * 48271) % 2147483647
      return seed / 2147483647
    }
    await Promise.all(
      Array.from({ length: 500 }, async () => {
        const host = `h${Math.floor(random() * 6)}`
        await gate.enter(host)
        inside.set(host, (inside.get(host) ?? 0) + 1)
        most = Math.max(
          most,
          [...inside.values()].reduce((sum, count) => sum + count, 0),
        )
        mostOfOne = Math.max(mostOfOne, inside.get(host)!)
        for (let turns = random() * 3; turns > 0; turns--) await settled()
        inside.set(host, inside.get(host)! - 1)
        gate.leave(host)
      }),
    )
    expect({ most, mostOfOne }).toEqual({ most: 8, mostOfOne: 3 })
  })
})

describe('agencies at a gate', () => {
  const agency = (name: string) => ({ agency: name, workspace: name })

  test('one whose pages hang leaves room: another is let in at once, at the same host in turn', async () => {
    const gate = new Gate({ total: 128, per_host: 4 })
    let inside = 0
    for (let i = 0; i < 300; i++)
      void Promise.resolve(gate.enter(`hung${i}`, undefined, agency('a'))).then(() => inside++)
    await settled()
    expect(inside).toBe(96)
    await gate.enter('fine', undefined, agency('b'))
    const order: string[] = []
    const enter = async (name: string) => {
      await gate.enter('both', undefined, agency(name))
      order.push(name)
    }
    for (let i = 0; i < 5; i++) void enter('c')
    void enter('b')
    await settled()
    expect(order).toEqual(['c', 'c', 'c', 'c'])
    gate.leave('both', agency('c'))
    await settled()
    expect(order.at(-1)).toBe('b')
  })

  test('one may not fill the line for the others', async () => {
    const gate = new Gate({ total: 8, per_host: 100, queue: 10 })
    const waits = []
    for (let i = 0; i < 11; i++) waits.push(gate.enter('x', undefined, agency('a')))
    await expect(gate.enter('x', undefined, agency('a'))).rejects.toBeInstanceOf(GateFull)
    await gate.enter('y', undefined, agency('b'))
    const second = gate.enter('y', undefined, agency('b'))
    expect(await Promise.race([second, settled().then(() => 'waits')])).toBe('waits')
  })
})
