/** However many workspaces there are, what they did is read some at a time, and others have their turn in between. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readCreditUse, readForecast } from '../../../src/domains/figures/index.ts'
import { readDashboard } from '../../../src/features/attention/index.ts'
import type { ReadTx } from '../../../src/kernel/database/database.ts'
import { UTC_DAYS } from '../../../src/kernel/time/zone-days.ts'
import { CAST, callerOf, type World, world } from '../../world.ts'

let w: World
const CLIENTS = 130
beforeAll(() => {
  w = world()
  w.db.write((tx) => {
    for (let i = 0; i < CLIENTS; i++) {
      tx.run(
        `insert into tenants (id, parent_id, name, kind, path, created_at, updated_at)
         values (?1, 'ten_northwind', ?1, 'client', '/ten_northwind/' || ?1 || '/', ?2, ?2)`,
        `ten_${i}`,
        tx.now,
      )
      tx.run('insert into link_quarters (tenant_id, quarter, indexed) values (?, ?, ?)', `ten_${i}`, tx.now, i)
    }
    return null
  })
})
afterAll(() => w.close())

/** Reads as Ada, noting how many lists of workspaces each read asks about, and how long they are. */
function counting() {
  const lengths: number[] = []
  let turns = 0
  const tick = () => {
    turns++
    if (going) setImmediate(tick)
  }
  let going = true
  setImmediate(tick)
  const read = <T>(work: (tx: ReadTx, caller: ReturnType<typeof callerOf>) => T): T =>
    w.db.read((tx) => {
      const rows = (sql: string, ...params: never[]) => {
        if (/link_quarters|credit_quarters/.test(sql)) lengths.push(JSON.parse(params[0]!).length)
        return tx.rows(sql, ...params)
      }
      return { result: work({ ...methodsOf(tx), rows } as ReadTx, callerOf('ada')) } as never
    })['result' as never]
  return {
    read,
    end: () => {
      going = false
      return { longest: Math.max(...lengths), turns }
    },
  }
}

const methodsOf = (tx: ReadTx) => ({
  now: tx.now,
  orm: tx.orm,
  remember: tx.remember.bind(tx),
  count: tx.count.bind(tx),
  number: tx.number.bind(tx),
  row: tx.row.bind(tx),
})

const INDEXED = (CLIENTS * (CLIENTS - 1)) / 2

test('the dashboard', async () => {
  const { read, end } = counting()
  const person = { ...CAST.ada, name: 'Ada' } as never
  const { clients, numbers } = await readDashboard(w.app, read as never, person)
  expect([clients.length, numbers.indexed_30d]).toEqual([CLIENTS + 1, INDEXED])
  const { longest, turns } = end()
  expect([longest <= 50, turns > 1]).toEqual([true, true])
})

test('the money', async () => {
  const { read, end } = counting()
  const { rows, total } = await readCreditUse(read as never, UTC_DAYS, UTC_DAYS.moments('2026-01-01', '2026-12-31'))
  expect([rows.length, total.indexed]).toEqual([CLIENTS + 2, INDEXED])
  const { longest, turns } = end()
  expect([longest <= 50, turns > 1]).toEqual([true, true])
})

test('the forecast', async () => {
  const { read, end } = counting()
  const { expected_refunds, days } = await readForecast(read as never, 'ten_northwind')
  expect([expected_refunds, days]).toEqual([0, []])
  const { longest, turns } = end()
  expect([longest <= 50, turns > 1]).toEqual([true, true])
})
