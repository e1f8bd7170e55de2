/** Every change of a watched link's state, with what follows: steps of the curve, noise, marks, drops. */
import type { Indexed } from '../../../domains/jobs/index.ts'
import { daysOf } from '../../../domains/tenants/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { dayOf } from '../../../kernel/time/clock.ts'
import { noteReturned, placeDropped } from '../drops/drops.ts'
import type { WatchRow } from '../tables.ts'

export type Change = {
  before: WatchRow
  after: WatchRow
  flips: number
  adapter: string
  seen: Indexed
  is_new_vantage: boolean
  vantage: string
}

const WRITTEN = [
  'state',
  'entered',
  'counted',
  'is_over',
  'due_at',
  'rank',
  'streak',
  'vantage',
  'last_yes_at',
  'first_no_at',
  'last_no_at',
  'dropped_at',
  'returned_at',
  'google_cause',
  'google_canonical',
  'crawled_at',
  'examine',
] as const satisfies (keyof WatchRow)[]

/** A link that was just missed has its page read, to find the cause. */
const examined = ({ before, after }: Change): WatchRow =>
  after.first_no_at !== null && before.first_no_at === null ? { ...after, examine: 1 } : after

export function enterWatches(tx: Tx, changes: readonly Change[]): void {
  if (changes.length === 0) return
  countNoise(tx, changes)
  countLives(tx, changes)
  writeWatches(tx, changes.map(examined))
  for (const { before, is_new_vantage, vantage, seen } of changes)
    if (is_new_vantage && seen !== 'unknown') mark(tx, before.tenant_id, vantage)
  const gone = changes.filter(({ before, after }) => after.state === 'dropped' && before.state !== 'dropped')
  placeDropped(
    tx,
    gone.map(({ after }) => after.link_id),
  )
  const back = changes.filter(({ before, after }) => after.state === 'returned' && before.state === 'dropped')
  noteReturned(
    tx,
    back.map(({ after }) => after.link_id),
  )
}

export function writeWatches(tx: Tx, rows: readonly WatchRow[]): void {
  tx.run(
    `update watches set ${WRITTEN.map((name, i) => `${name} = v.value ->> ${i + 1}`).join(', ')}
     from json_each(?) v where watches.link_id = v.value ->> 0`,
    JSON.stringify(rows.map((row) => [row.link_id, ...WRITTEN.map((name) => row[name])])),
  )
}

function mark(tx: Tx, tenant_id: string, text: string): void {
  tx.run(
    'insert or ignore into retention_marks (tenant_id, day, text) values (?, ?, ?)',
    tenant_id,
    daysOf(tx, tenant_id).dayOf(tx.now),
    text,
  )
}

function countNoise(tx: Tx, changes: readonly Change[]): void {
  const answered = changes.filter(
    ({ seen, before, adapter }) => seen !== 'unknown' && before.state !== 'dropped' && adapter !== 'impression',
  )
  const rows = [...Map.groupBy(answered, ({ adapter }) => adapter)].map(([adapter, of]) => [
    adapter,
    of.length,
    of.reduce((sum, { flips }) => sum + flips, 0),
  ])
  tx.run(
    `insert into engine_noise (day, adapter, looks, flips)
     select ?1, value ->> 0, value ->> 1, value ->> 2 from json_each(?2) where true
     on conflict do update set looks = looks + excluded.looks, flips = flips + excluded.flips`,
    dayOf(tx.now),
    JSON.stringify(rows),
  )
}

/** Steps that a link has just passed, and the one at which it dropped. */
function countLives(tx: Tx, changes: readonly Pick<Change, 'before' | 'after'>[]): void {
  const sums = new Map<string, [string, string, string, string, number, number, number]>()
  for (const { before, after } of changes) {
    if (before.is_over || before.counted === null || after.counted === null) continue
    for (let step = before.counted + 1; step <= after.counted; step++) {
      const { tenant_id, week, host, adapter } = after
      const key = JSON.stringify([tenant_id, week, host, adapter, step])
      const sum = sums.get(key) ?? [tenant_id, week, host, adapter, step, 0, 0]
      sum[5]++
      if (after.is_over && step === after.counted) sum[6]++
      sums.set(key, sum)
    }
  }
  tx.run(
    `insert into retention_steps (tenant_id, week, host, adapter, step, at_risk, dropped)
     select ${[0, 1, 2, 3, 4, 5, 6].map((i) => `value ->> ${i}`).join(', ')} from json_each(?) where true
     on conflict do update set at_risk = at_risk + excluded.at_risk, dropped = dropped + excluded.dropped`,
    JSON.stringify([...sums.values()]),
  )
}

/** A page with a fault and Google's own no: the second no is not needed. */
export function dropNow(tx: Tx, pairs: readonly Pick<Change, 'before' | 'after'>[]): void {
  countLives(tx, pairs)
  writeWatches(
    tx,
    pairs.map(({ after }) => after),
  )
}
