/** Acceptance criterion 4 of client reports: months in 12 time zones, each link in exactly one month, late ones once. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { monthReportsOf } from '../../../../src/features/reports/index.ts'
import { monthFigures } from '../../../../src/features/reports/months/month-counts.ts'
import { pushesOf } from '../../../../src/features/reports/months/month-pushes.ts'
import { spanOf } from '../../../../src/features/reports/months/zones.ts'
import { draftReportsTask } from '../../../../src/features/reports/tasks.ts'
import { DAY, HOUR, MINUTE, millis, plus, type Time } from '../../../../src/kernel/time/clock.ts'
import { monthAt, spanIn } from '../../../../src/kernel/time/month-zones.ts'
import { pushing, urls } from '../../../pushing.ts'

const ZONES = [
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Tongatapu',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Etc/GMT+12',
]
const MONTHS = ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04']

describe.each(ZONES)('criterion 4: in %s', (zone) => {
  const zones = [{ from: '2026-01', zone }]

  test('a month begins at midnight there and ends where the next begins', () => {
    for (const [i, month] of MONTHS.entries()) {
      const { from, to } = spanIn(zones, month)
      const there = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
      expect(there.format(millis(from))).toBe(`${month}-01 00:00`)
      if (MONTHS[i + 1]) expect(to).toBe(spanIn(zones, MONTHS[i + 1]!).from)
      for (const time of [from, plus(from, 1), plus(to, -1)]) expect(monthAt(zones, time)).toBe(month)
    }
  })
})

test('a month with a change of the clocks is an hour shorter or longer', () => {
  const hours = (month: string) => {
    const { from, to } = spanIn([{ from: '2026-01', zone: 'Europe/Vienna' }], month)
    return (millis(to) - millis(from)) / HOUR
  }
  expect([hours('2026-10'), hours('2027-03'), hours('2026-12')]).toEqual([31 * 24 + 1, 31 * 24 - 1, 31 * 24])
})

test('a quarter is its three months', () => {
  const zones = [{ from: '2026-01', zone: 'Asia/Tokyo' }]
  expect(spanIn(zones, '2026-Q4')).toEqual({ from: spanIn(zones, '2026-10').from, to: spanIn(zones, '2026-12').to })
})

describe('criterion 4: pushes of half a year, around each end of a month', () => {
  let office: Awaited<ReturnType<typeof pushing>>
  beforeEach(async () => {
    office = await pushing(500, 500)
  })
  afterEach(() => office.close())

  const put = (time_zone: string) =>
    office.call('ada', 'put_report_schedule', { id: 'ten_northwind', mode: 'review', time_zone })

  /** A push at each of these times, of one link each. */
  async function pushAt(times: readonly Time[]) {
    const start = office.clock.now()
    for (const [i, time] of times.entries()) {
      const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', {
        preflight: false,
        urls: urls(1, `at-${i}`),
      })
      office.db.write((tx) => tx.run('update jobs set created_at = ? where id = ?', time, id))
    }
    office.clock.set(start)
  }

  const around = (zone: string): Time[] =>
    ['2026-11', '2026-12', '2027-01'].flatMap((month) => {
      const { from } = spanIn([{ from: '2026-01', zone }], month)
      return [-14 * HOUR, -MINUTE, -1, 0, MINUTE, 14 * HOUR].map((ms) => plus(from, ms))
    })

  test.each(ZONES)('each is counted in exactly one month in %s', async (zone) => {
    await put(zone)
    office.db.write((tx) =>
      tx.run('update report_schedules set zones = ?', JSON.stringify([{ from: '2026-01', zone }])),
    )
    const times = around(zone)
    await pushAt(times)
    const months = ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02']
    const counted = office.db.read((tx) => months.flatMap((month) => pushesOf(tx, 'ten_northwind', month)))
    expect(counted.length).toBe(times.length)
    expect(new Set(counted.map(({ id }) => id)).size).toBe(times.length)
    // The list of months counts the same.
    const listed = office.db.read((tx) => monthReportsOf(tx, 'ten_northwind'))
    for (const { month, pushes } of listed)
      expect([month, pushes]).toEqual([month, (await monthFigures(office.app, 'ten_northwind', month)).pushes.length])
    const clients = office.db.read((tx) => pushesOf(tx, 'ten_northwind', '2026-12').length)
    expect(clients).toBe(6)
  })

  test('a change of zone holds from the next month, and no hour is left out or counted twice', async () => {
    await put('Europe/Vienna')
    await put('Asia/Tokyo')
    const [{ zones } = { zones: '' }] = office.db.read((tx) =>
      tx.rows<{ zones: string }>('select zones from report_schedules'),
    )
    expect(JSON.parse(zones)).toEqual([
      { from: '2026-11', zone: 'Europe/Vienna' },
      { from: '2026-12', zone: 'Asia/Tokyo' },
    ])
    const [november, december] = ['2026-11', '2026-12'].map((month) => spanIn(JSON.parse(zones), month))
    expect(november!.from).toBe('2026-10-31T23:00:00.000Z')
    expect([november!.to, december!.from]).toEqual(['2026-11-30T15:00:00.000Z', '2026-11-30T15:00:00.000Z'])
  })

  test('a link that becomes final after its report is in the next one, once', async () => {
    await put('UTC')
    office.clock.set('2026-11-29T10:00:00.000Z')
    await office.call('ada', 'submit_index_job', { preflight: false, urls: urls(20, 'late') })
    await office.work()
    const frozen = async (time: Time) => {
      office.clock.set(time)
      await office.work()
      await office.run(draftReportsTask)
    }
    await frozen('2026-12-01T09:01:00.000Z')
    for (const day of [3, 7, 20]) await frozen(plus('2026-12-01T09:01:00.000Z', day * DAY))
    await office.call('ada', 'submit_index_job', { preflight: false, urls: urls(2, 'december') })
    for (const day of [20, 21, 23, 27]) await frozen(plus('2026-12-01T09:01:00.000Z', day * DAY))
    for (const month of ['2027-01', '2027-02']) await frozen(`${month}-01T09:01:00.000Z`)
    const { items } = await office.call<{
      items: { period: string; summary: { open: number; late: number; pushed: number } }[]
    }>('ada', 'list_reports', { revisions: true, sort: 'period', dir: 'asc' })
    const [november, december, january] = items.map(({ summary }) => summary)
    expect([november!.pushed, november!.late]).toEqual([20, 0])
    expect(november!.open).toBeGreaterThan(0)
    expect(december!.late).toBe(november!.open)
    expect(january?.late ?? 0).toBe(0)
  })
})

