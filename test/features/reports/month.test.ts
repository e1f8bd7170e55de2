import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createJob, type LinkState, refreshOutcome } from '../../../src/domains/jobs/index.ts'
import { writeLinksNow } from '../../../src/domains/jobs/new-links.ts'
import { monthReportsOf, readReport } from '../../../src/features/reports/index.ts'
import { monthFigures, shownMonthFigures } from '../../../src/features/reports/months/month-counts.ts'
import { monthDocument } from '../../../src/features/reports/months/month-document.ts'
import { linksBehind, type MonthFigures } from '../../../src/features/reports/months/month-figures.ts'
import { pushesOf } from '../../../src/features/reports/months/month-pushes.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import { MINUTE, SECOND, stopwatch } from '../../../src/kernel/time/clock.ts'
import { WHOLE } from '../../long/whole.ts'
import { pushing, urls } from '../../pushing.ts'
import { noteStatements } from '../../statements.ts'
import { CAST, callerOf } from '../../world.ts'

const TENANT = CAST.ada.tenant_id
const MONTH = '2026-11'

let office: Awaited<ReturnType<typeof pushing>>

const push = async (more: object) =>
  (await office.call<{ id: string }>('ada', 'submit_index_job', { preflight: false, ...more })).id
const figures = (month = MONTH, tenant: string = TENANT) => monthFigures(office.app, tenant, month)
const reportOf = (id: string) => office.db.read((tx) => readReport(tx, id, 1, 1))
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

describe('a month of many pushes', () => {
  const jobs: string[] = []
  beforeAll(async () => {
    office = await pushing(1000, 1000)
    jobs.push(
      await push({ urls: urls(60, 'smart'), pre_check: true }),
      await push({ urls: urls(40, 'blog/missing'), smart: true }),
      await push({ urls: urls(40, 'shop/forced'), smart: true, force_refresh: true }),
      await push({ urls: urls(30, 'blog/plain') }),
      await push({ urls: urls(30, 'half'), drip_days: 5, pre_check: true }),
      await push({ urls: urls(30, 'held'), holdout_pct: 20 }),
    )
    await office.call('ada', 'check_index', { urls: urls(20, 'check') })
    await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 20 })
    jobs.push(await push({ urls: urls(6, 'of-the-client'), tenant_id: CAST.vera.tenant_id }))
  })
  afterAll(() => office.close())

  test.each([0, 1, 3, 5, 7, 12])('on day %p its numbers are those of the pushes, added up', async (day) => {
    await office.day(day)
    if (day === 3) await office.call('ada', 'cancel_job', { id: jobs[4]! })
    if (day === 7) office.db.write((tx) => flagged(tx, jobs[3]!))
    const { pages, credits, ordered, sections, missing, curve, pushes } = await figures()
    const reports = jobs.map(reportOf)
    expect(pages.visible).toBe(sum(reports.map((one) => one.pages.visible)))
    expect(pages.total).toBe(sum(reports.map((one) => one.pages.total)))
    expect(ordered).toBe(sum(reports.map(({ job }) => job.link_count)))
    expect(credits.returned).toBe(sum(reports.map(({ job }) => job.outcome.credits.released)))
    expect(credits.used).toBe(sum(reports.map(({ job }) => job.outcome.credits.consumed)))
    for (const [i, { id, pages: of }] of pushes.entries()) {
      const { job, pages: reported } = reportOf(id)
      expect([jobs[i], of.visible, of.total]).toEqual([id, reported.visible, reported.total])
      if (job.comparison.before !== null)
        expect([of.before, of.gained]).toEqual([job.comparison.before, job.comparison.gained!])
    }
    expect(curve.at(-1)!.visible).toBe(pages.visible)
    expect(Math.min(...curve.map(({ visible }) => visible))).toBeGreaterThanOrEqual(0)
    for (const name of ['total', 'visible', 'gained', 'before'] as const)
      expect([name, sum(sections.map((one) => one.pages[name]))]).toEqual([name, pages[name]])
    expect(sum(missing.map((one) => one.pages))).toBe(ordered - pages.visible)
  })

  test('every page that is not visible has one cause and somebody who can act', async () => {
    const { missing } = await figures()
    const found = Object.fromEntries(missing.map(({ cause, who }) => [cause, who]))
    expect(found).toMatchObject({ noindex: 'client', cancelled: 'agency', not_taken: 'engine', held_out: 'agency' })
    for (const { pages, examples } of missing) expect(examples.length).toBe(Math.min(3, pages))
  })

  test('its sections are the first folders of one site', async () => {
    const { sections } = await figures()
    expect(sections.map(({ name, pages }) => [name, pages.total])).toEqual([
      ['Pages at the top', expect.any(Number)],
      ['/blog/', 69],
      ['/shop/', 40],
    ])
  })

  test('what a client pushed is in its own month, and in nobody’s beside it', async () => {
    const own = await figures(MONTH, CAST.vera.tenant_id)
    expect(own.pushes.map(({ id }) => id)).toEqual([jobs.at(-1)!])
    expect((await figures(MONTH, 'ten_rival')).pushes).toEqual([])
  })

  test('the month after has none of it, and the month itself stays as it was', async () => {
    await office.day(45)
    expect((await figures('2026-12')).pushes).toEqual([])
    const { curve, pages } = await figures()
    expect(curve.at(-1)).toEqual({ day: '2026-12-08', visible: pages.visible })
    const months = office.db.read((tx) => monthReportsOf(tx, TENANT))
    expect(months.map(({ month, pushes, state }) => [month, pushes, state])).toEqual([[MONTH, 7, 'new']])
  })
})

