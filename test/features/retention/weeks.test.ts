/** Curves by week of an agency: sums of all its clients, kept as these move. */
import { afterAll, expect, test } from 'bun:test'
import { curveIn, curvesBy } from '../../../src/features/retention/survival/curves.ts'
import type { ReadTx } from '../../../src/kernel/database/database.ts'
import { callerOf, type Person, world } from '../../world.ts'
import { expectCountsToAgree } from './radar.ts'

const w = world()
afterAll(() => w.close())

const WEEKS = ['2026-08-03', '2026-08-10', '2026-08-17']
const CLIENTS = 40

function live(tenant_id: string): void {
  w.db.write((tx) => {
    for (const week of WEEKS)
      for (const [step, at_risk, dropped] of [
        [1, 30, 1],
        [2, 29, 2],
      ])
        tx.run(
          `insert into retention_steps (tenant_id, week, host, adapter, step, at_risk, dropped)
           values (?, ?, 'bakery.example', 'simulated', ?, ?, ?)`,
          ...[tenant_id, week, step!, at_risk!, dropped!],
        )
    return null
  })
}

const added = async (name: string, kind: string, parent_id: string) =>
  (await w.call<{ id: string }>('ada', 'create_sub_tenant', { name, kind, parent_id })).id

/** Answer of a read, and how many rows it read. */
function counted<T>(
  person: Person,
  read: (tx: ReadTx, caller: ReturnType<typeof callerOf>) => T,
): { was: T; n: number } {
  let n = 0
  return w.db.read((tx) => {
    const rows = ((sql: string, ...params: never[]) => {
      const source = sql.slice(sql.lastIndexOf(' from retention')).replace(/ group by .*/s, '')
      n += tx.number(`select count(*) ${source}`, ...params)
      return tx.rows(sql, ...params)
    }) as typeof tx.rows
    return { was: read({ ...tx, rows }, callerOf(person)), n }
  })
}

test('a curve by week reads a row a week and step, however many clients there are', async () => {
  for (let i = 0; i < CLIENTS; i++) live(await added(`Client ${i}`, 'client', 'ten_northwind'))
  for (const person of ['ada', 'pat'] as const) {
    const { was, n } = counted(person, (tx, caller) => curvesBy(tx, caller, 'week', {}))
    expect(was.map(({ key, links }) => ({ key, links }))).toEqual(WEEKS.map((key) => ({ key, links: 30 * CLIENTS })))
    expect(n).toBe(WEEKS.length * 2)
  }
  const { was, n } = counted('ada', (tx, caller) => curveIn(tx, caller, { from: WEEKS[1]!, to: WEEKS[1]! }))
  expect([was.links, n]).toEqual([30 * CLIENTS, 2])
})

test('a team that moves takes the sums of its clients along', async () => {
  const [north, south] = [await added('North', 'team', 'ten_northwind'), await added('South', 'team', 'ten_northwind')]
  const west = await added('West', 'team', north)
  live(await added('Inn', 'client', west))
  live(north)
  expectCountsToAgree(w.db)
  await w.call('ada', 'update_tenant', { id: west, parent_id: south })
  expectCountsToAgree(w.db)
  const of = (tenant_id: string) =>
    w.db.read((tx) => tx.number('select sum(at_risk) from retention_weeks where tenant_id = ? and step = 1', tenant_id))
  expect([of(north), of(south), of(west)]).toEqual([90, 90, 90])
})
