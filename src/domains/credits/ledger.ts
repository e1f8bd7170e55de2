import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Stored } from '../../kernel/language/say.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { takeDailyCredits } from '../../kernel/scheduling/limits.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { inReach } from '../tenants/index.ts'
import { countUsed } from './credit-days.ts'
import { sumOf } from './plan-order.ts'
import { type Credits, enter, insufficientCredits, positive, put, take } from './purse.ts'
import { CREDIT_KINDS, type LedgerEntry } from './shapes.ts'
import { countHanded } from './transfers.ts'

/** The ledger line with this id in the caller's reach, or 404. */
export const findEntry = (tx: ReadTx, caller: Caller, id: string): LedgerEntry =>
  inReach(tx, caller, tx.row<LedgerEntry>('select * from ledger where id = ?', id), 'ledger entry')

/** Credits of one job: every reservation belongs to a job, and is settled against it. */
type JobCredits = Credits & { job_id: string }
/** The same of work that ends: its reservation says which workspace pays, since a job may have moved. */
type SettledCredits = Omit<JobCredits, 'tenant_id'>
type LineNote = { group_id?: string; note?: string }

/**
 * Reserves credits for work not done yet; `consume` or `release` settles each of them once. The WHERE clause is the
 * rule: two pushes that race for the last credit cannot both reserve it. Throws 402 `insufficient_credits`, or 429
 * `daily_cap` above the key's daily limit. A job may reserve several times. Credits of both kinds for one order are
 * reserved together, because the limits apply to their sum; `planOf` has judged them before. Returns the lines.
 */
export function reserve(tx: Tx, caller: Caller, ...order: (JobCredits & LineNote)[]): LedgerEntry[] {
  const lines = order.map((one) => setAside(tx, caller, one))
  takeDailyCredits(tx, caller, sumOf(order))
  return lines
}

/** Uses up credits that the job has reserved, now or `at` another time. No ledger line: `available` does not change. */
export function consume(tx: Tx, credits: SettledCredits, at?: Time): void {
  const { tenant_id } = settle(tx, credits, 'used')
  const moved = tx.run(
    'update purses set reserved = reserved - ?1 where tenant_id = ?2 and kind = ?3 and reserved >= ?1',
    credits.amount,
    tenant_id,
    credits.kind,
  )
  if (moved !== 1) throw unbalanced(credits)
  countUsed(tx, { ...credits, tenant_id }, at)
}

/** Returns credits that the job has reserved: `release` under the guarantee, `refund` for work that was not done. */
export function release(
  tx: Tx,
  credits: SettledCredits & LineNote & { reason: 'release' | 'refund'; actor?: string },
): LedgerEntry {
  const { tenant_id } = settle(tx, credits, 'returned')
  const purse = tx.row<{ available: number }>(
    `update purses set reserved = reserved - ?1, available = available + ?1
     where tenant_id = ?2 and kind = ?3 and reserved >= ?1 returning available`,
    credits.amount,
    tenant_id,
    credits.kind,
  )
  if (!purse) throw unbalanced(credits)
  const words = { ...credits, actor: credits.actor ?? 'system' }
  return enter(tx, 'in', { ...credits, tenant_id }, purse.available, words)
}

export type Grant = Credits &
  LineNote & {
    reason: 'trial' | 'plan_grant' | 'pack' | 'adjustment'
    actor: string
    /** Names the grant permanently (an invoice, a month): a second grant with the same name gives nothing. */
    ref?: string
  }

/** Grants credits from outside. `repeated`: this `ref` was granted before, and nothing changed. */
export function grant(tx: Tx, credits: Grant): { repeated: boolean; line: LedgerEntry } {
  const ref = credits.ref && refOf({ ...credits, ref: credits.ref })
  const known = ref ? lineOf(tx, ref) : null
  if (known) return { repeated: true, line: known }
  return { repeated: false, line: put(tx, credits, { ...credits, ref }) }
}

/** The lines that were granted under a `ref`, of either kind. */
export const linesGranted = (tx: Tx, grant: Omit<GrantKey, 'kind'>): LedgerEntry[] =>
  CREDIT_KINDS.flatMap((kind) => lineOf(tx, refOf({ ...grant, kind })) ?? [])

/** Transfers credits from one workspace to another: two lines of one group. Throws 402 when there are not enough. */
export function transfer(
  tx: Tx,
  from: string,
  to: string,
  move: Omit<Credits, 'tenant_id'> & { actor: string; note?: string; next?: Stored },
): { out: LedgerEntry; in: LedgerEntry } {
  const words = { ...move, reason: 'allocation' as const, group_id: newId() }
  const out = take(tx, { ...move, tenant_id: from }, words)
  if (!out) throw insufficientCredits(tx, { ...move, tenant_id: from }, move.next)
  countHanded(tx, { ...move, from, to })
  return { out, in: put(tx, { ...move, tenant_id: to }, words) }
}

function setAside(tx: Tx, caller: Caller, credits: JobCredits & LineNote): LedgerEntry {
  const { tenant_id, kind, amount, job_id } = credits
  const purse = tx.row<{ available: number }>(
    `update purses set available = available - ?1, reserved = reserved + ?1
     where tenant_id = ?2 and kind = ?3 and available >= ?1 returning available`,
    positive(amount),
    tenant_id,
    kind,
  )
  if (!purse) throw insufficientCredits(tx, credits)
  tx.run(
    `insert into reservations (job_id, kind, tenant_id, reserved) values (?, ?, ?, ?)
     on conflict (job_id, kind) do update set reserved = reserved + excluded.reserved`,
    job_id,
    kind,
    tenant_id,
    amount,
  )
  const reason = kind === 'index' ? 'reserve' : 'check'
  return enter(tx, 'out', credits, purse.available, { ...credits, reason, actor: caller.label })
}

type GrantKey = Pick<Grant, 'reason' | 'tenant_id' | 'kind'> & { ref: string }

const refOf = ({ reason, tenant_id, kind, ref }: GrantKey): string => `${reason}:${tenant_id}:${kind}:${ref}`

const lineOf = (tx: Tx, ref: string): LedgerEntry | null =>
  tx.row<LedgerEntry>('select * from ledger where ref = ?', ref)

/** Counts credits of the job as settled: at most what the job has reserved. Returns whose they are. */
function settle(tx: Tx, credits: SettledCredits, as: 'used' | 'returned'): Pick<Credits, 'tenant_id'> {
  const moved = tx.row<Pick<Credits, 'tenant_id'>>(
    `update reservations set ${as} = ${as} + ?1
     where job_id = ?2 and kind = ?3 and reserved - used - returned >= ?1 returning tenant_id`,
    positive(credits.amount),
    credits.job_id,
    credits.kind,
  )
  if (!moved) throw unbalanced(credits)
  return moved
}

/** A bug, not a refusal: the caller settled the same work twice. The throw undoes the transaction. */
const unbalanced = ({ kind, amount, job_id }: SettledCredits): Error =>
  new Error(`job ${job_id} has not ${amount} ${kind} credits left to settle`)
