/** Hosts that nobody has as a site: they belong to the client that pushed them first. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { MINUTE, plus } from '../../../src/kernel/time/clock.ts'
import { judgeHostsTask } from '../../../src/tasks/pushes/judge-hosts.ts'
import { pushing } from '../../pushing.ts'
import { callerOf } from '../../world.ts'

let office: Awaited<ReturnType<typeof pushing>>
let bakery: string
let flowers: string
beforeEach(async () => {
  office = await pushing(1000, 100)
  const client = (name: string) =>
    office.call<{ id: string }>('ada', 'create_sub_tenant', { name, kind: 'client' }).then(({ id }) => id)
  ;[bakery, flowers] = [await client('Corner Bakery'), await client('Flower Shop')]
  office.db.write((tx) => {
    for (const tenant_id of [bakery, flowers])
      grant(tx, { tenant_id, kind: 'index', amount: 500, reason: 'adjustment', actor: 'test' })
  })
})
afterEach(() => office.close())

type Order = { id: string; warning: string | null; foreign_hosts: { host: string }[] }
const pages = (host: string, n: number) => Array.from({ length: n }, (_, i) => `https://${host}/page-${i}`)
const push = (tenant_id: string, urls: string[], more: object = {}, by: Parameters<typeof office.call>[0] = 'ada') =>
  office.call<Order>(by, 'submit_index_job', { tenant_id, urls, preflight: false, ...more })
const owners = async (...hosts: string[]) =>
  (
    await office.call<{ owners: { tenant_id: string }[] }>('ada', 'get_order_options', { hosts: hosts.join(',') })
  ).owners.map(({ tenant_id }) => tenant_id)
const held = (job_id: string) =>
  office.db.read((tx) => tx.rows('select host, owner_id, links from foreign_hosts where job_id = ?', job_id))
const listed = async (id: string) =>
  (await office.call<{ items: { id: string; hosts: string[] }[] }>('ada', 'list_clients')).items.find(
    (one) => one.id === id,
  )!.hosts

const SHOP = 'shop.bakery.example'

test('a host that one client pushed is named in a push for another, which leaves its pages out', async () => {
  expect(await push(bakery, pages(SHOP, 4))).toMatchObject({ warning: null, foreign_hosts: [] })
  const wrong = await push(flowers, pages(SHOP, 5))
  expect(wrong.warning).toBe(
    '5 links are on a host of Corner Bakery. Flower Shop pays, and its reports leave them out.',
  )
  expect(held(wrong.id)).toEqual([{ host: SHOP, owner_id: bakery, links: 5 }])
  expect(push(flowers, pages(SHOP, 6), { confirm_foreign_hosts: false })).rejects.toThrow('Nothing was ordered')
  expect(await owners(SHOP)).toEqual([bakery])
  expect([await listed(bakery), await listed(flowers)]).toEqual([[SHOP], []])
})

test('a push that is meant shares the host, and what was left out comes back', async () => {
  await push(bakery, pages(SHOP, 4))
  const before = await push(flowers, pages(SHOP, 5))
  const meant = await push(flowers, pages(SHOP, 6), { confirm_foreign_hosts: true })
  expect(meant.warning).toBe('6 links are on a host of Corner Bakery. Flower Shop pays, and its reports show them.')
  await office.run(judgeHostsTask)
  expect([held(before.id), held(meant.id), await owners(SHOP)]).toEqual([[], [], []])
  expect((await push(flowers, pages(SHOP, 7))).warning).toBeNull()
  const { id: third } = await office.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Third', kind: 'client' })
  const { warning } = await office.call<{ warning: string }>('ada', 'estimate_index_job', {
    tenant_id: third,
    urls: pages(SHOP, 2),
  })
  expect(warning).toContain('2 links are on a host of Corner Bakery.')
})

test('people of a client alone share no host by saying that their push is meant', async () => {
  await push(bakery, pages(SHOP, 4))
  const rex = { ...callerOf('vera'), tenant_id: flowers, path: `/ten_northwind/${flowers}/`, role: 'member' as const }
  const order = await push(flowers, pages(SHOP, 3), { confirm_foreign_hosts: true }, rex)
  expect(order).toMatchObject({ warning: null, foreign_hosts: [] })
  expect([held(order.id).length, await owners(SHOP), await listed(flowers)]).toEqual([1, [bakery], []])
})

test('a site decides, whoever pushed before', async () => {
  await push(bakery, pages(SHOP, 4))
  const order = await push(flowers, pages(SHOP, 5))
  await office.call('ada', 'add_indexnow_site', { tenant_id: flowers, host: SHOP })
  await office.run(judgeHostsTask)
  expect([held(order.id), await owners(SHOP)]).toEqual([[], [flowers]])
  const meant = await push(bakery, pages(SHOP, 6), { confirm_foreign_hosts: true })
  expect(meant.warning).toContain('its reports leave them out')
  expect(held(meant.id)).toMatchObject([{ owner_id: flowers }])
})

test('a push that moves takes its host along', async () => {
  const wrong = await push(flowers, pages(SHOP, 5))
  const again = await push(flowers, pages(SHOP, 3))
  expect(await owners(SHOP)).toEqual([flowers])
  await office.call('ada', 'update_job', { id: wrong.id, move_to: bakery })
  await office.run(judgeHostsTask)
  expect(await owners(SHOP)).toEqual([bakery])
  expect([held(wrong.id), held(again.id)]).toEqual([[], [{ host: SHOP, owner_id: bakery, links: 3 }]])
})

test('a push that was cancelled or deleted gives no host', async () => {
  const first = await push(flowers, pages(SHOP, 5), { delay_s: 60 })
  await office.call('ada', 'cancel_job', { id: first.id })
  expect(await owners(SHOP)).toEqual([])
  expect((await push(bakery, pages(SHOP, 5))).warning).toBeNull()
  expect(await owners(SHOP)).toEqual([bakery])
})

test('a host stays with its client while another of its pushes has it', async () => {
  const first = await push(bakery, pages(SHOP, 5), { delay_s: 60 })
  await push(bakery, pages(SHOP, 3))
  await office.call('ada', 'cancel_job', { id: first.id })
  expect([await owners(SHOP), await listed(bakery)]).toEqual([[bakery], [SHOP]])
  expect((await push(flowers, pages(SHOP, 2))).warning).toContain('on a host of Corner Bakery')
})

test('of very many pushes of one host the first are kept, so that the next costs the same', async () => {
  for (let i = 0; i < 25; i++) await push(bakery, [`https://${SHOP}/new-${i}`])
  const kept = () => office.db.read((tx) => tx.number('select count(*) from pushed_hosts where host = ?', SHOP))
  expect([kept(), await owners(SHOP)]).toEqual([20, [bakery]])
  await push(flowers, pages(SHOP, 2), { confirm_foreign_hosts: true })
  expect(kept()).toBe(21)
})

test('a push brings no host of a few of its links, and none when it is of the client’s own people', async () => {
  await push(bakery, [...pages(SHOP, 20), ...pages('forum.example', 4)])
  expect(await owners('forum.example')).toEqual([])
  const rex = { ...callerOf('vera'), tenant_id: flowers, path: `/ten_northwind/${flowers}/`, role: 'admin' as const }
  await push(flowers, pages('orchard.example', 5), {}, rex)
  expect((await push(bakery, pages('orchard.example', 5))).warning).toBeNull()
  expect(await owners('orchard.example')).toEqual([bakery])
})

test('what an agency pushes for itself is foreign to none of its clients', async () => {
  await push('ten_northwind', pages(SHOP, 5))
  expect(await owners(SHOP)).toEqual(['ten_northwind'])
  office.clock.set(plus(office.clock.now(), MINUTE))
  expect((await push(flowers, pages(SHOP, 4))).warning).toBeNull()
  expect(await owners(SHOP)).toEqual([flowers])
})
