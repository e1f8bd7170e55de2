/** Whatever sets credits aside can be asked for its bill, be told a limit, and tells what it took and what is left. */
import { beforeEach, describe, expect, test } from 'bun:test'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { type Estimate, spends } from '../../src/kernel/operation/spending.ts'
import { operations } from '../../src/operations/index.ts'
import { expectBooksToBalance } from '../books.ts'
import { readDocument } from './document.ts'
import { castOfFile } from './each.ts'
import { ask, exampleOf, type Input } from './request.ts'

const cast = await castOfFile()
const document = await readDocument(cast)
beforeEach(() => cast.reset())

type Bill = { credits: number; lines: { id: string; amount: number; kind: string }[]; left: Record<string, number> }
const spending = operations.filter(spends).map((one) => [one.name, one] as const)

async function order(operation: AnyOperation, more: Input = {}, headers: Record<string, string> = {}) {
  const who = { ...cast.northwind.member, ...headers }
  const answer = await ask(cast, operation, who, { ...exampleOf(operation), ...more })
  expect(document.faultsOf(operation, answer)).toEqual([])
  return answer
}
/** The operation that answers with the plan of an order. */
const estimating = ({ path }: AnyOperation) => operations.find((one) => one.path === `${path}/estimate`)!
const estimated = async (operation: AnyOperation, more: Input = {}) =>
  (await order(estimating(operation), more)).json!.data as Estimate
/** As tools ask for it; REST takes it too, undocumented. */
const asTool = (operation: AnyOperation, more: Input = {}, headers: Record<string, string> = {}) =>
  ask(cast, operation, { ...cast.northwind.member, ...headers }, { ...exampleOf(operation), estimate: true, ...more })
const purseOf = (tenant_id: string) =>
  cast.db.read((tx) =>
    Object.fromEntries(
      tx
        .rows<{ kind: string; available: number }>('select kind, available from purses where tenant_id = ?', tenant_id)
        .map(({ kind, available }) => [kind, available]),
    ),
  )

test('there are six ways to spend, and whatever may lack credits is one', () => {
  const short = operations.filter(({ faults }) => faults?.includes('insufficient_credits')).map(({ name }) => name)
  const moving = [
    'adjust_credits',
    'allocate_credits',
    'approve_draft',
    'refund_credit_request',
    'transfer_credits',
    'update_job',
  ]
  expect(spending.map(([name]) => name).sort()).toEqual(short.filter((name) => !moving.includes(name)).sort())
  expect(spending).toHaveLength(6)
})

describe.each(spending)('%s', (_, operation) => {
  test('tells its bill without ordering anything, and the order costs just that', async () => {
    const before = cast.rows()
    const bill = await estimated(operation)
    expect((await asTool(operation)).json!.data).toEqual(bill)
    expect(cast.rows()).toBe(before)
    expect(bill).toMatchObject({ estimate: true, orderable: true, obstacles: [], max_credits: null })
    const left = purseOf(bill.tenant_id)
    expect(bill.by_kind.map(({ kind, available }) => left[kind] === available)).not.toContain(false)
    const placed = (await order(operation)).json!.data as { id: string; bill: Bill }
    expect(placed.bill.credits).toBe(bill.credits)
    expect(placed.bill.lines.map(({ kind, amount }) => ({ kind, amount }))).toEqual(
      bill.by_kind.map(({ kind, needed }) => ({ kind, amount: needed })),
    )
    expect(placed.bill.left).toEqual(purseOf(bill.tenant_id) as Bill['left'])
    const known = cast.db.read((tx) => tx.rows<{ id: string }>('select id from ledger').map(({ id }) => id))
    expect(known).toEqual(expect.arrayContaining(placed.bill.lines.map(({ id }) => id)))
    expectBooksToBalance(cast.db)
  })

  test('is refused above max_credits, with nothing set aside, and taken at it', async () => {
    const { credits } = await estimated(operation)
    const before = cast.rows()
    const refused = await order(operation, { max_credits: credits - 1 })
    expect([refused.status, refused.json!.error]).toMatchObject([
      402,
      { code: 'over_max_credits', details: { need: credits, max_credits: credits - 1 } },
    ])
    expect(cast.rows()).toBe(before)
    expect((await order(operation, { max_credits: credits })).status).toBe(200)
  })

  test('says what stands in the way: the limit, the purse, the cap of the day', async () => {
    const { credits, tenant_id, by_kind } = await estimated(operation)
    const tight = await estimated(operation, { max_credits: 0 })
    expect(tight).toMatchObject({ orderable: false, credits, obstacles: [`${credits} above max_credits`] })
    expect(tight.next).toContain('preflight_urls')
    cast.db.write((tx) => tx.run('update purses set available = 0 where tenant_id = ?', tenant_id))
    expect((await estimated(operation)).obstacles).toContainEqual(
      expect.stringContaining(`needs ${by_kind[0]!.needed} `),
    )
    cast.db.write((tx) => tx.run('update api_keys set daily_credit_cap = 1'))
    const capped = (await estimated(operation)).obstacles.includes('1 left of the daily cap')
    expect(capped).toBe(credits > 1)
    cast.db.write((tx) => tx.run('update api_keys set daily_credit_cap = null'))
  })

  test('is refused where the order would be, and by the same words', async () => {
    cast.db.write((tx) => tx.run("delete from settings where name in ('crawl', 'integrations')"))
    const [asked, placed] = [await order(estimating(operation)), await order(operation)]
    const told = ({ status, json }: typeof asked) => [status, json!.error?.code, json!.error?.message]
    expect(asked.status).toBe(409)
    expect(told(asked)).toEqual(told(placed))
    expect(told(await asTool(operation))).toEqual(told(placed))
  })

  test('a retry under one key is one order, also after an estimate under it', async () => {
    const key = { 'idempotency-key': 'order one' }
    await asTool(operation, {}, key)
    const [first, second] = [await order(operation, {}, key), await order(operation, {}, key)]
    expect([first.status, second.text]).toEqual([200, first.text])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expectBooksToBalance(cast.db)
  })

  test('is no reading for a read-only key, not even the estimate', async () => {
    const asViewer = (one: AnyOperation, more: Input = {}) =>
      ask(cast, one, cast.northwind.client_viewer, { ...exampleOf(operation), ...more })
    expect((await asViewer(estimating(operation))).status).toBe(403)
    expect((await asViewer(operation, { estimate: true })).status).toBe(403)
  })

  test('has one answer in the API document: the order’s; the estimate is an operation of its own', async () => {
    const { paths } = (await (await fetch(`${cast.url}/openapi.json`)).json()) as {
      paths: Record<string, { post: object }>
    }
    const shown = JSON.stringify(paths[operation.path]!.post)
    expect(shown).not.toContain('Estimate')
    expect(shown).not.toContain('"estimate"')
    expect(JSON.stringify(paths[`${operation.path}/estimate`]!.post)).toContain('#/components/schemas/Estimate"')
  })
})
