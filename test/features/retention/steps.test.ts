/** Many links that fall due at once hold nobody up: rows of each transaction are counted, and what it reads. */
import { afterEach, expect, test } from 'bun:test'
import { serveProperty } from '../../../src/domains/checks/index.ts'
import { grant } from '../../../src/domains/credits/index.ts'
import { WATCHES_IN_FUTURE } from '../../../src/features/retention/clock-repairs.ts'
import { examineMissed } from '../../../src/features/retention/watches/examine.ts'
import { planWatches } from '../../../src/features/retention/watches/plan-looks.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import { type World, world } from '../../world.ts'

const CLIENTS = 120
const EACH = 5
const ALL = CLIENTS * EACH
const MOST = 100

let w: World
afterEach(() => w?.close())

/** Clients with due links of a push each, all first seen long ago. */
async function due(budget_month: number) {
  w = world()
  await w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
  w.db.write((tx) => {
    for (let i = 0; i < CLIENTS; i++) {
      const client = `ten_c${i}`
      const [first, last] = [i * EACH + 1, (i + 1) * EACH]
      tx.run(
        `insert into tenants (id, parent_id, name, kind, path, created_at, updated_at)
         values (?1, 'ten_northwind', ?1, 'client', '/ten_northwind/' || ?1 || '/', ?2, ?2)`,
        ...[client, tx.now],
      )
      grant(tx, { tenant_id: client, kind: 'check', amount: EACH, reason: 'adjustment', actor: 'test' })
      tx.run(
        `insert into jobs (id, tenant_id, type, name, status, link_count, first_link, last_link, outcome, comparison, created_by, created_at, updated_at)
         values (?2, ?1, 'index', 'Due', 'done', ?3, ?4, ?5, '{}', '{}', 'test', ?6, ?6)`,
        ...[client, `job_${i}`, EACH, first, last, tx.now],
      )
      tx.run(
        `with recursive n (i) as (select ?2 union all select i + 1 from n where i < ?3)
         insert into links (id, job_id, url, state, indexed) select i, ?1, 'https://northwind.example/' || i, 'indexed', 'yes' from n`,
        ...[`job_${i}`, first, last],
      )
    }
    tx.run(
      `insert into watches (link_id, job_id, tenant_id, host, adapter, week, first_seen_at, last_yes_at, state, entered, counted, due_at)
       select l.id, l.job_id, j.tenant_id, 'northwind.example', 'simulated', '2026-09-07', '2026-09-08T00:00:00.000Z',
         '2026-09-08T00:00:00.000Z', 'kept', 0, 1, '2026-10-01' from links l join jobs j on j.id = l.job_id`,
    )
    return null
  })
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month })
}

const READS = ['rows', 'row', 'number', 'run']

/** By how much each transaction of some work changes a count, and the plans of its statements about watched links. */
async function stepsOf(count: string, work: () => Promise<unknown>) {
  const changes: number[] = []
  const asked = new Map<string, string[]>()
  const kept = { read: w.app.db.read, write: w.app.db.write }
  const seen = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(_, name) {
        const own = tx[name as 'rows']
        if (typeof own !== 'function') return own
        return (sql: string, ...params: string[]) => {
          if (READS.includes(name as string) && /\bwatches\b/.test(sql) && !sql.startsWith('insert'))
            asked.set(sql, params)
          return own.call(tx, sql, ...params)
        }
      },
    })
  w.app.db.read = ((read: (tx: Tx) => unknown) => kept.read((tx) => read(seen(tx as Tx)))) as typeof kept.read
  w.app.db.write = ((write: (tx: Tx) => unknown) =>
    kept.write((tx) => {
      const before = tx.number(count)
      const result = write(seen(tx)) as never
      changes.push(Math.abs(tx.number(count) - before))
      return result
    })) as typeof kept.write
  await work()
  Object.assign(w.app.db, kept)
  const plans = [...asked].flatMap(([sql, params]) =>
    w.db.read((tx) => tx.rows<{ detail: string }>(`explain query plan ${sql}`, ...params).map(({ detail }) => detail)),
  )
  return { changes, plans }
}

const all = (changes: readonly number[]) => changes.reduce((sum, n) => sum + n, 0)
const SCANS = /^SCAN (watches|w)( USING INDEX (?!watches_examine)\w+)?$/
const run = () => planWatches(w.app, new AbortController().signal)

test('paid checks are ordered a hundred at a time, of all clients alike', async () => {
  await due(100_000)
  const { changes, plans } = await stepsOf('select count(*) from looks', run)
  expect(all(changes)).toBe(ALL)
  expect(Math.max(...changes)).toBeLessThanOrEqual(MOST)
  expect(plans.filter((detail) => SCANS.test(detail))).toEqual([])
})

test('of a budget that is smaller, each client has its share, and the rest of it goes to some', async () => {
  await due(200 * 30)
  const { changes } = await stepsOf('select count(*) from looks', run)
  const of = w.db.read((tx) =>
    tx.rows<{ n: number }>('select count(*) as n from looks group by tenant_id').map(({ n }) => n),
  )
  expect(all(changes)).toBe(all(of))
  expect([of.length, Math.min(...of), Math.max(...of)]).toEqual([CLIENTS, 1, 2])
})

test('free checks behind links that nobody pays for are found in pages', async () => {
  await due(0)
  w.db.write((tx) => {
    tx.run("update links set url = 'https://other.example/' || id where id % ? <> 0", EACH)
    serveProperty(tx, 'sc-domain:northwind.example', [{ tenant_id: 'ten_northwind', reserve_pct: 0 }])
    return tx.run("update watches set due_at = '2026-10-02' where link_id % ? = 0", EACH)
  })
  const { changes, plans } = await stepsOf('select count(*) from looks', run)
  expect(all(changes)).toBe(CLIENTS)
  expect(Math.max(...changes)).toBeLessThanOrEqual(MOST)
  expect(plans.filter((detail) => SCANS.test(detail))).toEqual([])
})

test('causes of missed pages are stored twenty at a time', async () => {
  await due(0)
  w.db.write((tx) =>
    tx.run("update watches set examine = 1, state = 'suspect', first_no_at = last_yes_at where link_id <= 100"),
  )
  const { changes, plans } = await stepsOf('select count(*) from watches where examine = 1', () =>
    examineMissed(w.app, new AbortController().signal),
  )
  expect(all(changes)).toBe(100)
  expect(Math.max(...changes)).toBe(EACH)
  expect(plans.filter((detail) => SCANS.test(detail))).toEqual([])
})

test('times in the future are sought by index', async () => {
  await due(0)
  const { plans } = await stepsOf('select 0', async () => {
    for (const { repair } of WATCHES_IN_FUTURE) w.app.db.write((tx) => repair(tx, 10))
  })
  expect(plans.filter((detail) => SCANS.test(detail))).toEqual([])
})
