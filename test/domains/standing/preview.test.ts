import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DEFAULT_RULES, previewRun, type Rules } from '../../../src/domains/standing/index.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { type Page, urlset, watching } from './watching.ts'

const page = fc.record({ n: fc.nat(12), day: fc.integer({ min: 0, max: 9 }), way: fc.constantFrom('/a/', '/b/') })
type Listed = { n: number; day: number; way: '/a/' | '/b/' }
const pagesOf = fc.array(page, { maxLength: 14 })
const rulesOf: fc.Arbitrary<Partial<Rules>> = fc.record({
  only: fc.constantFrom('new', 'changed', 'new_and_changed'),
  exclude: fc.constantFrom([], ['/b/*'], ['/*/p1*']),
  cap_day: fc.constantFrom(null, 1, 3),
  budget_month: fc.constantFrom(null, 2, 5),
  again_after_days: fc.constantFrom(1, 3),
})

/** Chance found this once: the preview kept the date that the waiting link had before. */
const WAITING_GETS_A_LATER_DATE: [Listed[], Listed[], Listed[], Partial<Rules>] = [
  [],
  [
    { n: 0, day: 1, way: '/a/' },
    { n: 1, day: 1, way: '/a/' },
  ],
  [
    { n: 0, day: 3, way: '/a/' },
    { n: 1, day: 3, way: '/a/' },
    { n: 0, day: 2, way: '/b/' },
  ],
  { only: 'new', exclude: [], cap_day: 1, budget_month: null, again_after_days: 3 },
]

test('criterion 10: the preview is the next run, link by link, and each entry has one reason', async () => {
  const dated = (list: { n: number; day: number; way: string }[]): Page[] =>
    list.map(({ n, day, way }) => [`${way}p${n}`, day ? `2026-10-0${day}` : undefined])
  await fc.assert(
    fc.asyncProperty(pagesOf, pagesOf, pagesOf, rulesOf, async (first, second, third, rules) => {
      const w = await watching()
      try {
        const push = w.create(rules)
        for (const list of [first, second, third, third]) {
          w.web.put('/sitemap.xml', urlset(w.web.origin, dated(list)))
          const signal = new AbortController().signal
          const row = w.row(push)
          const next = { tenant_id: row.tenant_id, address: row.address, rules: { ...DEFAULT_RULES, ...rules }, row }
          const said = await previewRun(w.app, { ...next, signal })
          const before = w.pushed().length
          await w.turn(push)
          const run = w.lastRun(push)
          const took = w.pushed().slice(before)
          expect(said.take.map((url) => url.replace(w.web.origin, ''))).toEqual(took)
          expect({ ...said.counts.skipped }).toEqual(run.skipped)
          expect([said.counts.seen, said.carried, said.held.length]).toEqual([run.seen, run.carried, run.held])
          w.clock.turn(DAY / 2)
        }
      } finally {
        w.stop()
      }
    }),
    { numRuns: 40, examples: [WAITING_GETS_A_LATER_DATE] },
  )
})
