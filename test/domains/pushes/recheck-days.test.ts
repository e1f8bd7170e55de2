import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { bodyOf, type House, house, json } from '../../doors/house.ts'

let h: House
beforeAll(async () => {
  h = house({ env: { SIGNALPOST_PASSIVE: '1' } })
  await h.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  for (const tenant_id of ['ten_northwind', 'ten_bakery'])
    h.db.write((tx) => {
      grant(tx, { tenant_id, kind: 'index', amount: 100, reason: 'adjustment', actor: 'test' })
      return null
    })
})
afterAll(() => h.close())

const URLS = ['https://bakery.example/bread']
const say = (id: string, default_recheck_days: number) => h.call('ada', 'update_tenant', { id, default_recheck_days })

beforeEach(async () => {
  await say('ten_northwind', 2)
  await say('ten_bakery', 4)
})

type Pushed = { id: string; recheck_days: number }
type Push = (order: Record<string, unknown>) => Promise<Pushed>

const byRest: Push = async (order) => (await bodyOf<Pushed>(await h.ask('ada', '/api/v1/jobs', json(order)))).data

const byMcp: Push = async (order) => {
  const { body, headers } = json({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'submit_index_job', arguments: order },
  })
  const accept = { ...(headers as object), accept: 'application/json, text/event-stream' }
  const text = await (await h.ask('ada', '/mcp', { method: 'POST', body, headers: accept })).text()
  const event = text.split('\n').find((line) => line.startsWith('data: '))
  return JSON.parse(event ? event.slice('data: '.length) : text).result.structuredContent as Pushed
}

describe.each<[string, Push]>([
  ['REST', byRest],
  ['MCP', byMcp],
])('a push by %s', (_, push) => {
  test('that says nothing of re-check days has those of the workspace that it is for', async () => {
    expect((await push({ urls: URLS })).recheck_days).toBe(2)
    expect((await push({ urls: URLS, tenant_id: 'ten_bakery' })).recheck_days).toBe(4)
  })

  test('that names its own keeps them, 0 too, whatever the default is then or later', async () => {
    expect((await push({ urls: URLS, recheck_days: 5 })).recheck_days).toBe(5)
    const { id, recheck_days } = await push({ urls: URLS, recheck_days: 0 })
    expect(recheck_days).toBe(0)
    await say('ten_northwind', 3)
    expect(await h.call<Pushed>('ada', 'get_job_status', { id })).toMatchObject({ recheck_days: 0 })
  })
})

test('a push of what another one left unseen has the default of its workspace, or what it names', async () => {
  const { id } = await byRest({ urls: URLS, tenant_id: 'ten_bakery', recheck_days: 1 })
  h.db.write((tx) =>
    tx.run("update links set state = 'not_indexed', indexed = 'no', credit = 'released' where job_id = ?", id),
  )
  const again = (order: object) => h.call<Pushed>('ada', 'send_unindexed_to_indexer', { id, ...order })
  const first = await again({})
  expect(first.recheck_days).toBe(4)
  await h.call('ada', 'cancel_job', { id: first.id })
  expect((await again({ recheck_days: 0 })).recheck_days).toBe(0)
})
