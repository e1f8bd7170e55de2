/** Budgets and shares of watching; nothing else changes. */
import { afterEach, describe, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { writeWebhookEventsTask } from '../../../src/features/webhooks/tasks.ts'
import { between, DAY, type Time } from '../../../src/kernel/time/clock.ts'
import { daysOfZone } from '../../../src/kernel/time/zone-days.ts'
import { some } from '../../long/whole.ts'
import { refusal } from '../../refusal.ts'
import { site } from '../standing/watching.ts'
import { listen, pages, radar } from './radar.ts'

const PAGE =
  '<html lang="en"><title>Rooms</title><p>Forty rooms above the old harbour, each with a view of the sea.</html>'

let w: Awaited<ReturnType<typeof radar>>
afterEach(() => w?.stop())

const paid = () =>
  w.rows<{ created_at: string; tenant_id: string }>(
    "select created_at, tenant_id from looks where purpose = 'retention' and credits > 0 and indexed <> 'unknown' order by id",
  )

describe.each(some(['Pacific/Auckland', 'UTC', 'America/St_Johns'], 3))('in %s', (zone) => {
  test('a month has at most its budget, spread over its days; the links beyond it are counted as not watched', async () => {
    w = await radar()
    await w.call('ada', 'update_tenant', { id: 'ten_northwind', time_zone: zone })
    await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 40 })
    await w.push(pages(60))
    await w.go(75, 12)
    const months = Map.groupBy(paid(), ({ created_at }) => daysOfZone(zone).monthOf(created_at))
    expect(months.size).toBeGreaterThanOrEqual(2)
    for (const of of months.values()) expect(of.length).toBeLessThanOrEqual(40)
    const days = Map.groupBy(paid(), ({ created_at }) => daysOfZone(zone).dayOf(created_at))
    expect(Math.max(...[...days.values()].map((of) => of.length))).toBeLessThanOrEqual(3)
    const { unreached } = await w.call<{ unreached: number }>('ada', 'get_retention', { id: 'ten_northwind' })
    const late = w.watches().filter(({ due_at }) => due_at !== null && between(due_at, w.clock.now()) > 2 * DAY)
    expect(late.length).toBeGreaterThan(0)
    expect(unreached).toBe(late.length)
  })
})

test('each client gets at least its equal share of a day, and another takes the rest', async () => {
  w = await radar()
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 60 })
  await w.push(pages(90, 'inn.example'))
  await w.push(pages(8), 'ten_bakery')
  const late = (tenant_id: string) =>
    w
      .watches()
      .filter(
        (one) => one.tenant_id === tenant_id && one.due_at !== null && between(one.due_at, w.clock.now()) > 2 * DAY,
      )
  for (let day = 0; day < 27; day++) {
    await w.go(1)
    expect(late('ten_bakery')).toEqual([])
  }
  expect(late('ten_northwind').length).toBeGreaterThan(20)
  expect(paid().length).toBeGreaterThan(50)
})

test('a workspace without check credits is not watched, and its pushes go on', async () => {
  w = await radar(undefined, 20)
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 1000 })
  await w.push(pages(10))
  await w
    .call('ada', 'allocate_credits', { from: 'ten_northwind', to: 'ten_bakery', kind: 'check', amount: 15 })
    .catch(() => {})
  await w.go(60)
  expect(w.credits().check).toMatchObject({ available: expect.any(Number), reserved: 0 })
  expect(paid().length).toBeLessThanOrEqual(20)
})

/** All that the guarantee, its credits and its figures are, without the ids of rows. */
async function life(on: boolean) {
  w = await radar((url, at) => (Number(url.match(/\d+$/)![0]) % 4 === 0 ? 'no' : at > w.since(20) ? 'no' : 'yes'))
  if (on) await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 1000 })
  await w.push(pages(12), 'ten_bakery')
  await w.go(60)
  const all = (sql: string) => w.rows(sql)
  const seen = {
    links: all(
      'select url, state, indexed, credit, looks, next_look_at, checked_at, settled_at, stage from links order by id',
    ),
    jobs: all('select name, status, outcome from jobs order by id'),
    purses: all("select tenant_id, available, reserved from purses where kind = 'index' order by 1"),
    ledger: all(
      "select tenant_id, direction, amount, reason, balance_after, note from ledger where kind = 'index' order by id",
    ),
    cohorts: all('select quarter, host, wait1, wait3, wait7, day1, day3, day7, later, never from cohorts'),
    days: all('select * from link_days order by 1, 2'),
    looks: all(
      "select url, purpose, day, indexed, credits from looks where purpose not in ('retention', 'canary') order by id",
    ),
    results: await w.call('ada', 'get_results', { by: 'host' }),
    watched: w.watches().length,
  }
  w.stop()
  return seen
}

test('links, index credits and figures are the same with watching on and off', async () => {
  const [off, on] = [await life(false), await life(true)]
  expect([off.watched, on.watched]).toEqual([0, 9])
  expect({ ...on, watched: 0 }).toEqual(off)
  w = await radar()
})

