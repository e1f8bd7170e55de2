/** Days of sending are counted as links move; they must say what the links themselves say. */
import { describe, expect, test } from 'bun:test'
import {
  countResults,
  finalDays,
  type SentDay,
  sentDaysOf,
  shareByDay7,
  tally,
} from '../../../src/domains/jobs/index.ts'
import type { Db } from '../../../src/kernel/database/database.ts'
import { DAY, dayOf, plus } from '../../../src/kernel/time/clock.ts'
import { UTC_DAYS } from '../../../src/kernel/time/zone-days.ts'
import { pushing, urls } from '../../pushing.ts'
import { START } from '../../world.ts'

/** The same, counted from the links. */
const counted = (db: Db) =>
  db.read((tx) =>
    tx.rows(
      `select j.tenant_id, substr(l.sent_at, 1, 10) as day, count(*) as sent, sum(l.stage in ('day1', 'day3', 'day7')) as came,
         sum(l.stage in ('never', 'later')) as missed, sum(l.state = 'sent') as waiting
       from links l join jobs j on j.id = l.job_id where l.sent_at is not null and l.state <> 'held_out'
       group by 1, 2 order by 2, 1`,
    ),
  )
const told = (db: Db) =>
  db.read((tx) =>
    [...sentDaysOf(tx, ['ten_bakery', 'ten_northwind'], UTC_DAYS, START.slice(0, 10))].flatMap(
      ([tenant_id, sentDays]) => sentDays.map((sentDay) => ({ tenant_id, ...sentDay })),
    ),
  )

test('each day of sending is told with what became of its links, on every day of the guarantee', async () => {
  const office = await pushing(400, 100)
  const push = (path: string, more = {}) =>
    office.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(40, path), preflight: false, ...more })
  await push('one')
  await push('drip', { drip_days: 3 })
  await push('held', { holdout_pct: 20 })
  for (let day = 0; day <= 12; day++) {
    await office.day(day)
    const sentDays = told(office.db)
    expect([day, sentDays]).toEqual([day, counted(office.db) as typeof sentDays])
  }
  const [first] = told(office.db)
  expect(first!.came).toBeGreaterThan(0)
  expect(first!.missed).toBeGreaterThan(0)
  office.close()
})

test('a link that is seen only after its refund stays missed; without the guarantee it came; what settles twice counts once', async () => {
  const office = await pushing(400, 100)
  type State = 'sent' | 'indexed' | 'not_indexed'
  const move = (from: State, to: State, credit: 'consumed' | 'released' = 'consumed') => {
    const link = (id: number, state: State) => ({ id, state, credit, sent_at: START })
    return office.db.write((tx) => {
      countResults(tx, 'ten_bakery', [link(1, from), link(2, 'sent')], [link(1, to), link(2, 'sent')])
      return null
    })
  }
  office.db.write((tx) => tally(tx, 'ten_bakery', { sent: 2 }) as undefined)
  const fates = () => told(office.db).map(({ came, missed, waiting }) => [came, missed, waiting])
  expect(fates()).toEqual([[0, 0, 2]])
  move('sent', 'not_indexed')
  expect(fates()).toEqual([[0, 1, 1]])
  move('not_indexed', 'indexed', 'released')
  expect(fates()).toEqual([[0, 1, 1]])
  move('not_indexed', 'indexed')
  expect(fates()).toEqual([[1, 0, 1]])
  move('indexed', 'indexed')
  expect(fates()).toEqual([[1, 0, 1]])
  office.close()
})

describe('the share by day 7', () => {
  const now = plus(START, 20 * DAY)
  const day = (ago: number, came: number, missed: number, waiting = 0): SentDay => ({
    day: dayOf(plus(now, -ago * DAY)),
    sent: came + missed + waiting,
    came,
    missed,
    waiting,
  })
  const of = (...days: SentDay[]) => shareByDay7(finalDays(days, UTC_DAYS, now))

  test('leaves out days whose day 7 has not come, found or not, and days whose checks are late', () => {
    expect(of(day(3, 50, 0, 40), day(1, 3, 0, 110))).toEqual({ rate: null, links: 0, until: null })
    expect(of(day(6, 50, 0))).toEqual({ rate: null, links: 0, until: null })
    expect(of(day(12, 30, 10), day(9, 50, 0, 40))).toEqual({ rate: 0.75, links: 40, until: day(12, 0, 0).day })
    expect(of(day(7, 30, 10))).toEqual({ rate: 0.75, links: 40, until: day(7, 0, 0).day })
  })

  test('counts a day of which few links wait, and these as not found so far', () => {
    expect(of(day(9, 60, 36, 4))).toEqual({ rate: 0.6, links: 100, until: day(9, 0, 0).day })
    expect(of(day(9, 60, 34, 6)).rate).toBeNull()
    expect(of(day(9, 9, 0, 1)).rate).toBeNull()
  })
})
