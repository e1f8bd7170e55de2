/** Criterion 6, and that each event has the data of its schema. */
import { afterEach, expect, test } from 'bun:test'
import Schema from 'typebox/value'
import { createEndpoint, type EventType, eventShape, TYPE_NAMES } from '../../../src/features/webhooks/index.ts'
import { writeWebhookEventsTask } from '../../../src/features/webhooks/tasks.ts'
import { DAY, HOUR, MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { WHOLE } from '../../long/whole.ts'
import { pushing, urls } from '../../pushing.ts'
import { callerOf, START } from '../../world.ts'

let w: Awaited<ReturnType<typeof pushing>>
afterEach(() => w.close())

const GROUPS = [
  'push.*',
  'check.*',
  'links.*',
  'credits.*',
  'standing_push.*',
  'indexnow_site.*',
  'draft.*',
  'report.*',
]
const listen = (types = [...GROUPS, 'credits.changed'], scope: 'own' | 'tree' | 'platform' = 'tree') =>
  w.db.write((tx) =>
    createEndpoint(tx, w.app, callerOf('pat'), {
      ...{ tenant_id: 'ten_northwind', url: 'https://shop.bakery.example/in', headers: {} },
      ...{ types, scope },
    }),
  )

type Event = { type: EventType; data: Record<string, unknown> }
const events = () =>
  w.db
    .read((tx) => tx.rows<{ body: string }>('select body from webhook_events order by id'))
    .map(({ body }) => {
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20 * 1024)
      const event = JSON.parse(body) as Event
      expect([...Schema.Errors(eventShape('Event', event.type), event)]).toEqual([])
      return event
    })

test('a push of 240 long links: its events in order, few in its week, each at most 20 KB', async () => {
  w = await pushing(240, 0)
  listen(['push.*', 'links.*'])
  const urls = Array.from({ length: 240 }, (_, i) => `https://bakery.example/${'menu/'.repeat(60)}${i}`)
  await w.call('ada', 'submit_index_job', { urls, name: 'Autumn', preflight: false })
  for (const at of [0, 1, 2, 3, 5, 7].flatMap((day) => [day * DAY, day * DAY + HOUR, day * DAY + 13 * HOUR])) {
    w.clock.set(plus(START, at))
    await w.work()
    w.clock.turn(MINUTE)
    await w.run(writeWebhookEventsTask)
  }
  const found = events()
  const types = found.map(({ type }) => type)
  expect(types[0]).toBe('push.accepted')
  expect(types.filter((type) => !type.startsWith('links.'))).toEqual([
    ...['push.accepted', 'push.sent', 'push.look', 'push.look', 'push.look', 'push.finished'],
  ] as EventType[])
  expect(found.length).toBeLessThanOrEqual(20)
  const count = (type: EventType) =>
    found.filter((one) => one.type === type).reduce((sum, { data }) => sum + (data.count as number), 0)
  const end = found.find(({ type }) => type === 'push.finished')!.data
  expect([count('links.indexed'), count('links.not_indexed')]).toEqual([end.indexed, end.not_indexed] as number[])
  expect(count('links.indexed')).toBeGreaterThan(40)
}, 60_000)

