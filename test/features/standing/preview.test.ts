import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DEFAULT_RULES, previewRun, type Rules } from '../../../src/features/standing/index.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { type Page, pages, urlset, type Watching, watching } from './watching.ts'

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

const byHand = fc.uniqueArray(fc.constantFrom('/a/p0', '/a/p1', '/a/p2', '/b/p3', '/a/p4'), { maxLength: 3 })
type Example = [Listed[], Listed[], Listed[], Partial<Rules>, string[]]

/** Chance found this once: the preview kept the date that the waiting link had before. */
const WAITING_GETS_A_LATER_DATE: Example = [
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
  [],
]
/** The preview counted links that nobody remembered yet. */
const PUSHED_A_MOMENT_AGO: Example = [
  [],
  [
    { n: 1, day: 1, way: '/a/' },
    { n: 2, day: 1, way: '/a/' },
  ],
  [],
  { only: 'new_and_changed', exclude: [], cap_day: null, budget_month: null, again_after_days: 3 },
  ['/a/p1'],
]

/** Pushes links of the site as a person does, right before the preview. */
async function pushByHand(w: Watching, paths: readonly string[]): Promise<void> {
  if (paths.length) await w.call('ada', 'submit_index_job', { urls: paths.map((path) => w.web.at(path)) })
}

test('criterion 10: the preview is the next run, link by link, and each entry has one reason', async () => {
  const dated = (list: { n: number; day: number; way: string }[]): Page[] =>
    list.map(({ n, day, way }) => [`${way}p${n}`, day ? `2026-10-0${day}` : undefined])
  await fc.assert(
    fc.asyncProperty(pagesOf, pagesOf, pagesOf, rulesOf, byHand, async (first, second, third, rules, hand) => {
      const w = await watching()
      try {
        const push = w.create(rules)
        for (const list of [first, second, third, third]) {
          w.web.put('/sitemap.xml', urlset(w.web.origin, dated(list)))
          await pushByHand(w, list === first ? [] : hand)
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
    { numRuns: 40, examples: [WAITING_GETS_A_LATER_DATE, PUSHED_A_MOMENT_AGO] },
  )
})

test('confirm_links of a first run that pushes all is what it pushes, whatever was pushed a moment ago', async () => {
  const w = await watching()
  try {
    w.web.put('/sitemap.xml', urlset(w.web.origin, pages(14)))
    await pushByHand(w, ['/p3', '/p7'])
    const asked = { address: w.web.at('/sitemap.xml') }
    const { links, skipped } = await w.call<{ links: number; skipped: object }>('ada', 'preview_standing_push', asked)
    expect([links, skipped]).toEqual([12, { pushed_lately: 2 }])
    const before = w.pushed().length
    const wanted = { ...asked, baseline: false, confirm_links: links }
    const push = await w.call<{ id: string }>('ada', 'create_standing_push', wanted)
    await w.turn(push)
    expect(w.pushed().length - before).toBe(links)
    expect(w.lastRun(push).pushed).toBe(links)
  } finally {
    w.stop()
  }
})
