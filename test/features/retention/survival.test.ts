/** The life table against published numbers and a count by hand; suppliers compared within each client. */
import { expect, test } from 'bun:test'
import { curveOf } from '../../../src/features/retention/survival/curves.ts'
import { lifeTable, logRank, type StepCount } from '../../../src/features/retention/survival/survival.ts'

/** Freireich et al. 1963, 21 children on 6-MP: weeks of remission, `+` where it was still going on. */
const WEEKS = '6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+'
  .split(' ')
  .map((text) => ({ at: Number.parseInt(text, 10), is_event: !text.endsWith('+') }))

const tableOf = (lives: readonly { at: number; is_event: boolean }[]): StepCount[] =>
  [...new Set(lives.map(({ at }) => at))]
    .sort((a, b) => a - b)
    .map((step) => ({
      step,
      at_risk: lives.filter(({ at }) => at >= step).length,
      dropped: lives.filter(({ at, is_event }) => is_event && at === step).length,
    }))

test("the curve is that of Freireich's table, to three decimals", () => {
  const points = new Map(lifeTable(tableOf(WEEKS)).map((point) => [point.step, point]))
  const shares = [6, 7, 10, 13, 16, 22, 23].map((week) => Number(points.get(week)!.share.toFixed(3)))
  expect(shares).toEqual([0.857, 0.807, 0.753, 0.69, 0.627, 0.538, 0.448])
  const errors = [6, 7, 10, 13, 16, 22, 23].map((week) => Number(points.get(week)!.se.toFixed(4)))
  expect(errors).toEqual([0.0764, 0.0869, 0.0963, 0.1068, 0.1141, 0.1282, 0.1346])
  const { low, high } = points.get(10)!
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.503', '0.889'])
})

/** Equal numbers for equal seeds. */
function lottery(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

test('on 1,000 random histories it is what a count of the links alone gives, and its band stays between 0 and 1', () => {
  const draw = lottery(7)
  for (let round = 0; round < 1000; round++) {
    const lives = Array.from({ length: 1 + Math.floor(draw() * 60) }, () => {
      const entered = Math.floor(draw() * 3)
      return { entered, at: entered + 1 + Math.floor(draw() * 8), is_event: draw() < 0.3 }
    })
    const steps = Array.from({ length: 12 }, (_, i) => ({
      step: i + 1,
      at_risk: lives.filter(({ entered, at }) => entered < i + 1 && at >= i + 1).length,
      dropped: lives.filter(({ at, is_event }) => is_event && at === i + 1).length,
    }))
    let share = 1
    for (const point of lifeTable(steps)) {
      const there = lives.filter(({ entered, at }) => entered < point.step && at >= point.step)
      const gone = there.filter(({ at, is_event }) => at === point.step && is_event)
      share *= (there.length - gone.length) / there.length
      expect(point.share).toBeCloseTo(share, 10)
      expect(point.low).toBeGreaterThanOrEqual(0)
      expect(point.low).toBeLessThanOrEqual(point.share)
      expect(point.high).toBeGreaterThanOrEqual(point.share)
      expect(point.high).toBeLessThanOrEqual(1)
    }
  }
})

test('of fewer than 20 links there are counts and no share', () => {
  const [few, enough] = [19, 20].map((n) => curveOf([{ step: 1, at_risk: n, dropped: 1 }]).points[0]!)
  expect(few).toEqual({ day: 14, at_risk: 19, dropped: 1, share: null, low: null, high: null })
  expect(enough!.share).toBeCloseTo(0.95)
})

test('a supplier that got the better sites does not win', () => {
  const stratum = (kept: number, a: number, b: number) => [
    { of: 'a', at_risk: a, dropped: Math.round(a * (1 - kept)) },
    { of: 'b', at_risk: b, dropped: Math.round(b * (1 - kept)) },
  ]
  const strata = [stratum(0.95, 900, 100), stratum(0.5, 100, 900)]
  const pooled = [
    [0, 1].map((i) => ({
      of: 'ab'[i]!,
      at_risk: 1000,
      dropped: strata.reduce((sum, one) => sum + one[i]!.dropped, 0),
    })),
  ]
  expect(logRank(pooled, 'a').chi2).toBeGreaterThan(100)
  expect(logRank(strata, 'a').chi2).toBeLessThan(0.01)
})
