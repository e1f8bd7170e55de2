/** Checks after the guarantee: their links, days and credits. */
import { afterEach, expect, test } from 'bun:test'
import { hashOf } from '../../../src/domains/pushes/index.ts'
import { WATCHES_IN_FUTURE } from '../../../src/features/retention/clock-repairs.ts'
import { dayOfStep, dueAt, stepAt } from '../../../src/features/retention/grid.ts'
import { giveBack } from '../../../src/features/retention/watches/budget.ts'
import { between, DAY, dayOf, plus } from '../../../src/kernel/time/clock.ts'
import { quarterHourOf } from '../../../src/kernel/time/zone-days.ts'
import { refusal } from '../../refusal.ts'
import { START } from '../../world.ts'
import { pages, radar } from './radar.ts'

let w: Awaited<ReturnType<typeof radar>>
afterEach(() => w?.stop())

const on = (input: object = {}, id = 'ten_northwind') =>
  w.call<Record<string, number>>('ada', 'update_retention', { id, on: true, budget_month: 1000, ...input })

test('the schedule is day 14, 30, 60, 90, then every 30, and each date lies within a tenth of its step', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 14].map(dayOfStep)).toEqual([0, 14, 30, 60, 90, 120, 150, 390])
  for (let link_id = 1; link_id < 2000; link_id++)
    for (const step of [1, 2, 3, 4, 5, 20]) {
      const day = between(START, dueAt({ link_id, first_seen_at: START }, step)) / DAY
      const [before, at] = [dayOfStep(step - 1), dayOfStep(step)]
      expect(Math.abs(day - at)).toBeLessThanOrEqual(0.1 * (at - before) + 1e-6)
      expect(stepAt(day)).toBe(step)
    }
})

test('nothing is checked after day 7 until watching is switched on', async () => {
  w = await radar()
  await w.push(pages(3))
  const asked = w.asked.length
  await w.go(60)
  expect(w.asked).toHaveLength(asked)
  expect(w.watches()).toEqual([])
})

test('a link is checked on its days for one check credit each, and stays as it was', async () => {
  w = await radar()
  await on()
  await w.push(pages(2))
  const [before, links] = [w.credits().check.available, w.rows('select * from links')]
  await w.go(92)
  const days = w.asked.filter(({ at }) => at > w.since(5)).map(({ at }) => Math.round(between(START, at) / DAY))
  for (const [i, day] of [15, 31, 61, 91].entries())
    for (const one of days.sort((a, b) => a - b).slice(2 * i, 2 * i + 2))
      expect(Math.abs(one - day)).toBeLessThanOrEqual(5)
  expect(w.credits().check).toEqual({ available: before - days.length, reserved: 0 })
  expect(w.rows('select * from links')).toEqual(links)
  expect(await w.call<object>('ada', 'get_retention', { id: 'ten_northwind' })).toMatchObject({
    watched: 2,
    dropped: 0,
    unreached: 0,
  })
})

test('a check without an answer is refunded, leaves the budget, and is asked again the next day', async () => {
  w = await radar()
  await on({ budget_month: 5 })
  await w.push(pages(1))
  w.state.sees = () => 'unknown'
  const before = w.credits().check
  await w.go(20)
  expect(w.asked.length).toBeGreaterThan(3)
  expect(w.credits().check).toEqual(before)
  expect(await on({ budget_month: 5 })).toMatchObject({ used_month: 0, watched: 1 })
})

test('what watching would cost is known to the credit before it is switched on', async () => {
  w = await radar()
  await w.push(pages(40))
  const { estimate } = await w.call<{ estimate: { links: number; checks_month: number } }>('ada', 'get_retention', {
    id: 'ten_northwind',
  })
  expect(estimate).toEqual({ links: 40, checks_month: 80 })
  await on()
  const before = w.credits().check.available
  await w.go(34)
  expect(before - w.credits().check.available).toBe(80)
})

test('links seen before are asked within two weeks, and count on the curve only from then on', async () => {
  w = await radar()
  await w.push(pages(30))
  await w.go(62)
  await on()
  await w.work()
  expect(w.watches().every(({ counted, entered }) => counted === null && entered === null)).toBe(true)
  await w.go(15)
  expect(w.watches().every(({ counted, entered }) => counted === entered && counted === 3)).toBe(true)
  expect(await w.call<object>('ada', 'get_survival', {})).toMatchObject({ links: 0, points: [] })
  await w.go(40)
  expect(await w.call<object>('ada', 'get_survival', {})).toMatchObject({ links: 30 })
})

test('with impressions of all pages nothing is asked and nothing is paid', async () => {
  w = await radar()
  await on()
  await w.push(pages(5))
  const [asked, credits] = [w.asked.length, w.credits().check]
  for (let day = 0; day < 70; day++) {
    await w.go(1)
    w.db.write((tx) => {
      const rows = pages(5).map(
        (url) => `('ten_northwind', ${hashOf(url)}, '${dayOf(plus(tx.now, -2 * DAY))}', 'sc-domain:bakery.example', 3)`,
      )
      return tx.run(`insert into impressions (tenant_id, url_hash, day, property, impressions) values ${rows.join()}`)
    })
  }
  expect(w.asked).toHaveLength(asked)
  expect(w.credits().check).toEqual(credits)
  expect(w.watches().every(({ state, counted }) => state === 'kept' && counted === 3)).toBe(true)
})