test('without a zone of its own a schedule has that of the workspace, from the month after a change', async () => {
  const office = await pushing(10, 10)
  const zoneOf = async () =>
    (await office.call<{ time_zone: string }>('ada', 'get_report_schedule', { id: 'ten_bakery' })).time_zone
  await office.call('ada', 'put_report_schedule', { id: 'ten_bakery', mode: 'review' })
  expect(await zoneOf()).toBe('UTC')
  await office.call('ada', 'update_tenant', { id: 'ten_northwind', time_zone: 'Asia/Tokyo' })
  expect(await zoneOf()).toBe('Asia/Tokyo')
  const ends = (month: string) => office.db.read((tx) => spanOf(tx, 'ten_bakery', month))
  expect([ends('2026-11').from, ends('2026-11').to, ends('2026-12').from]).toEqual([
    '2026-11-01T00:00:00.000Z',
    '2026-11-30T15:00:00.000Z',
    '2026-11-30T15:00:00.000Z',
  ])
  await office.call('ada', 'put_report_schedule', { id: 'ten_bakery', time_zone: 'Europe/Vienna' })
  await office.call('ada', 'update_tenant', { id: 'ten_northwind', time_zone: 'America/New_York' })
  expect(await zoneOf()).toBe('Europe/Vienna')
  office.close()
})
