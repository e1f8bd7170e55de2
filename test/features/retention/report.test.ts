/** The line about pages after 60 days in reports of a month. */
import { afterEach, expect, test } from 'bun:test'
import type { StillThere, StillToday } from '../../../src/domains/links/index.ts'
import { freeze } from '../../../src/features/reports/issues/freeze.ts'
import { ENGLISH } from '../../../src/kernel/language/reader.ts'
import { DAY, dayOf, plus, weekOf } from '../../../src/kernel/time/clock.ts'
import { factsOf } from '../../../views/reports/document.tsx'
import { causesInWords } from '../../../views/reports/drop-words.ts'
import { noteStatements } from '../../statements.ts'
import { START, world } from '../../world.ts'

let w: ReturnType<typeof world>
afterEach(() => w.close())

const LONG_AGO = weekOf(plus(START, -90 * DAY))
const PERIOD = START.slice(0, 7)

/** Links of a client that passed the checks of days 14, 30 and 60, of a week of first sights. */
function steps(at_risk: number, dropped: number, { week = LONG_AGO, tenant_id = 'ten_bakery', most = 3 } = {}) {
  w.db.write((tx) => {
    for (let step = 1; step <= most; step++)
      tx.run(
        `insert into retention_steps (tenant_id, week, host, adapter, step, at_risk, dropped) values (?, ?, 'bakery.example', 'simulated', ?, ?, ?)`,
        ...[tenant_id, week, step, step === 1 ? at_risk : at_risk - dropped, step === 1 ? dropped : 0],
      )
    return null
  })
}
const report = (id = 'ten_bakery') =>
  w.call<{ still_there?: StillThere }>('ada', 'get_month_report', { id, month: PERIOD })

test('of 25 pages of which one dropped, the report says 96 %, and the day until which they were seen', async () => {
  w = world()
  steps(25, 1)
  const { still_there } = await report()
  expect(still_there).toEqual({
    days: 60,
    links: 25,
    share: 0.96,
    until: dayOf(plus(`${LONG_AGO}T00:00:00.000Z`, 6 * DAY)),
    causes: [],
  })
})

test('of fewer than 20 pages, pages seen lately, pages that have no check of day 60, or another client, it says nothing', async () => {
  w = world()
  steps(20, 1)
  steps(400, 0, { week: weekOf(plus(START, -70 * DAY)) })
  steps(400, 0, { most: 2, week: weekOf(plus(START, -120 * DAY)), tenant_id: 'ten_rival' })
  expect('still_there' in (await report())).toBe(false)
})

test('a report counts the clients below its workspace, and a frozen one has its line', async () => {
  w = world()
  steps(40, 4)
  expect((await report('ten_northwind')).still_there).toMatchObject({ links: 40, share: 0.9 })
  const { figures } = await freeze(w.app, 'ten_bakery', PERIOD)
  expect(JSON.parse(figures).document.still_there).toMatchObject({ links: 40, share: 0.9 })
})

test('the line is a figure of its page and of its file, and is missing where nothing is known', () => {
  w = world()
  const still_there = { days: 60, links: 1240, share: 0.91, until: '2026-09-06' }
  const of = { to: ENGLISH, engine: 'Google', pages: { total: 1, visible: 1 }, refunded: 0, pushes: 1, ordered: 1 }
  const texts = (more: object) => factsOf({ ...of, ...more } as never).map((fact) => JSON.stringify(fact))
  expect(texts({ still_there }).at(-1)).toContain('still in {engine} after {days} days')
  expect(texts({})).toHaveLength(texts({ still_there }).length - 1)
})

/** Watched links of the Bakery by their state, of pages first seen this long ago. */
function watched(links: { state: string; cause?: string; counted?: number; n: number }[], days: number) {
  const seen_at = plus(w.clock.now(), -days * DAY)
  w.db.write((tx) => {
    let id = tx.number('select coalesce(max(link_id), 5000) from watches')
    tx.run(
      `insert or ignore into jobs (id, tenant_id, type, name, status, link_count, first_link, last_link, outcome, comparison, created_by, created_at, updated_at)
       values ('job_old', 'ten_bakery', 'index', 'Old', 'done', 99, 5001, 5999, '{}', '{}', 'test', ?1, ?1)`,
      tx.now,
    )
    for (const { state, cause = null, counted = 3, n } of links)
      for (let i = 0; i < n; i++) {
        id++
        tx.run(
          `insert into links (id, job_id, url, state) values (?, 'job_old', 'https://bakery.example/' || ?, 'indexed')`,
          id,
          id,
        )
        tx.run(
          `insert into watches (link_id, job_id, tenant_id, host, adapter, week, first_seen_at, state, entered, counted, is_over, last_yes_at, cause)
           select id, job_id, 'ten_bakery', 'bakery.example', 'simulated', ?6, ?2, ?3, 0, ?4, ?3 = 'dropped', ?2, ?5 from links where id = ?1`,
          ...[id, seen_at, state, counted, cause, weekOf(seen_at)],
        )
      }
    return null
  })
}

test('the portal counts pages of the weeks that ended 60 days ago and were asked since, with the causes that are known', async () => {
  w = world()
  type Overview = { still_there: StillToday | null }
  const shown = async () => (await w.call<Overview>('vera', 'get_tenant_overview', { id: 'ten_bakery' })).still_there
  watched([{ state: 'kept', n: 12 }], 70)
  expect(await shown()).toBeNull()
  watched(
    [
      ...[
        { state: 'returned', n: 2 },
        { state: 'suspect', n: 1 },
        { state: 'ended', n: 4 },
      ],
      ...[{ state: 'kept', counted: 2, n: 9 }],
      ...[
        { state: 'dropped', cause: 'noindex', n: 2 },
        { state: 'dropped', cause: 'http_4xx', n: 3 },
      ],
      ...[{ state: 'dropped', cause: 'engine_choice', n: 4 }],
    ],
    66,
  )
  watched([{ state: 'kept', n: 30 }], 59)
  watched([{ state: 'kept', n: 30 }], 61)
  const still = await shown()
  expect(still).toEqual({
    ...{ days: 60, links: 24, there: 15 },
    causes: [
      { cause: 'http_4xx', links: 3 },
      { cause: 'noindex', links: 2 },
    ],
  })
  steps(25, 1)
  expect((await report()).still_there?.causes).toEqual(still!.causes)
  expect(causesInWords(ENGLISH, still!.causes)).toBe('Not found (3), noindex (2)')
  expect(causesInWords(ENGLISH, [{ cause: 'unheard', links: 2 }])).toBeNull()
})

test('pages and causes are counted beforehand, however many pages are watched', async () => {
  w = world()
  watched([{ state: 'kept', n: 30 }], 68)
  const statements = noteStatements(w.db)
  await w.call('vera', 'get_tenant_overview', { id: 'ten_bakery' })
  expect(statements.plans(/\bwatch_counts\b/).length).toBeGreaterThan(1)
  expect(
    statements.plans(/\bwatches\b/).filter((plan) => /SCAN w\b|SEARCH w USING INDEX watches_(state|host)/.test(plan)),
  ).toEqual([])
})