test('watched links follow their push to another client, with what they count on the curve', async () => {
  w = await radar()
  await on()
  const id = await w.push(pages(4))
  await w.go(20)
  await w.call('ada', 'update_job', { id, move_to: 'ten_bakery' })
  await w.work()
  expect(w.watches().map(({ tenant_id }) => tenant_id)).toEqual(Array(4).fill('ten_bakery'))
  const counted = 'select tenant_id, step, at_risk, dropped from retention_steps where at_risk <> 0'
  expect(w.rows(counted)).toEqual([{ tenant_id: 'ten_bakery', step: 1, at_risk: 4, dropped: 0 }])
})

test('links that dropped take their drop to the other client, and back', async () => {
  w = await radar()
  await on()
  const id = await w.push(pages(4))
  const other = await w.push(pages(1, 'bakery.example', 'q'))
  await w.go(10)
  w.state.sees = () => 'no'
  await w.go(20)
  const where = () =>
    w.rows(
      `select d.tenant_id, d.host, d.state, count(*) as links from watches w join drops d on d.id = w.drop_id and d.tenant_id = w.tenant_id
       where w.job_id = ? group by 1, 2, 3`,
      id,
    )
  const before = where()
  expect(before).toEqual([{ tenant_id: 'ten_northwind', host: 'bakery.example', state: 'open', links: 4 }])
  await w.call('ada', 'update_job', { id, move_to: 'ten_bakery' })
  await w.work()
  expect(where()).toEqual([{ tenant_id: 'ten_bakery', host: 'bakery.example', state: 'open', links: 4 }])
  await w.call('ada', 'update_job', { id, move_to: 'ten_northwind' })
  await w.work()
  expect(where()).toEqual(before)
  expect(
    w.rows('select id from drops where id not in (select drop_id from watches where drop_id is not null)'),
  ).toEqual([])
  expect(w.watches().filter(({ job_id }) => job_id === other)).toHaveLength(1)
})

test('a check without a result comes back to one budget, that of the settings that hold', async () => {
  w = await radar()
  await on()
  await on({}, 'ten_bakery')
  const at = '2026-11-21T06:00:00.000Z'
  w.db.write((tx) => {
    for (const root of ['ten_bakery', 'ten_northwind'])
      tx.run(`insert into retention_spend values (?, ?, 'ten_bakery', 3)`, root, quarterHourOf(at))
    giveBack(tx, 'ten_bakery', 'ten_northwind', at, 1)
    return null
  })
  const spend = 'select root_id, credits from retention_spend order by 1'
  expect(w.rows(spend)).toEqual([
    { root_id: 'ten_bakery', credits: 3 },
    { root_id: 'ten_northwind', credits: 2 },
  ])
})

test('what a wrong clock wrote is put right: links, tests of the engine, letters', async () => {
  w = await radar()
  await on()
  await w.push(pages(2))
  const far = '2099-06-01T09:00:00.000Z'
  w.db.write((tx) => {
    tx.run("update watches set due_at = ?, last_no_at = ?, state = 'suspect', first_no_at = ?", far, far, far)
    tx.run("insert into canary_batches (planned_at, looks, state) values (?, 5, 'open')", far)
    tx.run("update retention set letter_at = ?, letter_day = '2099-06-01'", far)
    return null
  })
  const due = plus(w.clock.now(), 36 * DAY)
  w.db.write((tx) => tx.run('update watches set due_at = ? where link_id = (select max(link_id) from watches)', due))
  for (const { repair } of WATCHES_IN_FUTURE) w.db.write((tx) => repair(tx, 100))
  const now = w.clock.now()
  expect(w.rows('select due_at, last_no_at from watches order by link_id')).toEqual([
    { due_at: now, last_no_at: now },
    { due_at: due, last_no_at: now },
  ])
  expect(w.rows('select planned_at from canary_batches')).toEqual([{ planned_at: now }])
  expect(w.rows('select letter_at, letter_day from retention')).toEqual([{ letter_at: now, letter_day: null }])
})

test('a client with settings of its own follows these, and one that is off is left alone', async () => {
  w = await radar()
  await on()
  await on({ on: false }, 'ten_bakery')
  await w.push(pages(2), 'ten_bakery')
  await w.push(pages(2, 'northwind.example'))
  expect(w.watches().map(({ tenant_id }) => tenant_id)).toEqual(['ten_northwind', 'ten_northwind'])
})

test('a key with a limit on credits cannot switch on what spends them later, nor can a member', async () => {
  w = await radar()
  expect(await refusal(w.call('ben', 'update_retention', { id: 'ten_northwind', on: true }))).toMatchObject({
    code: 'forbidden',
  })
  expect(
    await refusal(w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: -1 })),
  ).toMatchObject({ code: 'validation_failed' })
})
