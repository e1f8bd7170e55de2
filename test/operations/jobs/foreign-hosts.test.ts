/** Links on a host of another client are named by an order and by its estimate, to those who may know the client. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'
import { CAST, callerOf } from '../../world.ts'

type Foreign = { foreign_hosts: object[]; warning: string | null }

let office: Awaited<ReturnType<typeof pushing>>
const kestrel = CAST.vera.tenant_id
let orchard: string
beforeAll(async () => {
  office = await pushing(1000)
  await office.call('ada', 'allocate_credits', { tenant_id: kestrel, amount: 500 })
  const made = { name: 'Orchard Outdoor', kind: 'client', parent_id: 'ten_northwind' }
  ;({ id: orchard } = await office.call<{ id: string }>('ada', 'create_sub_tenant', made))
  for (const host of ['orchard.example', 'shop.orchard.example'])
    await office.call('ada', 'add_indexnow_site', { tenant_id: orchard, host })
})
afterAll(() => office.close())

let page = 0
const pages = (host: string, n: number) => Array.from({ length: n }, () => `https://${host}/${page++}`)
const mixed = () => [
  ...pages('kestrel.example', 3),
  ...pages('orchard.example', 2),
  ...pages('shop.orchard.example', 1),
]
const order = (more: object) => ({ tenant_id: kestrel, preflight: false, urls: mixed(), ...more })
const WORDS = '3 links are on 2 hosts of Orchard Outdoor.'

test('an order without the field is placed as ever, and its answer names host, links and client', async () => {
  const { foreign_hosts, warning } = await office.call<Foreign>('ada', 'submit_index_job', order({}))
  expect(foreign_hosts).toEqual([
    { host: 'orchard.example', links: 2, tenant_id: orchard, tenant_name: 'Orchard Outdoor' },
    { host: 'shop.orchard.example', links: 1, tenant_id: orchard, tenant_name: 'Orchard Outdoor' },
  ])
  expect(warning).toStartWith(WORDS)
  expect(warning).toContain('pays, and its reports leave them out.')
})

test('false refuses the order before a credit is reserved, and true places it', async () => {
  const before = office.credits()
  const refused = await refusal(office.call('ada', 'submit_index_job', order({ confirm_foreign_hosts: false })))
  expect(refused).toMatchObject({ code: 'conflict', details: { foreign_hosts: [{ links: 2 }, { links: 1 }] } })
  expect(refused.message).toStartWith(WORDS)
  expect(refused.message).toContain('confirm_foreign_hosts: true')
  expect(office.credits()).toEqual(before)
  const placed = await office.call<Foreign>('ada', 'submit_index_job', order({ confirm_foreign_hosts: true }))
  expect(placed).toMatchObject({ accepted: 6, warning: expect.stringContaining(WORDS) })
})

test('an estimate says what the order would: the same warning, or the same refusal', async () => {
  const estimated = (more: object) => office.call<object>('ada', 'estimate_index_job', order(more))
  expect(await estimated({})).toMatchObject({ orderable: true, warning: expect.stringContaining(WORDS) })
  expect(await estimated({ confirm_foreign_hosts: false })).toMatchObject({ orderable: false, obstacles: [WORDS] })
  expect(await estimated({ urls: pages('kestrel.example', 2) })).toMatchObject({ warning: null, foreign_hosts: [] })
})

test('the refusal is of the hosts, not of the credits: nobody is sent to give credits to the wrong client', async () => {
  const more = { max_credits: 0, confirm_foreign_hosts: false }
  expect(await refusal(office.call('ada', 'submit_index_job', order(more)))).toMatchObject({ code: 'conflict' })
})

test('people of a client get no hint of another: neither name nor host, and no refusal', async () => {
  const theirs = { ...callerOf('vera'), role: 'member' as const }
  const answer = await office.call(theirs, 'submit_index_job', order({ confirm_foreign_hosts: false }))
  expect(answer).toMatchObject({ warning: null, foreign_hosts: [] })
  expect(JSON.stringify(answer)).not.toContain('Orchard')
})

test('pushing the rest of such a push again names them again', async () => {
  const urls = pages('orchard.example', 60)
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', order({ urls }))
  for (const day of [0, 1, 3, 8]) await office.day(day)
  const again = (more: object) => office.call<Foreign>('ada', 'estimate_send_unindexed', { id, ...more })
  const { foreign_hosts } = await again({})
  expect(foreign_hosts.length).toBeGreaterThan(0)
  expect(await again({ confirm_foreign_hosts: false })).toMatchObject({ orderable: false })
})
