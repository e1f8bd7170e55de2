/** Curves and counts of a million watched links of 300 clients, in processor time, of those of ten thousand. */
import { retentionOf } from '../../src/features/retention/read.ts'
import { membersOf, rootsOn } from '../../src/features/retention/settings.ts'
import { stillThere, stillToday } from '../../src/features/retention/survival/after-60-days.ts'
import { curveIn, curvesBy, suppliersCompared } from '../../src/features/retention/survival/curves.ts'
import type { ReadTx, Tx } from '../../src/kernel/database/database.ts'
import type { Caller } from '../../src/kernel/operation/caller.ts'
import { DAY } from '../../src/kernel/time/clock.ts'
import { callerOf, world } from '../world.ts'
import { median } from './install.ts'

const CLIENTS = 300
const ROUNDS = 5
const AGENCY = 'ten_northwind'

const READ: Record<string, (tx: ReadTx, caller: Caller) => unknown> = {
  'curve of an agency': (tx, caller) => curveIn(tx, caller, {}),
  'curves by client': (tx, caller) => curvesBy(tx, caller, 'client', {}),
  'curves by host': (tx, caller) => curvesBy(tx, caller, 'host', {}),
  'curves by week': (tx, caller) => curvesBy(tx, caller, 'week', {}),
  'suppliers compared': (tx, caller) => suppliersCompared(tx, caller, {}),
  'still there, for the report of a client': (tx) => stillThere(tx, 'ten_c5'),
  'still there today, for its portal': (tx) => stillToday(tx, 'ten_c5'),
  'settings, budget and counts': (tx, caller) => retentionOf(tx, caller, AGENCY),
  'clients that are watched': (tx) => rootsOn(tx).map((root) => membersOf(tx, root)),
}

export async function watched(): Promise<{ name: string; small_ms: number; large_ms: number }[]> {
  const [small, large] = [await times(10_000), await times(1_000_000)]
  return Object.keys(READ).map((name) => ({ name, small_ms: small.get(name)!, large_ms: large.get(name)! }))
}

async function times(links: number): Promise<Map<string, number>> {
  const w = world()
  try {
    // A month is read at its end.
    w.clock.turn(27 * DAY)
    w.db.write((tx) => seed(tx, links))
    await w.call('ada', 'update_retention', { id: AGENCY, on: true, budget_month: 100 })
    return new Map(
      Object.entries(READ).map(([name, read]) => [name, median(rounds(() => w.db.read((tx) => run(tx, read))))]),
    )
  } finally {
    w.close()
  }
}

const run = (tx: ReadTx, read: (tx: ReadTx, caller: Caller) => unknown): null => {
  read(tx, callerOf('ada'))
  return null
}

const rounds = (work: () => unknown): number[] =>
  Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })

/** Links first seen in each week of a year, three hosts a client, two suppliers; one of eleven dropped; a month of spending. */
function seed(tx: Tx, links: number): null {
  for (let i = 0; i < CLIENTS; i++)
    tx.run(
      `insert into tenants (id, parent_id, name, kind, path, created_at, updated_at)
       values (?1, '${AGENCY}', ?1, 'client', '/${AGENCY}/' || ?1 || '/', ?2, ?2)`,
      `ten_c${i}`,
      tx.now,
    )
  tx.run(
    `insert into jobs (id, tenant_id, type, name, status, link_count, first_link, last_link, outcome, comparison, created_by, created_at, updated_at)
     select 'job_large', '${AGENCY}', 'index', 'Large', 'done', ?2, 1, ?2, '{}', '{}', 'test', ?1, ?1`,
    tx.now,
    links,
  )
  tx.run(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
     insert into links (id, job_id, url, state, indexed) select i, 'job_large', 'https://large.example/' || i, 'indexed', 'yes' from n`,
    links,
  )
  tx.run(
    `insert into watches (link_id, job_id, tenant_id, host, adapter, week, first_seen_at, last_yes_at, state, entered, counted, is_over, due_at)
     select id, job_id, 'ten_c' || (id % ${CLIENTS}), 'h' || (id % 900) || '.example', iif(id % 3 = 0, 'two', 'one'),
       date('2025-11-03', '+' || (id / 300 % 52 * 7) || ' days'), '2025-11-06T00:00:00.000Z', '2026-10-06T00:00:00.000Z',
       iif(id % 11 = 0, 'dropped', 'kept'), 0, 1 + (52 - id / 300 % 52) / 5, id % 11 = 0, '2027-01-01' from links where job_id = 'job_large'`,
  )
  tx.run(
    `insert into retention_steps (tenant_id, week, host, adapter, step, at_risk, dropped)
     select tenant_id, week, host, adapter, s.value, count(*), sum(counted = s.value and is_over)
     from watches, json_each('[1,2,3,4,5,6,7,8,9,10,11]') s where counted >= s.value group by 1, 2, 3, 4, 5`,
  )
  tx.run(
    `with recursive n (i) as (select 0 union all select i + 1 from n where i < 30 * 96)
     insert into retention_spend (root_id, quarter, tenant_id, credits)
     select '${AGENCY}', strftime('%Y-%m-%dT%H:%M:00.000Z', ?1, '-' || (15 * i) || ' minutes'), id, 1 from n, tenants
     where parent_id = '${AGENCY}' and i % ?2 = 0`,
    tx.now,
    links < 100_000 ? 96 : 1,
  )
  return null
}
