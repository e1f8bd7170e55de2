import { expect, test } from 'bun:test'
import { inParallel } from '../../../src/kernel/scheduling/in-parallel.ts'

const turns = async (n: number) => {
  for (let i = 0; i < n; i++) await Promise.resolve()
}

test('so many items are worked on at once and no more, and results come in the order of the items', async () => {
  let running = 0
  let most = 0
  const squares = await inParallel([5, 1, 4, 2, 3], 2, async (n) => {
    most = Math.max(most, ++running)
    await turns(n)
    running--
    return n * n
  })
  expect([squares, most]).toEqual([[25, 1, 16, 4, 9], 2])
  expect(await inParallel([], 2, async () => 1)).toEqual([])
})

test('whoever is done takes the next item, and does not wait for the slowest of a round', async () => {
  const { promise: slow, resolve: end } = Promise.withResolvers<void>()
  const begun: number[] = []
  const all = inParallel([0, 1, 2, 3], 2, async (n) => {
    begun.push(n)
    if (n === 0) await slow
  })
  await turns(20)
  expect(begun).toEqual([0, 1, 2, 3])
  end()
  await all
})

test('after a failure nothing new begins, and what is under way ends first', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const all = inParallel([0, 1, 2, 3, 4, 5], 2, async (n) => {
    begun.push(n)
    await turns(n === 1 ? 1 : 10)
    if (n === 1) throw new Error('no')
    ended.push(n)
  })
  await expect(all).rejects.toThrow('no')
  expect(ended).toEqual([0])
  await turns(50)
  expect(begun).toEqual([0, 1])
})
