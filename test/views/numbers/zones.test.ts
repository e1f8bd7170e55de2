/** In twelve zones: each figure of days adds up, is the same everywhere, and is that of the links themselves. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { monthFigures } from '../../../src/features/reports/months/month-counts.ts'
import { DAY, HOUR, plus } from '../../../src/kernel/time/clock.ts'
import { daysLater, daysOfZone } from '../../../src/kernel/time/zone-days.ts'
import { pushing, urls } from '../../pushing.ts'
import { ZONES } from '../../zones.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>

/** Hours between the pushes: every hour of the day comes, and clocks change in between. */
const STEP = 17
const FIRST = '2026-10-05T03:20:00.000Z'

beforeAll(async () => {
  office = await pushing(900, 900)
  browser = browserOf(office)
  for (let n = 0; n < 36; n++) {
    office.clock.set(plus(FIRST, n * STEP * HOUR))
    const tenant_id = n % 3 ? 'ten_northwind' : 'ten_bakery'
    await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 10 })
    await office.call('ada', 'submit_index_job', { preflight: false, tenant_id, urls: urls(1 + (n % 5), `p${n}`) })
    await office.work()
  }
  for (let day = 1; day <= 9; day++) {
    office.clock.set(plus(FIRST, 35 * STEP * HOUR + day * DAY))
    await office.work()
  }
}, 120_000)
afterAll(() => office.close())

type Link = { sent_at: string; settled_at: string | null; state: string; credit: string; tenant_id: string }
const links = () =>
  office.db.read((tx) =>
    tx.rows<Link>(
      `select l.sent_at, l.settled_at, l.state, l.credit, j.tenant_id from links l join jobs j on j.id = l.job_id
       where l.sent_at is not null`,
    ),
  )
const call = <T>(name: string, input: object) => office.call<T>('ada', name, input as never)
const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0)

type Summary = { total: { sent: number; indexed: number; returned: number; used: number }; time_zone: string }
type Results = { time_zone: string; rows: { key: string; sent: number }[] }

