import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Agency, agency, type Credits, expectBooksToBalance, type Job } from '../agency.ts'
import { type Reply, until } from '../appliance.ts'
import { site } from '../site.ts'

setDefaultTimeout(600_000)

const pages = site()
let one: Agency
beforeAll(async () => {
  one = await agency()
})
afterAll(async () => {
  for (const { id } of await one.all<{ id: string }>('/tenants')) await expectBooksToBalance(one, id)
  await one.close()
  pages.stop()
})

type Line = { id: string; tenant_id: string; kind: string; direction: 'in' | 'out'; amount: number; reason: string }
type Detail = Line & {
  job_id: string | null
  related: Line[]
  settlement: { reserved: number; used: number; returned: number; pending: number } | null
}
type Request = { id: string; status: string; taken_back: { index: number; check: number } | null }

async function client(name: string, index = 0, check = 0): Promise<string> {
  const { id } = await one.post<{ id: string }>('/tenants', { name, kind: 'client' })
  if (index) await one.post('/credits/allocate', { tenant_id: id, amount: index })
  if (check) await one.post('/credits/allocate', { tenant_id: id, amount: check, kind: 'check' })
  return id
}

const urls = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${pages.url}/${name}-${i}`)
const creditsOf = (tenant_id: string) => one.get<Credits>(`/credits?tenant_id=${tenant_id}`)
const ledger = (query: string) => one.all<Line>(`/credits/ledger?${query}`)
const push = (tenant_id: string, name: string, n: number) =>
  one.ask('POST', '/jobs', { tenant_id, urls: urls(name, n), preflight: false })
const count = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status).length

test('however many approve, decline and refund a request at once, each is done once, and the pack is granted once', async () => {
  const tenant_id = await client('Bakery')
  const { id } = await one.post<Request>('/credits/requests', { pack: 'boost', tenant_id })
  const answer = (how: string, times: number) =>
    Array.from({ length: times }, () => one.ask('POST', `/credits/requests/${id}/${how}`, {}))
  const decided = await Promise.all([...answer('approve', 8), ...answer('decline', 8)])
  expect([count(decided, 200), count(decided, 409)]).toEqual([1, 15])
  const { data } = decided.find(({ status }) => status === 200)!
  expect((data as Request).status).toBe('approved')
  expect(await creditsOf(tenant_id)).toMatchObject({ index: { available: 300 }, check: { available: 500 } })

  const refunds = await Promise.all(answer('refund', 8))
  expect([count(refunds, 200), count(refunds, 409)]).toEqual([1, 7])
  expect(await creditsOf(tenant_id)).toMatchObject({ index: { available: 0 }, check: { available: 0 } })
})

test('a refund that races with pushes takes back what they left, and never what they have set aside', async () => {
  const tenant_id = await client('Florist')
  const { id } = await one.post<Request>('/credits/requests', { pack: 'try', tenant_id })
  await one.post(`/credits/requests/${id}/approve`)
  const orders = Array.from({ length: 8 }, (_, i) => () => push(tenant_id, `refund-${i}`, 10))
  const refund = () => one.ask('POST', `/credits/requests/${id}/refund`, { note: 'Bought twice' })
  const replies = await Promise.all([...orders.slice(0, 3), refund, ...orders.slice(3)].map((ask) => ask()))
  const { taken_back } = replies[3]!.data as Request
  const pushed = count(
    replies.filter((_, i) => i !== 3),
    200,
  )
  expect(taken_back).toEqual({ index: 50 - pushed * 10, check: 100 })
  expect(await creditsOf(tenant_id)).toMatchObject({ index: { available: 0, reserved: pushed * 10 } })
})

test('credits given, pulled back and pushed with at once are never made and never lost', async () => {
  const tenant_id = await client('Optician', 40)
  const all = async () => {
    const [agency, own] = await Promise.all([one.credits(), creditsOf(tenant_id)])
    return agency.index.available + own.index.available + own.index.reserved
  }
  const before = await all()
  const move = (amount: number) => () => one.ask('POST', '/credits/allocate', { tenant_id, amount })
  const acts = Array.from({ length: 12 }, (_, i) => [move(7), move(-9), () => push(tenant_id, `moved-${i}`, 5)]).flat()
  const replies = await Promise.all(acts.map((act) => act()))
  expect(replies.filter(({ status }) => status !== 200 && status !== 402)).toEqual([])
  expect(await all()).toBe(before)

  const { index } = await creditsOf(tenant_id)
  const back = await one.ask('POST', '/credits/allocate', { tenant_id, amount: -1000 })
  if (index.available > 0) expect(back.data).toMatchObject({ direction: 'out', amount: index.available })
  else expect(back.error).toMatchObject({ code: 'insufficient_credits', details: { need: 1000, have: 0 } })
  expect((await creditsOf(tenant_id)).index).toMatchObject({ available: 0, reserved: index.reserved })
})

test('an allocation is reversed once, and only while the receiver still has all of it', async () => {
  const tenant_id = await client('Garage')
  const given = await one.post<Line>('/credits/allocate', { tenant_id, amount: 20, note: 'By mistake' })
  const reverse = (id: string) => one.ask('POST', `/credits/ledger/${id}/reverse`, {})
  const [line] = await ledger('q=mistake&direction=out')
  const replies = await Promise.all([given.id, line!.id, given.id, line!.id].map(reverse))
  expect([count(replies, 200), count(replies, 409)]).toEqual([1, 3])
  expect((await creditsOf(tenant_id)).index).toMatchObject({ available: 0, reserved: 0 })

  const again = await one.post<Line>('/credits/allocate', { tenant_id, amount: 20 })
  const raced = await Promise.all([push(tenant_id, 'reversed', 1), reverse(again.id)])
  expect(count(raced, 200)).toBe(1)
  const { available, reserved } = (await creditsOf(tenant_id)).index
  expect([available, reserved]).toEqual(raced[0].status === 200 ? [19, 1] : [0, 0])
})

test('a job that is deleted and looked at in the same moment is either gone or looked at, and no check credit is stuck', async () => {
  const tenant_id = await client('Hotel', 0, 40)
  for (let round = 0; round < 4; round++) {
    const { id } = await one.post<Job>('/check', { tenant_id, urls: urls(`look-${round}`, 2) })
    await settled(tenant_id)
    const look = () => one.ask('POST', `/jobs/${id}/check`, {})
    const remove = () => one.ask('DELETE', `/jobs/${id}`)
    const acts = round % 2 ? [look, remove, look] : [remove, look, remove]
    const [first, second, third] = (await Promise.all(acts.map((act) => act()))).map(({ status }) => status)
    expect([first, second, third]).toEqual(round % 2 ? [200, 409, 409] : [200, 404, 404])
  }
  await settled(tenant_id)
  expect((await creditsOf(tenant_id)).check).toMatchObject({ available: 40 - 4 * 2 - 2 * 2, reserved: 0 })
})

/** Until no look of the workspace is under way. */
const settled = (tenant_id: string) =>
  until('the looks', async () => {
    await one.tick()
    return (await creditsOf(tenant_id)).check.reserved === 0
  })

test('every line of every ledger is explained: its act adds up, and its job says what became of the credits', async () => {
  const lines = (
    await Promise.all((await one.all<{ id: string }>('/tenants')).map(({ id }) => ledger(`tenant_id=${id}`)))
  ).flat()
  expect(lines.length).toBeGreaterThan(60)
  const sum = (of: Line[], direction: string) =>
    of.filter((line) => line.direction === direction).reduce((total, { amount }) => total + amount, 0)
  const seen = new Set<string>()
  for (const { id, reason } of lines.filter(({ reason }) => !seen.has(reason) && seen.add(reason))) {
    const { related, settlement, ...line } = await one.get<Detail>(`/credits/ledger/${id}`)
    const act = [line as Line, ...related]
    if (reason === 'allocation') expect(sum(act, 'in')).toBe(sum(act, 'out'))
    if (reason === 'reserve' || reason === 'check') {
      const { reserved, used, returned, pending } = settlement!
      expect([sum(act, 'out'), sum(act, 'in')]).toEqual([reserved, returned])
      expect(used + returned + pending).toBe(reserved)
    } else expect(settlement).toBeNull()
  }
  expect(seen).toEqual(new Set(['plan_grant', 'allocation', 'pack', 'reversal', 'reserve', 'check']))
})

test('a ledger is searched by note, reason and kind, and filters add up', async () => {
  const all = await ledger('kind=index')
  const [ins, outs] = [await ledger('kind=index&direction=in'), await ledger('kind=index&direction=out')]
  expect(ins.length + outs.length).toBe(all.length)
  expect((await ledger('q=MISTAKE')).map(({ reason }) => reason)).toEqual(['allocation'])
  expect(new Set((await ledger('q=reversal')).map(({ reason }) => reason))).toEqual(new Set(['reversal']))
  expect(await ledger('q=%25')).toEqual([])
})
