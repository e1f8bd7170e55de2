/**
 * Paid calls with a lost answer. It is unknown whether the vendor billed them, so their possible cost is booked as in
 * doubt, apart from the next attempt, and counts against the day's caps. The vendor's account settles it later, by our
 * reference or by its meter; then the billed amount is booked.
 */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { noteLimits } from '../../kernel/scheduling/quota.ts'
import { plus, type Time } from '../../kernel/time/clock.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import type { EngineSlot } from '../jobs/index.ts'
import type { Billing, Engine, LookAnswer } from './engine.ts'
import type { LookRow, LostCallRow, VendorAccountRow } from './tables.ts'
import { divideUnits, nextAudit, REPEATABLE } from './vendor-meter.ts'

/** Books the account use of answers, and the possible use of lost ones, before the checks get a new reference. */
export function bookCalls(
  tx: Tx,
  { billing, adapter }: Engine,
  known: Map<string, LookRow>,
  answers: LookAnswer[],
): void {
  if (!billing) return
  const lost = answers.flatMap((answer) =>
    answer.state === 'failed' && answer.lost ? (known.get(answer.ref) ?? []) : [],
  )
  doubt(tx, billing, adapter, lost)
  const units = answers.reduce((sum, answer) => sum + unitsOf(answer), 0)
  if (units > 0) bookUnits(tx, billing, units)
}

const unitsOf = (answer: LookAnswer): number =>
  (answer.state === 'seen' ? answer.sighting.units : answer.state === 'failed' ? answer.units : 0) ?? 0

/** Books the account use of calls. 0 notes that a call begins: the meter is not read during a call. */
export function bookUnits(tx: Tx, { account }: Pick<Billing, 'account'>, units: number): void {
  tx.run(
    'update vendor_accounts set units_booked = units_booked + ?, booked_at = ? where account = ?',
    units,
    tx.now,
    account,
  )
}

type DoubtfulCall = Pick<LookRow, 'ref' | 'id' | 'tenant_id' | 'engine'>
type Price = Pick<Billing, 'account' | 'units' | 'unit_usd'>

/** Books the present attempt of each check as in doubt. */
export function doubt(tx: Tx, { account, units, unit_usd }: Price, adapter: string, looks: DoubtfulCall[]): void {
  if (looks.length === 0) return
  tx.run(
    `insert or ignore into lost_calls (ref, look_id, tenant_id, engine, adapter, account, state, units, unit_usd, cost_usd, lost_at)
     select value ->> 'ref', value ->> 'id', coalesce((select tenant_id from looks where id = value ->> 'id'), value ->> 'tenant_id'), value ->> 'engine', ?2, ?3, 'open', ?4, ?5, ?4 * ?5, ?6
     from json_each(?1)`,
    JSON.stringify(looks.map(({ ref, id, tenant_id, engine }) => ({ ref, id, tenant_id, engine }))),
    adapter,
    account,
    units,
    unit_usd,
    tx.now,
  )
}

/** Number and possible cost of a slot's lost calls since then that are still in doubt. */
export const lostSince = (tx: ReadTx, slot: EngineSlot, since: Time): { calls: number; cost_usd: number } =>
  tx.row<{ calls: number; cost_usd: number }>(
    `select count(*) as calls, coalesce(sum(cost_usd), 0) as cost_usd from lost_calls
     where engine = ? and lost_at >= ? and state in ('open', 'untold')`,
    slot,
    since,
  )!

/** Checks of a slot whose lost answers are recent enough for the vendor to return them again. */
export function repeatable(tx: ReadTx, slot: EngineSlot): Set<number> {
  const since = plus(tx.now, -REPEATABLE)
  const rows = tx.rows<{ look_id: number }>(
    'select look_id from lost_calls where engine = ? and lost_at > ?',
    slot,
    since,
  )
  return new Set(rows.map(({ look_id }) => look_id))
}

type Served = { slot: EngineSlot; engine: Engine }

/** Asks each account about its calls in doubt, when it is time to. No call may be under way meanwhile. */
export async function auditAccounts(app: App, served: Served[], signal: AbortSignal): Promise<void> {
  const accounts = Map.groupBy(
    served.filter(({ engine }) => engine.billing),
    ({ engine }) => engine.billing!.account,
  )
  await Promise.all([...accounts.values()].map((of) => audit(app, of, signal)))
}