/** As if a page of a push had asked not to be found. */
function flagged(tx: Tx, id: string): null {
  tx.run(
    `update links set flags = '["noindex"]', state = 'flagged', indexed = 'unknown'
     where id = (select min(id) from links where job_id = ? and state = 'not_indexed')`,
    id,
  )
  refreshOutcome(tx, id)
  return null
}

test('a month of 3,000 small pushes lets others have their turn while it is counted', async () => {
  office = await pushing(0, 0)
  office.db.write((tx) => {
    for (let job = 0; job < 3000; job++) {
      const order = { tenant_id: TENANT, type: 'index', name: `Push ${job}`, status: 'watching' } as const
      createJob(tx, callerOf('ada'), order, {
        urls: [`https://shop.example/${job}`],
        state: 'sent',
        credit: 'reserved',
      })
    }
    return null
  })
  const { turns, figures: counted } = await turnsDuring(figures)
  expect(counted.pages.total).toBe(3000)
  expect(turns).toBeGreaterThan(2)
  office.close()
})

/** How many turns the event loop had for others meanwhile. */
async function turnsDuring(count: () => Promise<MonthFigures>) {
  let [turns, over] = [0, false]
  const beside = (async () => {
    for (; !over; turns++) await new Promise<void>((go) => setImmediate(go))
  })()
  const found = await count()
  over = true
  await beside
  return { turns, figures: found }
}

