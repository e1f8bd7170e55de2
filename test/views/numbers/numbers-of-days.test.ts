/** Day 1, 3 and 7 have one definition on every page: by the time when a check was answered, late answers included. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cohortGrid, cohortOf, seenBy, sentOf, waitingFor } from '../../../src/domains/jobs/index.ts'
import { readReport } from '../../../src/features/reports/index.ts'
import { Searched } from '../../../src/kernel/database/search-steps.ts'
import { UTC_DAYS } from '../../../src/kernel/time/zone-days.ts'
import { pushing, urls } from '../../pushing.ts'
import { callerOf } from '../../world.ts'

type Scores = { items: Record<string, number | null>[] }

let office: Awaited<ReturnType<typeof pushing>>
let late = ''
beforeAll(async () => {
  office = await pushing(2000, 100)
  // Monday: the checks of day 1 are answered on day 2, those of day 3 on day 5, those of day 7 on day 9.
  late = await push('late', 300)
  for (const day of [0, 2.5, 5.5, 9]) await office.day(day)
})
afterAll(() => office.close())

const push = async (name: string, n: number) =>
  (await office.call<{ id: string }>('ada', 'submit_index_job', { name, urls: urls(n, name), preflight: false })).id

const scores = async () => (await office.call<Scores>('pat', 'get_provider_scoreboard')).items[0]!
const cohort = () => office.db.read((tx) => cohortOf(tx, late))

/** Links of the push that a check had shown when this many whole days were over. */
const answeredBy = (days: number) =>
  office.db.read((tx) =>
    tx.number(
      `select count(*) from links where job_id = ? and state = 'indexed'
       and julianday(settled_at) - julianday(sent_at) < ?`,
      late,
      days + 1,
    ),
  )

const grid = () =>
  office.db.search(
    new Searched((look) =>
      cohortGrid(look, { now: office.clock.now(), caller: callerOf('ada'), days: UTC_DAYS }, 'week'),
    ),
  )

test('the timeline of a push, its report, the cohorts and the scoreboard count late answers alike', async () => {
  const stored = [1, 3, 7].map(answeredBy)
  expect(stored[0]).toBe(0)
  expect(stored[1]).toBeGreaterThan(0)
  const all = office.db.read((tx) =>
    tx.number("select count(*) from links where job_id = ? and state = 'indexed'", late),
  )
  stored[2] = all
  const timeline = ([1, 3, 7] as const).map((day) => seenBy(cohort(), day))
  const { visible } = office.db.read((tx) => readReport(tx, late, 1, 1))
  const weeks = await grid()
  const score = await scores()
  expect({ timeline, report: [1, 3, 7].map((day) => visible[day]!.visible) }).toEqual({
    timeline: stored,
    report: stored,
  })
  expect(weeks[0]!.cells.map(({ seen }) => seen)).toEqual(stored)
  expect([score.indexed_day1, score.indexed_day3, score.indexed_day7]).toEqual(stored)
  expect([score.answered_day1, score.answered_day3, score.answered_day7]).toEqual([300, 300, 300])
})

test('failover does not judge a supplier by checks that were answered late', async () => {
  const { day3 } = await office.call<{ day3: object }>('pat', 'get_crawl_settings')
  expect(day3).toEqual({ seen: 0, looked: 0, rate_pct: null })
})

test('links whose day has not come are not part of a share', async () => {
  const before = await scores()
  await push('new', 500)
  await office.work()
  expect(await scores()).toMatchObject({
    links: 800,
    answered_day1: 300,
    answered_day7: 300,
    indexed_day7: before.indexed_day7,
    indexed_rate: before.indexed_rate,
  })
  await office.day(11.1)
  expect(await scores()).toMatchObject({ answered_day1: 800, answered_day3: 300, answered_day7: 300 })
})

test('a cell tells links that a check did not find from links whose check is to come', async () => {
  const [row] = await grid()
  const of = office.db.read((tx) => tx.rows<{ id: string }>("select id from jobs where name = 'new'"))
  const fresh = office.db.read((tx) => cohortOf(tx, of[0]!.id))
  expect(sentOf(fresh)).toBe(500)
  expect(row!.cells.map(({ day, due }) => [day, due])).toEqual(
    ([1, 3, 7] as const).map((day) => [day, waitingFor(fresh, day)]),
  )
})