async function audit(app: App, served: Served[], signal: AbortSignal): Promise<void> {
  const { adapter, billing } = served[0]!.engine as Engine & { billing: Billing }
  const slots = served.map(({ slot }) => slot)
  if (!app.db.read((tx) => dueForAudit(tx, billing, slots))) return
  const open = app.db.write((tx) => beginAudit(tx, billing, slots))
  if (!open) return
  try {
    const settle = await ask(billing, open, slots, signal)
    app.db.write(settle)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    app.log.warn('the account could not be asked about lost calls', {
      adapter,
      reason: error.message,
      calls: open.length,
    })
  }
}

/** The calls to ask about; null when it is not time to ask. */
function dueForAudit(tx: ReadTx, { account, by }: Billing, slots: EngineSlot[]): LostCallRow[] | null {
  const row = tx.row<VendorAccountRow>('select * from vendor_accounts where account = ?', account)
  const due = "select 1 from looks where state = 'queued' and next_attempt_at <= ? and property is null"
  const inUse = () =>
    tx.row(`${due} and engine in (select value from json_each(?)) limit 1`, tx.now, JSON.stringify(slots)) !== null
  const repeats = () =>
    tx.row(
      `select 1 from lost_calls c join looks l on l.id = c.look_id
       where c.account = ? and c.state = 'open' and c.lost_at > ? and l.state in ('queued', 'ordering') limit 1`,
      account,
      plus(tx.now, -REPEATABLE),
    ) !== null
  return nextAudit(tx.now, by, row, openCalls(tx, account), inUse, repeats)
}

/** Notes the attempt before it is made, so that an account that does not answer is not asked all the time. */
function beginAudit(tx: Tx, billing: Billing, slots: EngineSlot[]): LostCallRow[] | null {
  const open = dueForAudit(tx, billing, slots)
  if (open)
    tx.run(
      'insert into vendor_accounts (account, asked_at) values (?1, ?2) on conflict (account) do update set asked_at = ?2',
      billing.account,
      tx.now,
    )
  return open
}

const openCalls = (tx: ReadTx, account: string): LostCallRow[] =>
  tx.rows<LostCallRow>("select * from lost_calls where account = ? and state = 'open' order by lost_at, ref", account)

async function ask(
  billing: Billing,
  open: LostCallRow[],
  slots: EngineSlot[],
  signal: AbortSignal,
): Promise<(tx: Tx) => void> {
  if (billing.by === 'meter') {
    const { left, limits } = await billing.reading(signal)
    return (tx) => {
      if (limits) for (const slot of slots) noteLimits(tx, `engine:${slot}`, limits)
      settleByMeter(tx, billing.account, left)
    }
  }
  const billed = await billing.billed(open, signal)
  return (tx) => {
    settle(
      tx,
      open.map((call) => ({
        ...call,
        units: billed.has(call.ref) ? call.units : 0,
        cost_usd: billed.get(call.ref) ?? 0,
      })),
    )
    tx.run('update vendor_accounts set read_at = ? where account = ?', tx.now, billing.account)
  }
}

/** The difference between meter and books is the bill of the lost calls. Counting restarts from here. */
function settleByMeter(tx: Tx, account: string, left: number): void {
  const { units_left, units_booked } = tx.row<VendorAccountRow>(
    'select * from vendor_accounts where account = ?',
    account,
  )!
  const open = openCalls(tx, account)
  const shares = units_left === null ? null : divideUnits(open, units_left - left - units_booked)
  if (shares)
    settle(
      tx,
      open.map((call, i) => ({ ...call, units: shares[i]!, cost_usd: shares[i]! * call.unit_usd })),
    )
  else tx.run("update lost_calls set state = 'untold' where account = ? and state = 'open'", account)
  tx.run(
    'update vendor_accounts set units_left = ?, units_booked = 0, read_at = ? where account = ?',
    left,
    tx.now,
    account,
  )
}

/** Adds the settled cost of the lost calls to their checks. */
function settle(tx: Tx, calls: LostCallRow[]): void {
  if (calls.length === 0) return
  const known = JSON.stringify(calls.map(({ ref, look_id, units, cost_usd }) => ({ ref, look_id, units, cost_usd })))
  tx.run(
    `update lost_calls set state = iif(k.units > 0, 'billed', 'free'), units = k.units, cost_usd = k.cost_usd, settled_at = ?1 from
     (select value ->> 'ref' as ref, value ->> 'units' as units, value ->> 'cost_usd' as cost_usd from json_each(?2)) k
     where lost_calls.ref = k.ref`,
    tx.now,
    known,
  )
  tx.run(
    `update looks set cost_usd = looks.cost_usd + k.cost_usd from
     (select value ->> 'look_id' as look_id, sum(value ->> 'cost_usd') as cost_usd from json_each(?) group by 1) k
     where looks.id = k.look_id and k.cost_usd > 0`,
    known,
  )
}
