/** Events of links that dropped or came back. */
import { afterEach, expect, test } from 'bun:test'
import Schema from 'typebox/value'
import { type EventType, eventShape } from '../../../src/features/webhooks/index.ts'
import { writeWebhookEventsTask } from '../../../src/features/webhooks/tasks.ts'
import { listen, pages, radar } from './radar.ts'

let w: Awaited<ReturnType<typeof radar>>
afterEach(() => w?.stop())

type Event = { type: EventType; timestamp: string; data: Record<string, unknown> & { links: { url: string }[] } }
const events = (): Event[] =>
  w.rows<{ body: string }>('select body from webhook_events order by created_at, id').map(({ body }) => {
    const event = JSON.parse(body) as Event
    expect([...Schema.Errors(eventShape('Event', event.type), event)]).toEqual([])
    return event
  })

async function watching(n: number, listens: boolean, budget_month = 1000) {
  w = await radar()
  if (listens) listen(w)
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month })
  await w.push(pages(n))
}

/** Lets days pass, with the events of every six hours. */
async function go(days: number) {
  for (let turn = 0; turn < days * 4; turn++) {
    await w.go(1 / 4, 6)
    await w.run(writeWebhookEventsTask)
  }
}

test('links that drop from one host make one event a day at most, with all that are out by then', async () => {
  await watching(12, true)
  await w.go(10)
  w.state.sees = () => 'no'
  await go(12)
  const found = events()
  const groups = w.drops()
  expect(groups.reduce((sum, { links }) => sum + links, 0)).toBe(12)
  expect(found.length).toBeLessThan(12)
  expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['links.dropped']))
  for (const { id, links, cause } of groups) {
    const of = found.filter(({ data }) => data.id === id)
    expect(of.at(-1)?.data).toMatchObject({ host: 'bakery.example', cause, count: links, more: false })
    expect(of.at(-1)?.data.links).toHaveLength(links)
    expect(of[0]?.data.url).toEndWith(`/app/w/ten_northwind/still-there/${id}`)
    const days = of.map(({ timestamp }) => Date.parse(timestamp) / 86_400_000)
    expect(days.slice(1).every((day, i) => day - days[i]! >= 23 / 24)).toBe(true)
  }
  const [
    {
      links: [link],
    },
  ] = found.map(({ data }) => data as never as { links: Record<string, string>[] }) as [
    { links: [Record<string, string>] },
  ]
  expect(link.last_yes_at! < link.first_no_at!).toBe(true)
})

test('links that come back make an event with those that are still out', async () => {
  await watching(6, true)
  await w.go(10)
  w.state.sees = () => 'no'
  await go(10)
  w.state.sees = (url) => (url.endsWith('p0') ? 'no' : 'yes')
  await go(40)
  const back = events().filter(({ type }) => type === 'links.returned')
  const last = new Map(back.map(({ data }) => [data.id, data]))
  const urls = [...last.values()].flatMap(({ links }) => links.map(({ url }) => url))
  expect(urls.sort()).toEqual(pages(6).slice(1).sort())
  expect([...last.values()].reduce((sum, { count }) => sum + Number(count), 0)).toBe(5)
  expect(back.length).toBeLessThanOrEqual(5)
})

test('without an endpoint nothing is noted', async () => {
  await watching(2, false)
  await w.go(10)
  w.state.sees = () => 'no'
  await w.go(10)
  expect(w.drops()).not.toEqual([])
  expect(w.rows('select * from webhook_news')).toEqual([])
})

test('a webhook and a letter that wait for a drop follow its push to another client', async () => {
  await watching(3, true)
  const [{ id }] = w.rows<{ id: string }>('select id from jobs') as [{ id: string }]
  await w.go(10)
  w.state.sees = () => 'no'
  while (w.watches().some(({ drop_id }) => drop_id === null)) await w.go(1 / 4, 6)
  const waits = () => w.rows<{ tenant_id: string }>("select tenant_id from webhook_news where type = 'links.dropped'")
  expect(waits()).toEqual([{ tenant_id: 'ten_northwind' }])
  await w.call('ada', 'update_job', { id, move_to: 'ten_bakery' })
  const [drop] = w.drops()
  expect(drop).toMatchObject({ tenant_id: 'ten_bakery', links: 3 })
  expect(w.rows('select root_id, drop_id from drop_news')).toEqual([{ root_id: 'ten_northwind', drop_id: drop!.id }])
  await go(2)
  expect(events().map(({ data }) => [data.tenant_id, data.id, data.count])).toEqual([['ten_bakery', drop!.id, 3]])
})

test('the budget of a month that is used up makes one event in that month, and one in the next', async () => {
  await watching(60, true, 20)
  await go(70)
  const used = events().filter(({ type }) => type === 'retention.budget_used')
  expect(used.map(({ data }) => data as object)).toEqual(
    ['2026-11', '2026-12'].map((month) => ({
      ...{ tenant_id: 'ten_northwind', tenant_name: 'Northwind', month, budget: 20, used: 20 },
      url: expect.stringMatching(/ten_northwind\/still-there$/),
    })),
  )
})