/** Six hosts of four clients, with money for their checks. `push` pushes these pages of all. */
async function sixHosts() {
  const clients = ['ten_northwind', 'ten_bakery']
  for (const name of ['Inn', 'Quay']) {
    const { id } = await w.call<{ id: string }>('ada', 'create_sub_tenant', { name, kind: 'client' })
    w.db.write((tx) => {
      for (const kind of ['index', 'check'] as const)
        grant(tx, { tenant_id: id, kind, amount: 500, reason: 'adjustment', actor: 'test' })
      return null
    })
    clients.push(id)
  }
  const sites = Array.from({ length: 6 }, site)
  const push = async (from: number, to: number) => {
    const paths = Array.from({ length: to - from }, (_, n) => `/p${from + n}`)
    for (const [i, one] of sites.entries()) {
      for (const path of paths) one.put(path, () => new Response(PAGE, { headers: { 'content-type': 'text/html' } }))
      await w.push(paths.map(one.at), clients[i % 4])
    }
  }
  return { clients, sites, push }
}

test('pages that many hosts of several clients lose in a week are one event and one letter, and nothing is pushed', async () => {
  w = await radar(undefined, 5000)
  listen(w)
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 5000 })
  const { clients, sites, push } = await sixHosts()
  await push(0, 30)
  await w.go(5)
  w.state.sees = (url) => (Number(url.match(/\d+$/)![0]) % 10 < 3 ? 'no' : 'yes')
  while (w.rows('select 1 from engine_events').length === 0) await w.go(1)
  const opened = w.clock.now()
  const cases = async (who: 'ada' | 'vera') => {
    const { open } = await w.call<{ open: { kind: string; count: number; tenant_id: string }[] }>(
      who,
      'get_attention',
      {},
    )
    return open.filter(({ kind }) => kind === 'drop_event')
  }
  const lost = w.watches().filter(({ cause, state }) => cause === 'engine_event' && state === 'dropped')
  expect(await cases('ada')).toMatchObject([{ kind: 'drop_event', count: lost.length, tenant_id: 'ten_northwind' }])
  expect(await cases('vera')).toMatchObject([
    { kind: 'drop_event', count: lost.filter((one) => one.tenant_id === 'ten_bakery').length, tenant_id: 'ten_bakery' },
  ])
  await w.go(10)
  await w.run(writeWebhookEventsTask)
  expect(await cases('ada')).toEqual([])
  const said = w.rows<{ tenant_id: string }>(
    "select tenant_id from webhook_events where type = 'engine.event' order by tenant_id",
  )
  expect(said.map(({ tenant_id }) => tenant_id)).toEqual(clients.toSorted())
  expect(w.rows('select hosts, clients from engine_events')).toEqual([
    { hosts: expect.any(Number), clients: expect.any(Number) },
  ])
  const events = w.drops().filter(({ cause }) => cause === 'engine_event')
  expect(events.map(({ tenant_id }) => tenant_id).sort()).toEqual(clients.sort())
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(1)
  type Seen = { event: { hosts: number; clients: number }; host: string }
  const bakery = events.find(({ tenant_id }) => tenant_id === 'ten_bakery')!
  expect(await w.call<Seen>('ada', 'get_drop', { id: bakery.id })).toMatchObject({
    ...{ host: '', event: { hosts: sites.length, clients: 4 } },
  })
  const own = [1, 5].map((i) => new URL(sites[i]!.at('/')).host)
  expect(await w.call<Seen>('vera', 'get_drop', { id: bakery.id })).toMatchObject({
    event: { hosts: own.length, clients: 1 },
  })
  expect(await w.call<object>('ada', 'list_drops', { host: own[0]!, cause: 'engine_event' })).toMatchObject({
    ...{ total: 1, items: [{ id: bakery.id }] },
  })
  expect(await refusal(w.call('ada', 'push_drop', { id: events[0]!.id }))).toMatchObject({ code: 'conflict' })
  expect(w.rows("select id from jobs where name like 'Dropped%'")).toEqual([])
  const { items } = await w.call<{ items: { to: string; created_at: string }[] }>('pat', 'list_emails', {
    ...{ template: 'links_dropped', page_size: 100 },
  })
  const since = items.filter(({ created_at }) => created_at > opened)
  expect(since.length).toBeGreaterThan(0)
  expect(new Set(since.map(({ to }) => to)).size).toBe(since.length)
  w.state.sees = () => 'yes'
  await w.go(20)
  const later = await w.call<{ items: { id: string }[] }>('pat', 'list_emails', { template: 'links_dropped' })
  const texts = later.items.map(({ id }) => w.call<{ text: string }>('pat', 'get_email', { id }))
  const of_event = (await Promise.all(texts)).filter(({ text }) => text.includes('of several hosts'))
  expect(of_event).toHaveLength(since.length)
  for (const one of sites) one.stop()
})

test('an event that goes on after its week is the same one', async () => {
  const isLost = (n: number) => n % 2 > 0 && w.clock.now() > w.since(n < 20 ? 13 : 24)
  w = await radar((url) => (isLost(Number(url.match(/\d+$/)![0])) ? 'no' : 'yes'), 5000)
  listen(w)
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 5000 })
  const { sites, push } = await sixHosts()
  const events = () => w.rows<{ until: Time }>('select * from engine_events')
  await push(0, 20)
  await w.go(4)
  await push(20, 40)
  while (events().length === 0) await w.go(1)
  const [begun] = events()
  while (w.clock.now() < begun!.until) await w.go(1)
  await w.go(6)
  await w.run(writeWebhookEventsTask)
  expect(events()).toEqual([{ ...begun!, until: expect.any(String) }])
  expect(between(begun!.until, events()[0]!.until)).toBeGreaterThan(6 * DAY)
  expect(w.rows("select 1 from webhook_events where type = 'engine.event'")).toHaveLength(4)
  for (const one of sites) one.stop()
})
