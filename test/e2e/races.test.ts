import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { MINUTE } from '../../src/kernel/time/clock.ts'
import { type Agency, agency, type Balance, expectBooksToBalance, type Job } from './agency.ts'
import { CAN_TURN, until } from './appliance.ts'
import { site } from './site.ts'

setDefaultTimeout(600_000)

const pages = site()
let one: Agency
beforeAll(async () => {
  one = await agency({ ready_after: 5 * MINUTE })
})
afterAll(async () => {
  await one.close()
  pages.stop()
})

/** A client of the agency with so many index credits. */
async function client(name: string, credits: number): Promise<string> {
  const { id } = await one.post<{ id: string }>('/tenants', { name, kind: 'client' })
  await one.post('/credits/allocate', { tenant_id: id, amount: credits, kind: 'index' })
  return id
}

const urls = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${pages.url}/${name}-${i}`)
const creditsOf = async (tenant_id: string) =>
  (await one.get<{ index: Balance }>(`/credits?tenant_id=${tenant_id}`)).index
const jobsOf = (tenant_id: string) => one.all<{ id: string }>(`/jobs?tenant_id=${tenant_id}`)

test('of two pushes that race for the last credits one wins, and the other is told what it needs and what is there', async () => {
  const tenant_id = await client('Bakery', 10)
  const replies = await Promise.all(
    ['left', 'right'].map((name) => one.ask('POST', '/jobs', { urls: urls(name, 7), tenant_id })),
  )
  const [won, lost] = replies.toSorted((a, b) => a.status - b.status)
  expect([won!.status, lost!.status]).toEqual([200, 402])
  expect(lost!.error).toMatchObject({
    code: 'insufficient_credits',
    details: { code: 'insufficient_credits', kind: 'index', need: 7, have: 3 },
  })
  expect(await jobsOf(tenant_id)).toHaveLength(1)
  expect(await creditsOf(tenant_id)).toMatchObject({ available: 3, reserved: 7 })
})

test('a hundred parallel pushes of one link on ten credits are ten pushes and ninety refusals', async () => {
  const tenant_id = await client('Florist', 10)
  const replies = await Promise.all(urls('one', 100).map((url) => one.ask('POST', '/jobs', { urls: [url], tenant_id })))
  const count = (status: number) => replies.filter((reply) => reply.status === status).length
  expect({ pushed: count(200), refused: count(402) }).toEqual({ pushed: 10, refused: 90 })
  expect(await jobsOf(tenant_id)).toHaveLength(10)
  expect(await creditsOf(tenant_id)).toMatchObject({ available: 0, reserved: 10 })
})

test('fifty parallel orders under one Idempotency-Key are one job, and all are answered with it', async () => {
  const tenant_id = await client('Optician', 50)
  const order = { urls: urls('once', 2), tenant_id }
  const again = () => one.ask('POST', '/jobs', order, { 'idempotency-key': 'order 4711' })
  const replies = await Promise.all(Array.from({ length: 50 }, again))
  expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(49)
  expect(await jobsOf(tenant_id)).toHaveLength(1)
  expect(await creditsOf(tenant_id)).toMatchObject({ available: 48, reserved: 2 })
})

test.skipIf(!CAN_TURN)(
  'of twenty parallel orders to look at the same links one is taken: one look a link, one charge, and the others are told',
  async () => {
    const { id } = await one.post<Job>('/jobs', { urls: urls('looked', 3), preflight: false })
    await one.reaches(id, 'watching')
    const { available } = (await one.credits()).check
    const order = () => one.ask('POST', `/jobs/${id}/check`, {})
    const replies = await Promise.all(Array.from({ length: 20 }, order))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    for (const { error } of replies.filter(({ status }) => status === 409))
      expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('Wait') })
    expect((await one.credits()).check).toMatchObject({ available: available - 3, reserved: 3 })

    const looked = () => one.engine.tasks.filter(({ data }) => `${data.keyword}`.includes('looked-'))
    await until('the orders of the looks', async () => looked().length === 3)
    one.clock.turn(10 * MINUTE)
    await until('the looks', async () => (await one.tick()).looks_open === 0)
    expect((await one.credits()).check).toMatchObject({ available: available - 3, reserved: 0 })
    expect(looked()).toHaveLength(3)
    expect((await order()).status).toBe(200)
  },
)

test('after the races the books of the agency and of its clients balance, and each link was ordered once', async () => {
  const jobs = await one.all<{ id: string; link_count: number }>('/jobs')
  for (const { id } of jobs) await one.reaches(id, 'watching', 'done')
  for (const { id } of await one.all<{ id: string }>('/tenants')) await expectBooksToBalance(one, id)
  const links = jobs.reduce((sum, { link_count }) => sum + link_count, 0)
  expect(one.ordered()).toHaveLength(links)
  expect(new Set(one.ordered()).size).toBe(links)
})
