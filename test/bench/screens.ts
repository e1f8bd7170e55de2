/** What the two screens that tell of every client read in one turn, in processor time: 300 clients over 5,000 jobs. */

import { readCreditUse } from '../../src/domains/figures/index.ts'
import { readDashboard } from '../../src/features/attention/index.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import { UTC_DAYS } from '../../src/kernel/time/zone-days.ts'
import { seedMany } from '../lists/seed.ts'
import { CAST, callerOf, type World, world } from '../world.ts'
import { median } from './install.ts'

const CLIENTS = 300
const DAYS = 90
const ROUNDS = 9
/** Each client sends at one time of the day, and checks answer at two others. */
const QUARTERS = '["T09:00:00.000Z","T09:15:00.000Z","T10:30:00.000Z"]'

export type Turns = { name: string; longest_ms: number; all_ms: number }

export async function screens(): Promise<Turns[]> {
  const w = world()
  seed(w)
  const now = w.clock.now()
  const days = UTC_DAYS.moments(UTC_DAYS.firstDay(now, DAYS), UTC_DAYS.dayOf(now))
  const person = { ...CAST.ada, name: 'Ada' } as never
  try {
    return [
      await turnsOf(w, 'dashboard', (read) => readDashboard(w.app, read, person)),
      await turnsOf(w, `money of ${DAYS} days`, (read) => readCreditUse(read, UTC_DAYS, days)),
    ]
  } finally {
    w.close()
  }
}

async function turnsOf(w: World, name: string, screen: (read: never) => Promise<unknown>): Promise<Turns> {
  const rounds: { longest: number; all: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // Nothing of the round before is remembered.
    w.db.write((tx) => tx.run("update link_quarters set sent = sent where tenant_id = 'ten_c1'"))
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
export function seed({ db, clock }: World): void {
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
      `insert into link_quarters (tenant_id, quarter, sent, came, missed, indexed, returned)
       select t.id, d.value || q.value, 20 * (q.key = 0), 20 * (q.key = 0), 5 * (q.key = 0), 7, 7
       from tenants t, json_each(?) d, json_each('${QUARTERS}') q where t.id glob 'ten_c*'`,
      days,
    )
    tx.run(
      `insert into credit_quarters (tenant_id, quarter, kind, given, set_aside, back, used)
       select t.id, d.value || q.value, k.value, 2, 7, 3, 4
       from tenants t, json_each(?) d, json_each('${QUARTERS}') q, json_each('["index","check"]') k where t.id glob 'ten_c*'`,
      days,
    )
    return null
  })
}