test('results that come each minute, then each hour for a week, make at most 60 events of a push', async () => {
  const links = WHOLE ? 10_000 : 600
  const steps = [...Array(60).fill(MINUTE), ...Array(7 * 24).fill(HOUR)]
  const each = Math.floor(links / steps.length / 2)
  w = await pushing(links, 0)
  listen(['push.*', 'links.*'])
  const { id } = await w.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(links), preflight: false })
  await w.work()
  let ids = w.db.read((tx) => tx.rows<{ id: number }>("select id from links where job_id = ? and state = 'sent'", id))
  for (const [n, step] of steps.entries()) {
    const some = (from: number) => JSON.stringify(ids.slice(from, from + each).map(({ id }) => id))
    const [seen, missed] = [some(0), some(each)]
    ids = ids.slice(2 * each)
    w.db.write((tx) => {
      tx.run(
        "update links set state = 'indexed', settled_at = ? where id in (select value from json_each(?))",
        tx.now,
        seen,
      )
      tx.run(
        "update links set state = 'not_indexed', credit = 'released', settled_at = ? where id in (select value from json_each(?))",
        tx.now,
        missed,
      )
      return tx.run("update jobs set outcome = json_set(outcome, '$.n', ?), updated_at = ? where id = ?", n, tx.now, id)
    })
    w.clock.turn(step)
    await w.run(writeWebhookEventsTask)
  }
  w.clock.turn(DAY)
  await w.run(writeWebhookEventsTask)
  const found = events()
  expect(found.length).toBeLessThanOrEqual(60)
  const told = found
    .filter(({ type }) => type.startsWith('links.'))
    .reduce((sum, { data }) => sum + Number(data.count), 0)
  expect(told).toBe(2 * each * steps.length)
}, 60_000)

test('orders, credits, drafts, sites, suppliers and backups become events; without listeners nothing is written', async () => {
  w = await pushing(30, 100)
  await w.call('ada', 'submit_index_job', { urls: urls(2), name: 'Before' })
  expect(w.db.read((tx) => tx.rows('select * from webhook_news'))).toEqual([])
  listen()
  listen(['supplier.*', 'backup.*'], 'platform')
  const job = await w.call<{ id: string }>('ada', 'submit_index_job', {
    urls: urls(15, 'more'),
    name: 'More',
    delay_s: 600,
  })
  await w.run(writeWebhookEventsTask)
  await w.call('ada', 'cancel_job', { id: job.id })
  await w.call('ada', 'check_index', { urls: urls(3), name: 'Check' })
  for (let i = 0; i < 3; i++) await w.work()
  w.db.write((tx) => {
    tx.run(
      `insert into indexnow_sites (id, tenant_id, host, scheme, key, status, created_at, updated_at)
       values ('s', 'ten_northwind', 'bakery.example', 'https', 'abcdefghijklmnopqrstuvwxyz012345', 'verified', ?1, ?1)`,
      tx.now,
    )
    tx.run("update indexnow_sites set status = 'failing', failing_since = created_at, last_check = '{}'")
    tx.run(
      "insert into breakers (route, state, cause, reason, opened_at, until) values ('primary', 'open', 'errors', 'r', ?1, ?1)",
      tx.now,
    )
    tx.run(
      `insert into backups (id, name, place, state, encrypted, started_at) values ('b', 'n', 'p', 'running', 0, ?1)`,
      tx.now,
    )
    tx.run("update backups set state = 'failed', error = 'the disk is full'")
    return null
  })
  await w.run(writeWebhookEventsTask)
  w.db.write((tx) => tx.run('delete from breakers'))
  await w.run(writeWebhookEventsTask)
  const types = new Set(events().map(({ type }) => type))
  for (const type of [
    ...['push.accepted', 'push.cancelled', 'check.finished', 'credits.changed', 'credits.low', 'indexnow_site.failing'],
    ...['supplier.breaker_opened', 'supplier.breaker_closed', 'backup.failed'],
  ] as EventType[])
    expect([type, types.has(type)]).toEqual([type, true])
  for (const type of types) expect(TYPE_NAMES).toContain(type)
})

test('two changes of one subject before its event is written are one note, also under a statement that updates on conflict', async () => {
  w = await pushing(30, 100)
  listen()
  w.db.write((tx) => {
    for (const n of [1, 2, 3])
      tx.run(
        `insert into purses (tenant_id, kind, available) values ('ten_northwind', 'index', ?1)
         on conflict (tenant_id, kind) do update set available = excluded.available`,
        n,
      )
    return null
  })
  expect(w.db.read((tx) => tx.number("select count(*) from webhook_news where type = 'credits'"))).toBe(1)
})
