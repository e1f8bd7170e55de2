/** What an agency keeps for itself is in no answer that a person of its client can have. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { type Cast, openCast } from './cast.ts'
import { ask } from './request.ts'

const NOTES = 'Pays late, so call Ada first.'
const PRICE = 4242.42
const SUPPLIERS = /speedyindex|rapidurl|dataforseo/i

let cast: Cast
beforeAll(async () => {
  cast = await openCast(async ({ db }) => {
    db.write((tx) => {
      tx.run('update tenants set notes = ?', NOTES)
      tx.run('delete from client_prices')
      tx.run(
        `insert into client_prices (tenant_id, day, set_at, usd_month, usd_credit)
         select id, '2026-10-01', ?, ?, ? from tenants where parent_id is not null`,
        tx.now,
        PRICE,
        PRICE,
      )
      tx.run("update looks set adapter = 'dataforseo' where adapter is not null")
      return tx.run("update batches set adapter = 'speedyindex' where adapter is not null")
    })
  })
})
afterAll(() => cast.close())

const reads = operations.filter((one) => !changes(one) && one.role !== 'platform')

test('a viewer of a client reads neither the notes on it, nor its price, nor the name of a supplier', async () => {
  const told: string[] = []
  let answered = 0
  for (const operation of reads) {
    const { status, text } = await ask(cast, operation, cast.sessions.vera)
    if (status === 200) answered++
    if (text.includes(NOTES) || text.includes(String(PRICE)) || SUPPLIERS.test(text)) told.push(operation.name)
  }
  expect(told).toEqual([])
  expect(answered).toBeGreaterThan(50)
})

test('the agency reads its notes on a client, and the price', async () => {
  const named = (name: string) => operations.find((one) => one.name === name)!
  const texts = ['get_tenant', 'list_tenants', 'list_clients'].map(async (name) => {
    const { text } = await ask(cast, named(name), cast.northwind.admin)
    return [name, text.includes(NOTES)]
  })
  expect(await Promise.all(texts)).toEqual([
    ['get_tenant', true],
    ['list_tenants', true],
    ['list_clients', true],
  ])
  expect((await ask(cast, named('get_tenant_overview'), cast.northwind.admin)).text).toContain(String(PRICE))
})
