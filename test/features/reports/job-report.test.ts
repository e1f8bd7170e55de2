import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readReport } from '../../../src/features/reports/index.ts'
import { shownPushFigures } from '../../../src/features/reports/months/month-counts.ts'
import { pushing, urls } from '../../pushing.ts'

let office: Awaited<ReturnType<typeof pushing>>
beforeEach(async () => {
  office = await pushing(400, 400)
})
afterEach(() => office.close())

const report = (id: string) => office.db.read((tx) => readReport(tx, id, 1, 50))

const push = async (more: object) =>
  (
    await office.call<{ id: string }>('ada', 'submit_index_job', {
      urls: urls(140, 'smart'),
      preflight: false,
      ...more,
    })
  ).id

/** What the curve ends with, what the headline says, and what stands in the job's outcome and comparison. */
const numbersOf = (id: string) => {
  const { visible, pages, job } = report(id)
  return { last: visible.at(-1)?.visible, headline: pages.visible, after: job.comparison.after }
}

test.each([{ pre_check: true }, { smart: true }, { smart: true, force_refresh: true }])(
  'the curve of a push with %p ends at its headline, on every day',
  async (more) => {
    const id = await push(more)
    await office.work()
    expect(report(id).job.comparison.before).toBeGreaterThan(0)
    for (const day of [0, 1, 2, 3, 5, 7, 9]) {
      await office.day(day)
      const { last, headline, after } = numbersOf(id)
      expect([day, last, headline]).toEqual([day, headline, after!])
      expect(report(id).visible[0]!.visible).toBeGreaterThanOrEqual(0)
    }
    const { visible, pages } = report(id)
    expect(Math.max(...visible.map((one) => one.visible))).toBeLessThanOrEqual(pages.total)
  },
)

test('a page that was visible before and is seen again is counted once; one that was lost leaves the curve', async () => {
  const id = await push({ pre_check: true })
  await office.day(0)
  const [{ before }] = [report(id).job.comparison]
  expect(report(id).visible).toEqual([{ day: 0, visible: before! }])
  await office.day(3)
  const lost = office.db.read((tx) =>
    tx.row<{ id: number }>("select id from links where before_indexed = 'yes' limit 1"),
  )
  office.db.write((tx) => void tx.run("update links set indexed = 'no', state = 'sent' where id = ?", lost!.id))
  const { visible, pages } = report(id)
  expect(visible[0]!.visible).toBe(before!)
  expect(visible.at(-1)!.visible).toBe(pages.visible)
})

test('a push without a snapshot begins at nothing, and a check counts what it saw', async () => {
  const id = await push({})
  await office.day(0)
  expect(numbersOf(id)).toMatchObject({ last: 0, headline: 0 })
  await office.day(7)
  expect(numbersOf(id).last).toBe(numbersOf(id).headline)
  const check = await office.call<{ id: string }>('ada', 'check_index', { urls: urls(20, 'smart') })
  await office.work()
  const { pages, job } = report(check.id)
  expect(pages).toEqual({ visible: job.outcome.indexed.yes, total: 20 })
})

test('links are in the given order, visible or not', async () => {
  const id = await push({ urls: [...urls(20, 'missing'), ...urls(20, 'plain')] })
  for (const day of [0, 1, 3, 7]) await office.day(day)
  const { visible } = report(id).pages
  expect(visible).toBeGreaterThan(0)
  expect(visible).toBeLessThan(40)
  expect(report(id).links.map(({ url }) => url)).toEqual([...urls(20, 'missing'), ...urls(20, 'plain')])
})

test('sections and causes of one push add up to its numbers, and are counted once a minute', async () => {
  const id = await push({ urls: [...urls(30, 'blog/missing'), ...urls(30, 'shop/plain')] })
  const figures = () => shownPushFigures(office.app, id)
  const at_first = figures()
  expect(figures()).toBe(at_first)
  for (const day of [0, 1, 3, 7]) {
    await office.day(day)
    const { pages, sections, missing } = await figures()
    const { pages: headline } = report(id)
    expect([day, pages.visible, pages.total]).toEqual([day, headline.visible, headline.total])
    expect(sections.map(({ name }) => name)).toEqual(['/blog/', '/shop/'])
    expect(sections.reduce((sum, one) => sum + one.pages.visible, 0)).toBe(headline.visible)
    expect(missing.reduce((sum, one) => sum + one.pages, 0)).toBe(60 - headline.visible)
  }
})
