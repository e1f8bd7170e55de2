/** The comparison of two suppliers is certain when the numbers are, and says how many more links that takes. */
import { expect, test } from 'bun:test'
import { bandOf, type DuelSample, verdictOf } from '../../../src/domains/providers/duel.ts'

const of = (answered: number, rate: number): DuelSample => ({ answered, indexed: Math.round(answered * rate) })

test('the band of few results is wide, of many narrow, and never outside of 0 and 1', () => {
  expect(bandOf({ indexed: 0, answered: 0 })).toEqual({ rate: null, low: null, high: null })
  expect(bandOf(of(1642, 0.72))).toEqual({ rate: 0.7199, low: 0.6976, high: 0.741 })
  const few = bandOf(of(10, 1))
  expect([few.rate, few.high, few.low! < 0.75]).toEqual([1, 1, true])
  expect(bandOf(of(10, 0)).low).toBe(0)
})

test('nothing is said before both have a result, nor of equal ones', () => {
  expect(verdictOf(of(500, 0.7), of(0, 0))).toBeNull()
  expect(verdictOf(of(500, 0.7), of(500, 0.7))).toMatchObject({ better: null, points: 0, sure: false })
})

test('a clear difference is certain; whichever comes first', () => {
  expect(verdictOf(of(1642, 0.72), of(214, 0.5))).toEqual({
    better: 0,
    points: 22,
    sure: true,
    more_links: null,
    needed_by: null,
  })
  expect(verdictOf(of(214, 0.5), of(1642, 0.72))).toMatchObject({ better: 1, points: 22, sure: true })
})

test('three results each prove nothing, however far apart they are', () => {
  expect(verdictOf(of(2, 1), of(2, 0))).toMatchObject({ better: 0, points: 100, sure: false })
})

test('the links that are missing make it certain, and ten fewer do not', () => {
  const pairs: [DuelSample, DuelSample][] = [
    [of(1642, 0.72), of(100, 0.63)],
    [of(60, 0.5), of(900, 0.6)],
    [of(400, 0.4), of(80, 0.49)],
  ]
  for (const [a, b] of pairs) {
    const { sure, more_links, needed_by } = verdictOf(a, b)!
    expect([sure, needed_by]).toEqual([false, a.answered < b.answered ? 0 : 1])
    const after = (n: number) => {
      const more = ({ indexed, answered }: DuelSample) => ({
        answered: answered + n,
        indexed: (indexed * (answered + n)) / answered,
      })
      return (needed_by === 0 ? verdictOf(more(a), b) : verdictOf(a, more(b)))!.sure
    }
    expect([after(more_links!), after(more_links! - 10)]).toEqual([true, false])
  }
})

test('where more links of one cannot decide, both are asked; a tiny difference is left open', () => {
  expect(verdictOf(of(100, 0.6), of(100, 0.55))).toMatchObject({
    sure: false,
    needed_by: null,
    more_links: expect.any(Number),
  })
  expect(verdictOf(of(100, 0.51), of(100, 0.5))).toMatchObject({ points: 1, sure: false, more_links: null })
})
