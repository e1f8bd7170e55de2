import { expect, test } from 'bun:test'
import { inLanes } from '../../../src/domains/preflight/lanes.ts'

const LANES = { busy: 4, waiting: 4, per_group: 2 }
const groupsOf = (groups: number, items: number): string[][] =>
  Array.from({ length: groups }, (_, group) => Array.from({ length: items }, (_, item) => `${group}-${item}`))

test('every item is worked on once; a lane stays with its group to the end', async () => {
  const groups = groupsOf(5, 7)
  const done: string[] = []
  await inLanes(groups, LANES, async (item) => {
    done.push(item)
    await Bun.sleep(0)
  })
  expect(done.toSorted()).toEqual(groups.flat().toSorted())
  expect(done.slice(0, 4)).toEqual(['0-0', '1-0', '2-0', '3-0'])
  expect(done.slice(0, 28).every((item) => item[0] !== '4')).toBeTrue()
})

test('a second lane joins a group only when each has one', async () => {
  const under_way: string[] = []
  let most = 0
  await inLanes([...groupsOf(4, 3), ['long-0', 'long-1', 'long-2', 'long-3']], LANES, async (item) => {
    under_way.push(item.split('-')[0]!)
    const alike = under_way.filter((group) => group === under_way.at(-1)).length
    if (item.startsWith('long')) most = Math.max(most, alike)
    else expect(alike).toBe(1)
    await Bun.sleep(1)
    under_way.splice(under_way.indexOf(item.split('-')[0]!), 1)
  })
  expect(most).toBe(2)
})

test('never more than so many items at once, nor of one group', async () => {
  const under_way = new Map<string, number>()
  let most = 0
  let mostOfOne = 0
  await inLanes(groupsOf(6, 9), LANES, async (item) => {
    const group = item[0]!
    under_way.set(group, (under_way.get(group) ?? 0) + 1)
    mostOfOne = Math.max(mostOfOne, under_way.get(group)!)
    most = Math.max(
      most,
      [...under_way.values()].reduce((sum, count) => sum + count, 0),
    )
    await Bun.sleep(1)
    under_way.set(group, under_way.get(group)! - 1)
  })
  expect({ most, mostOfOne }).toEqual({ most: 4, mostOfOne: 2 })
})

test('further lanes open while all there is to do is wait', async () => {
  const { promise: crowd, resolve } = Promise.withResolvers<void>()
  let under_way = 0
  await inLanes(groupsOf(20, 1), { busy: 2, waiting: 6, per_group: 1 }, async () => {
    if (++under_way === 6) resolve()
    await crowd
  })
  expect(under_way).toBe(20)
})

test('the first failure ends the work', async () => {
  const worked: string[] = []
  const running = inLanes(groupsOf(3, 50), { busy: 2, waiting: 3, per_group: 1 }, async (item) => {
    worked.push(item)
    await Bun.sleep(0)
    if (item.endsWith('-3')) throw new Error('no more')
  })
  await expect(running).rejects.toThrow('no more')
  await Bun.sleep(20)
  expect(worked.length).toBeLessThan(12)
})

test('nothing to do is done at once', async () => {
  await inLanes([], LANES, () => Promise.reject(new Error('there is no item')))
})
