/** What the two screens that tell of every client read in one turn, in processor time: 300 clients over 5,000 jobs. */

import { readCreditUse } from '../../src/domains/figures/index.ts'
import { readDashboard } from '../../src/features/attention/index.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import { seedMany } from '../lists/seed.ts'
import { CAST, callerOf, type World, world } from '../world.ts'
import { median } from './install.ts'

const CLIENTS = 300
const DAYS = 90
const ROUNDS = 9

export type Turns = { name: string; longest_ms: number; all_ms: number }

export async function screens(): Promise<Turns[]> {
  const w = world()
  seed(w)
  const now = w.clock.now()
  const days = { from: dayOf(plus(now, (1 - DAYS) * DAY)), to: dayOf(plus(now, DAY)) }
  const person = { ...CAST.ada, name: 'Ada' } as never
  try {
    return [
      await turnsOf(w, 'dashboard', (read) => readDashboard(read, person)),
      await turnsOf(w, `money of ${DAYS} days`, (read) => readCreditUse(read, days)),
    ]
  } finally {
    w.close()
  }
}

async function turnsOf(w: World, name: string, screen: (read: never) => Promise<unknown>): Promise<Turns> {
  const rounds: { longest: number; all: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // Nothing of the round before is remembered.
    w.db.write((tx) => tx.run("update day_counters set n = n where name = 'sent:ten_c1'"))
    const turns: number[] = []
    await screen(((work: (tx: unknown, caller: unknown) => unknown) => {
      const before = process.cpuUsage()
      const { result } = w.db.read((tx) => ({ result: work(tx, callerOf('ada')) }))
      const { user, system } = process.cpuUsage(before)
      turns.push((user + system) / 1000)
      return result
    }) as never)
    rounds.push({ longest: Math.max(...turns), all: turns.reduce((sum, one) => sum + one, 0) })
  }
  return {
    name,
    longest_ms: median(rounds.map(({ longest }) => longest)),
    all_ms: median(rounds.map(({ all }) => all)),
  }
}

/** Each client sent, was seen and got credits back on each day. */
function seed({ db, clock }: World): void {
  seedMany(db, { jobs: 5000, links: 20 })
  const days = JSON.stringify(Array.from({ length: DAYS }, (_, back) => dayOf(plus(clock.now(), -back * DAY))))
  db.write((tx) => {
    for (let i = 0; i < CLIENTS; i++)
      tx.run(
        `insert into tenants (id, parent_id, name, kind, path, created_at, updated_at)
         values (?1, 'ten_northwind', ?1, 'client', '/ten_northwind/' || ?1 || '/', ?2, ?3)`,
        `ten_c${i}`,
        plus(tx.now, -100 * DAY),
        tx.now,
      )
    tx.run(
      `update jobs set tenant_id = 'ten_c' || (first_link / 20 % ${CLIENTS}) where tenant_id in ('ten_northwind', 'ten_bakery')`,
    )
    tx.run(
      `insert into day_counters (name, day, n) select n.value || ':' || t.id, d.value, 20
       from json_each('["sent","came","missed","indexed","returned","given"]') n, tenants t, json_each(?) d where t.id glob 'ten_c*'`,
      days,
    )
    tx.run(
      `insert into credit_days (tenant_id, day, kind, given, set_aside, back, used) select t.id, d.value, k.value, 5, 20, 8, 12
       from tenants t, json_each(?) d, json_each('["index","check"]') k where t.id glob 'ten_c*'`,
      days,
    )
    return null
  })
}
