/** The reads behind Today, Money and Credits agree, and each case names an operation that exists. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'

type Row = Record<string, number> & { id: string }
type Case = {
  kind: string
  id: string
  stamp: string
  act: { operation: string; input: Record<string, unknown> } | null
}

let office: Awaited<ReturnType<typeof pushing>>
beforeAll(async () => {
  office = await pushing(300)
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 60 })
  await office.call('ada', 'submit_index_job', { tenant_id: 'ten_bakery', urls: urls(55), preflight: false })
  for (const day of [0, 1, 3, 8, 10]) await office.day(day)
})
afterAll(() => office.close())

test('Today, the summary and the forecast tell the same runway of a tree', async () => {
  const { numbers } = await office.call<{ numbers: Row }>('ada', 'get_today')
  const { rows } = await office.call<{ rows: Row[] }>('ada', 'get_summary')
  const forecast = await office.call<Row>('ada', 'get_credits_forecast')
  const own = rows.find(({ id }) => id === 'ten_northwind')!
  expect(numbers.runway_days).toBeGreaterThan(0)
  expect([own.runway_days, forecast.runway_days]).toEqual([numbers.runway_days!, numbers.runway_days!])
  expect(forecast.spendable).toBe(rows.reduce((sum, row) => sum + row.available!, 0))
})

test('expected refunds are one number on Today, Credits and Credits by client, also of a client without results', async () => {
  const { id } = await office.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'New', kind: 'client' })
  await office.call('ada', 'allocate_credits', { tenant_id: id, amount: 40 })
  await office.call('ada', 'submit_index_job', { tenant_id: id, urls: urls(40, 'new'), preflight: false })
  const { rows, total } = await office.call<{ rows: Row[]; total: Row }>('ada', 'get_summary')
  const forecast = (tenant_id?: string) =>
    office.call<Row>('ada', 'get_credits_forecast', tenant_id ? { tenant_id } : {})
  const row = rows.find((one) => one.id === id)!
  expect([row.reserved, row.indexed, row.returned]).toEqual([40, 0, 0])
  // The rate of the agency, which has results of Bakery alone.
  const known = rows.find((one) => one.id === 'ten_bakery')!
  expect(known.returned).toBeGreaterThan(0)
  expect(row.expected_back).toBe(Math.round((40 * known.returned!) / (known.indexed! + known.returned!)))
  expect((await forecast()).expected_refunds).toBe(total.expected_back!)
  expect((await forecast(id)).expected_refunds).toBe(row.expected_back!)
})

test('a case that a person marks is hidden from them alone, until it changes or they show it again', async () => {
  const cases = async (who: 'ada' | 'ben') => {
    const { open, seen } = await office.call<{ open: Case[]; seen: Case[] }>(who, 'get_attention')
    return { open: open.map(({ id }) => id), seen: seen.map(({ id }) => id) }
  }
  const { open } = await office.call<{ open: Case[] }>('ada', 'get_attention')
  const { kind, id, stamp } = open[0]!
  const mark = (seen: boolean, as = stamp) => office.call('ada', 'mark_attention_case', { kind, id, stamp: as, seen })
  expect(await mark(true)).toEqual({ seen: true })
  expect(await cases('ada')).toMatchObject({ open: expect.not.arrayContaining([id]), seen: [id] })
  expect(await cases('ben')).toMatchObject({ open: expect.arrayContaining([id]), seen: [] })
  await mark(true, `${stamp} earlier`)
  expect(await cases('ada')).toMatchObject({ open: expect.arrayContaining([id]), seen: [] })
  await mark(true)
  expect(await mark(false)).toEqual({ seen: false })
  expect(await cases('ada')).toMatchObject({ open: expect.arrayContaining([id]), seen: [] })
})

test('a workspace that runs low is answered by a transfer that can be made as it is named', async () => {
  const { open } = await office.call<{ open: Case[] }>('ada', 'get_attention')
  const { act } = open.find(({ kind }) => kind === 'dry' || kind === 'low')!
  expect(act).toMatchObject({ operation: 'allocate_credits', input: { tenant_id: 'ten_bakery', kind: 'index' } })
  await office.call('ada', act!.operation, act!.input)
  expect((await office.call<{ open: Case[] }>('ada', 'get_attention')).open.map(({ kind }) => kind)).not.toContain(
    'dry',
  )
})

test('the summary of a client has its own row only, and a stranger reads nothing of it', async () => {
  const { rows } = await office.call<{ rows: Row[] }>('vera', 'get_summary')
  expect(rows.map(({ id }) => id)).toEqual(['ten_bakery'])
  await expect(office.call('rita', 'get_credits_forecast', { tenant_id: 'ten_bakery' })).rejects.toMatchObject({
    status: 404,
  })
  expect(JSON.stringify(await office.call('rita', 'get_today'))).not.toContain('ten_bakery')
})

test('early finds do not lower expected refunds: the share is that of links whose day 7 has come', async () => {
  const bakery = async () =>
    (await office.call<{ rows: Row[] }>('ada', 'get_summary')).rows.find(({ id }) => id === 'ten_bakery')!
  const share = office.db.read((tx) =>
    tx.number(
      "select sum(state = 'not_indexed') * 1.0 / count(*) from links l join jobs j on j.id = l.job_id where j.tenant_id = 'ten_bakery'",
    ),
  )
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 60 })
  await office.call('ada', 'submit_index_job', { tenant_id: 'ten_bakery', urls: urls(60, 'later'), preflight: false })
  for (const day of [10, 11, 13]) {
    await office.day(day)
    expect((await bakery()).expected_back).toBe(Math.round(60 * share))
  }
  // Links that come in after the share allows for leave no more refunds than links that wait.
  const { reserved, indexed } = await bakery()
  expect([reserved! < 60, indexed! > 55 * (1 - share)]).toEqual([true, true])
})