describe(`a month of ${WHOLE ? '100,000' : '30,000'} links`, () => {
  const [JOBS, LINKS] = [WHOLE ? 10 : 3, 10_000]
  const STATES: LinkState[] = ['indexed', 'not_indexed', 'sent', 'indexed']
  beforeEach(async () => {
    office = await pushing(0, 0)
    for (let job = 0; job < JOBS; job++)
      office.db.write((tx) => {
        const pages = Array.from(
          { length: LINKS },
          (_, i) => `https://site-${job % 3}.example/part-${i % 50}/page-${i}`,
        )
        const order = { tenant_id: TENANT, type: 'index', name: `Push ${job}`, status: 'watching' } as const
        const id = createJob(tx, callerOf('ada'), order, { urls: pages, state: 'sent', credit: 'reserved' })
        writeLinksNow(tx, id)
        for (const [i, state] of STATES.entries())
          tx.run(
            `update links set state = ?, indexed = ?, settled_at = ?, checked_at = ? where job_id = ? and id % 4 = ?`,
            state,
            state === 'indexed' ? 'yes' : 'no',
            tx.now,
            tx.now,
            id,
            i,
          )
        refreshOutcome(tx, id)
        return null
      })
  })
  afterEach(() => office.close())

  test('is counted in slices of 5,000 links, and once for all who ask', async () => {
    const slices: number[] = []
    const [push] = office.db.read((tx) => pushesOf(tx, TENANT, MONTH))
    for (let after = push!.first_link - 1; after < push!.last_link; ) {
      const used = stopwatch()
      after = office.db.read((tx) => linksBehind(tx, push!, after)).at(-1)!.id
      slices.push(used())
    }
    expect(slices.length).toBe(20)
    if (WHOLE) expect(slices.toSorted((a, b) => a - b)[10]!).toBeLessThan(5)

    const second = figures()
    const { turns, figures: first } = await turnsDuring(figures)
    expect(turns).toBeGreaterThan(2 * JOBS)
    expect(await second).toBe(first)
    expect(first.pages).toMatchObject({ total: JOBS * LINKS, visible: (JOBS * LINKS) / 2 })
    expect(first.curve.at(-1)!.visible).toBe(first.pages.visible)
    expect(first.sections.length).toBe(3)
    expect(await figures()).toBe(first)
    office.db.write((tx) => void tx.run("update links set indexed = 'no' where id = ?", push!.first_link))
    expect(await figures()).not.toBe(first)
  })

  test('lists its pages from what was counted: no link is read but those that are shown', async () => {
    const counted = await figures()
    const statements = noteStatements(office.db)
    for (const asked of [undefined, { only: 'visible', page: 40 * JOBS } as const]) {
      const { parts } = await monthDocument(office.app, { tenant_id: TENANT, month: MONTH, asked }, figures())
      for (const { part, pages, items, page, page_size } of parts)
        expect(items.map(({ uid }) => uid)).toEqual(
          counted.lists[part].slice((page - 1) * page_size, Math.min(page * page_size, pages)),
        )
    }
    const plans = statements.plans(/\b(links|looks)\b/)
    expect(
      plans.filter((plan) => /^(SCAN|SEARCH) (links|looks) (?!USING COVERING INDEX looks_bing)/.test(plan)),
    ).toEqual([])
  })

  const change = (id: number) =>
    office.db.write((tx) => void tx.run("update links set indexed = 'no' where id = ?", id))

  test('is counted once at a time: whoever asks after changes meanwhile waits for one count more', async () => {
    const [push] = office.db.read((tx) => pushesOf(tx, TENANT, MONTH))
    let readings = 0
    const db = {
      ...office.db,
      read<T>(work: Parameters<typeof office.db.read<T>>[0]) {
        readings++
        return office.db.read(work)
      },
    }
    const app = { db, clock: office.app.clock }
    const ask = () => monthFigures(app, TENANT, MONTH)
    const first = await ask()
    const once = readings
    const wasVisible = STATES[push!.first_link % 4] === 'indexed' ? 10 : 0
    const asked: ReturnType<typeof ask>[] = []
    for (let i = 0; i < 10; i++) {
      change(push!.first_link + 4 * i)
      asked.push(ask())
    }
    const all = await Promise.all(asked)
    expect(readings).toBeLessThan(once * 3.5)
    expect(all.at(-1)!.pages.visible).toBe(first.pages.visible - wasVisible)
    expect(new Set(all).size).toBe(2)
    expect(await ask()).toBe(all.at(-1)!)
  })

  test('is shown to anybody as it was a minute ago at most, however often something changes', async () => {
    const [push] = office.db.read((tx) => pushesOf(tx, TENANT, MONTH))
    const shown = () => shownMonthFigures(office.app, TENANT, MONTH)
    const first = await shown()
    change(push!.first_link)
    expect(await shown()).toBe(first)
    expect(await figures()).not.toBe(first)
    office.clock.turn(59 * SECOND)
    expect(await shown()).toBe(first)
    office.clock.turn(MINUTE - 59 * SECOND)
    expect(await shown()).toBe(await figures())
  })
})