describe.each(ZONES)('in %s', (time_zone) => {
  const days = daysOfZone(time_zone)
  const first = days.dayOf(FIRST)
  const last = () => days.dayOf(office.clock.now())
  const span = () => {
    const all: string[] = []
    for (let day = first; day <= last(); day = daysLater(day, 1)) all.push(day)
    return all
  }

  test('sums of each day are those of the links, and add up to the total', async () => {
    const known = links()
    const by_day: Summary['total'][] = []
    for (const day of span()) {
      const { total, time_zone: zone } = await call<Summary>('get_summary', { from: day, to: day, time_zone })
      expect(zone).toBe(time_zone)
      const sent = known.filter((link) => days.dayOf(link.sent_at) === day).length
      const indexed = known.filter((link) => link.state === 'indexed' && days.dayOf(link.settled_at!) === day).length
      expect([day, total.sent, total.indexed]).toEqual([day, sent, indexed])
      const listed = await call<{ total: number; counted: number }>('list_links', {
        ...{ moment: 'sent', from: day, to: day, time_zone },
      })
      expect([day, listed.total, listed.counted]).toEqual([day, sent, sent])
      by_day.push(total)
    }
    const { total } = await call<Summary>('get_summary', { from: first, to: last(), time_zone })
    for (const name of ['sent', 'indexed', 'returned', 'used'] as const)
      expect([name, sum(by_day.map((one) => one[name]))]).toEqual([name, total[name]])
    expect(total.sent).toBe(known.length)
    expect(total.returned).toBeGreaterThan(0)
  })

  test('weeks have the links of their days', async () => {
    const { rows, time_zone: zone } = await call<Results>('get_results', { by: 'week', time_zone })
    expect(zone).toBe(time_zone)
    const known = links()
    for (const { key, sent } of rows)
      expect([key, sent]).toEqual([key, known.filter((link) => days.weekOf(link.sent_at) === key).length])
    expect(sum(rows.map(({ sent }) => sent))).toBe(known.length)
    for (const by of ['client', 'host']) {
      const { rows: others } = await call<{ rows: { weeks: { week: string; sent: number }[] }[] }>(
        'get_results_by_week',
        { by, time_zone },
      )
      for (const { key, sent } of rows)
        expect(
          sum(others.flatMap(({ weeks }) => weeks.filter(({ week }) => week === key).map((one) => one.sent))),
        ).toBe(sent)
    }
    const ofSuppliers = await office.call<{ time_zone: string; rows: { weeks: { week: string; sent: number }[] }[] }>(
      'pat',
      'get_results_by_week',
      { by: 'supplier', tenant_id: 'ten_northwind', time_zone },
    )
    expect(ofSuppliers.time_zone).toBe(time_zone)
    const own = known.filter(({ tenant_id }) => tenant_id === 'ten_northwind')
    const sentIn = (week: string) => own.filter((link) => days.weekOf(link.sent_at) === week).length
    for (const { week, sent } of ofSuppliers.rows.flatMap(({ weeks }) => weeks))
      expect([week, sent]).toEqual([week, sentIn(week)])
    expect(sum(ofSuppliers.rows.flatMap(({ weeks }) => weeks.map(({ sent }) => sent)))).toBe(own.length)
    const [{ key, sent }] = rows as [Results['rows'][number]]
    const listed = await call<{ total: number; items: unknown[]; time_zone: string }>('list_result_links', {
      ...{ by: 'week', key, day: 7, part: 'all', time_zone },
    })
    expect([listed.total, listed.items.length, listed.time_zone]).toEqual([sent, sent, time_zone])
  })

  test('the setting moves what pages read, never money; months that have begun stay', async () => {
    const money = () =>
      office.db.read((tx) => [
        tx.rows('select * from purses order by 1, 2'),
        tx.rows('select * from ledger order by id'),
        tx.rows('select * from credit_days order by 1, 2, 3'),
      ])
    const [before, month] = [money(), await monthFigures(office.app, 'ten_northwind', '2026-10')]
    await call('update_tenant', { id: 'ten_northwind', time_zone })
    const today = await call<{ time_zone: string; chart: { day: string; indexed: number; not_indexed: number }[] }>(
      'get_today',
      {},
    )
    expect(today.time_zone).toBe(time_zone)
    const known = links()
    for (const { day, indexed, not_indexed } of today.chart)
      expect([day, indexed + not_indexed]).toEqual([
        day,
        known.filter((link) => days.dayOf(link.sent_at) === day && link.state !== 'sent').length,
      ])
    const { time_zone: of_client } = await call<Results>('get_tenant_overview', { id: 'ten_bakery' })
    expect(of_client).toBe(time_zone)
    expect(money()).toEqual(before)
    expect(await monthFigures(office.app, 'ten_northwind', '2026-10')).toMatchObject({ ordered: month.ordered })
  })
})

describe.each(ZONES)('where the workspace is in %s', (time_zone) => {
  const days = daysOfZone(time_zone)
  beforeAll(() => call('update_tenant', { id: 'ten_northwind', time_zone }))

  const fileAt = async (path: string) => {
    const { html, headers } = await browser.visit('ada', `/app/w/ten_northwind${path}`)
    const lines = html.trimEnd().split('\r\n').slice(1)
    return { name: headers.get('content-disposition'), lines }
  }

  test('the page, its file and its figures have the same links, and the file the day of its name', async () => {
    const all = links().map(({ sent_at }) => days.dayOf(sent_at))
    for (const day of [days.dayOf(FIRST), days.dayOf(plus(FIRST, 7 * STEP * HOUR))]) {
      const asked = { moment: 'sent', from: day, to: day }
      const { lines, name } = await fileAt(`/links/csv?${new URLSearchParams(asked)}`)
      const { total } = await call<{ total: number }>('list_links', asked)
      const figures = await call<Summary>('get_summary', { from: day, to: day })
      expect([day, lines.length, total, figures.total.sent]).toEqual([
        day,
        ...Array.from({ length: 3 }, () => all.filter((one) => one === day).length),
      ])
      expect(name).toContain(`links-${days.dayOf(office.clock.now())}.csv`)
    }
  })

  test('the weeks of the page are those of its file', async () => {
    const { rows } = await call<Results>('get_results', { by: 'week', last_weeks: 52 })
    const { lines, name } = await fileAt('/cohorts/csv?last_weeks=52')
    expect(name).toContain(`${days.dayOf(office.clock.now())}.csv`)
    const weeks = lines.filter((line) => /^All[;,]/.test(line))
    const inFile = weeks.map((line) => line.split(/[;,]/).slice(1, 3))
    expect(inFile.filter(([, sent]) => sent !== '0').toSorted()).toEqual(
      rows
        .filter(({ sent }) => sent > 0)
        .map(({ key, sent }) => [key, `${sent}`])
        .toSorted(),
    )
  })

  test('a day of the audit trail is a day of the workspace', async () => {
    const known = office.db
      .read((tx) =>
        tx.rows<{ at: string }>(
          "select at from audit where tenant_id = 'ten_northwind' and action = 'submit_index_job'",
        ),
      )
      .map(({ at }) => days.dayOf(at))
    let listed = 0
    for (let day = days.dayOf(FIRST); day <= days.dayOf(office.clock.now()); day = daysLater(day, 1)) {
      const asked = { id: 'ten_northwind', action: 'submit_index_job', from: day, to: day }
      const { total } = await call<{ total: number }>('list_tenant_audit', asked)
      expect([day, total]).toEqual([day, known.filter((one) => one === day).length])
      listed += total
    }
    expect(listed).toBeGreaterThan(10)
  })

  test('a price counts the credits of its days', async () => {
    office.db.write((tx) => tx.run("update tenants set created_at = ? where id = 'ten_bakery'", FIRST))
    await call('update_tenant', { id: 'ten_bakery', price: { usd_credit: 1 } })
    const now = office.clock.now()
    const used = links().filter(({ tenant_id, credit }) => tenant_id === 'ten_bakery' && credit === 'consumed')
    for (const at of [plus(FIRST, 33 * DAY + 5 * HOUR), plus(FIRST, 35 * DAY + 14 * HOUR)]) {
      office.clock.set(at)
      const span = { from: days.firstDay(at), to: days.dayOf(at) }
      const { earnings } = await call<{ earnings: { earned_usd: number } }>('get_tenant_overview', { id: 'ten_bakery' })
      const { rows } = await call<{ rows: { id: string; used: number }[] }>('get_summary', span)
      const within = used.filter(({ settled_at }) => days.dayOf(settled_at!) >= span.from && settled_at! <= at)
      expect([earnings.earned_usd, rows.find(({ id }) => id === 'ten_bakery')!.used]).toEqual([
        within.length,
        within.length,
      ])
    }
    office.clock.set(now)
  })

  test('a month of reports begins and ends where the workspace is', async () => {
    const now = office.clock.now()
    const ordered = office.db.read((tx) =>
      tx.rows<{ created_at: string }>("select created_at from jobs where tenant_id = 'ten_bakery'"),
    )
    // A month that has begun keeps its zone.
    const zones = JSON.stringify([{ from: '2026-01', zone: time_zone }])
    office.db.write((tx) => tx.run("update tenants set month_zones = ? where id = 'ten_northwind'", zones))
    const months = new Set(ordered.map(({ created_at }) => days.monthOf(created_at)))
    const begins = days.startOf('2026-11-01')
    const picked = '/app/w/ten_northwind/clients/picked/share/ask'
    for (const [at, running] of [
      [plus(begins, -1), '2026-10'],
      [begins, '2026-11'],
    ] as const) {
      office.clock.set(at)
      type Months = { months: string[]; is_over: boolean }
      const found = await call<Months>('list_client_months', { month: '2026-10', figures: false })
      expect([at, found.is_over]).toEqual([at, running === '2026-11'])
      expect(new Set(found.months)).toEqual(new Set([...months, '2026-10']))
      const { html } = await browser.send('ada', picked, { id: 'ten_bakery' })
      const offered = [...html.matchAll(/<option value="(\d{4}-\d\d)"/g)].map(([, month]) => month)
      expect([at, offered.toSorted().at(-1)]).toEqual([at, running])
    }
    office.clock.set(now)
  })

  test('notes say in which zone their days are', async () => {
    expect(await call<{ time_zone: string }>('get_result_notes', {})).toMatchObject({ time_zone })
  })
})

test('a push at half past eleven in New York is not of tomorrow', async () => {
  await call('update_tenant', { id: 'ten_northwind', time_zone: 'America/New_York' })
  office.clock.set('2026-12-02T04:30:00.000Z')
  await office.call('ada', 'submit_index_job', { preflight: false, urls: urls(3, 'late') })
  await office.work()
  const on = async (day: string) => (await call<Summary>('get_summary', { from: day, to: day })).total.sent
  expect([await on('2026-12-01'), await on('2026-12-02')]).toEqual([3, 0])
  const { chart } = await call<{ chart: { day: string; waiting: number }[] }>('get_today', {})
  expect(chart.at(-1)).toMatchObject({ day: '2026-12-01', waiting: 3 })
})
