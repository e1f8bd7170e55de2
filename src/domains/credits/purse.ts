import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { countLater } from '../../kernel/environment/metrics.ts'
import { type Said, type Stored, said } from '../../kernel/language/say.ts'
import { conflict, Fault } from '../../kernel/operation/fault.ts'
import { MOST } from '../../kernel/operation/shape.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import type { Balances, CreditKind, LedgerEntry, Reason } from './shapes.ts'

export type Credits = { tenant_id: string; kind: CreditKind; amount: number }
type LedgerNote = {
  reason: Reason
  actor: string
  job_id?: string | null
  group_id?: string
  note?: string | null
  /** Permanently unique: the database refuses a second line with it. */
  ref?: string
}

export const balances = (tx: ReadTx, tenant_id: string): Balances => balancesOf(tx, [tenant_id]).get(tenant_id)!

/** Balances of several workspaces, in one statement. */
export function balancesOf(tx: ReadTx, ids: readonly string[]): Map<string, Balances> {
  const none = (): Balances => ({ index: { available: 0, reserved: 0 }, check: { available: 0, reserved: 0 } })
  const out = new Map(ids.map((id) => [id, none()]))
  const rows = tx.rows<{ tenant_id: string; kind: CreditKind; available: number; reserved: number }>(
    'select p.* from json_each(?) w cross join purses p on p.tenant_id = w.value',
    JSON.stringify(ids),
  )
  for (const { tenant_id, kind, available, reserved } of rows) out.get(tenant_id)![kind] = { available, reserved }
  return out
}

/** Credits of refunded packs that are still to be taken from the workspace. */
export const owedBy = (tx: ReadTx, tenant_id: string, kind: CreditKind): number =>
  tx.count('select coalesce(sum(amount), 0) as n from owed_credits where tenant_id = ? and kind = ?', tenant_id, kind)

/** Credits still reserved for a job, by kind: work that is not settled yet. */
export function pendingOf(tx: ReadTx, job_id: string): Record<CreditKind, number> {
  const rows = tx.rows<{ kind: CreditKind; pending: number }>(
    'select kind, reserved - used - returned as pending from reservations where job_id = ?',
    job_id,
  )
  const of = (kind: CreditKind) => rows.find((row) => row.kind === kind)?.pending ?? 0
  return { index: of('index'), check: of('check') }
}

/** Adds to `available`, with a line. Throws 409 when the sum would not be an exact integer in JSON. */
export function put(tx: Tx, credits: Credits, words: LedgerNote): LedgerEntry {
  const purse = tx.row<{ available: number }>(
    `insert into purses (tenant_id, kind, available) values (?, ?, ?)
     on conflict (tenant_id, kind) do update set available = available + excluded.available
       where available + reserved <= ${MOST} - excluded.available
     returning available`,
    credits.tenant_id,
    credits.kind,
    positive(credits.amount),
  )
  if (!purse) throw conflict('The workspace cannot hold that many credits.', { most: MOST })
  return enter(tx, 'in', credits, purse.available, words)
}

/** Takes from `available`, with a line; null, and no change, when there is less. The WHERE clause is the rule. */
export function take(tx: Tx, credits: Credits, words: LedgerNote): LedgerEntry | null {
  const purse = tx.row<{ available: number }>(
    `update purses set available = available - ?1 where tenant_id = ?2 and kind = ?3 and available >= ?1
     returning available`,
    positive(credits.amount),
    credits.tenant_id,
    credits.kind,
  )
  return purse && enter(tx, 'out', credits, purse.available, words)
}

/** 402: `have` is available now, `next` says where to get more. */
export function insufficientCredits(
  tx: ReadTx,
  { tenant_id, kind, amount }: Credits,
  next: Stored = moreFor(tx, tenant_id),
): Fault {
  const have = balances(tx, tenant_id)[kind].available
  const message = said('This needs {credits}; {have, plural, one {# is} other {# are}} available. {next}', {
    ...{ credits: creditsOf(kind, amount), have, next: typeof next === 'string' ? [next] : next },
  })
  return new Fault('insufficient_credits', message, { code: 'insufficient_credits', kind, need: amount, have })
}

export const creditsOf = (kind: CreditKind, n: number): Said =>
  kind === 'index'
    ? said('{n, plural, one {# index credit} other {# index credits}}', { n })
    : said('{n, plural, one {# check credit} other {# check credits}}', { n })

/** For acts that take credits away instead of spending them. */
export const TAKE_LESS = said(
  'Take back at most what is available. Reserved credits return when their jobs are settled.',
)

function moreFor(tx: ReadTx, tenant_id: string): Said {
  const { parent_id, unproven } = tx.row<{ parent_id: string | null; unproven: number }>(
    `select parent_id, parent_id is null
       and not exists (select 1 from tenant_plans where tenant_id = t.id and plan <> 'free')
       and not exists (select 1 from members m join users u on u.id = m.user_id
         where m.tenant_id = t.id and m.role = 'owner' and u.email_verified_at is not null) as unproven
     from tenants t where id = ?`,
    tenant_id,
  )!
  if (unproven)
    return said(
      'The credits of the free plan are granted once an owner has verified their e-mail address. To get more, ask an admin to request a pack (POST /credits/requests).',
    )
  return parent_id
    ? said('To get more, ask an admin to request a pack (POST /credits/requests), or from the workspace above.')
    : said('To get more, ask an admin to request a pack (POST /credits/requests).')
}

/** Writes the line of a change of `available` that was just made. Incoming credits first pay owed ones. */
export function enter(
  tx: Tx,
  direction: 'in' | 'out',
  { tenant_id, kind, amount }: Credits,
  balance_after: number,
  { reason, actor, job_id = null, group_id = newId(), note = null, ref }: LedgerNote,
): LedgerEntry {
  const id = newId()
  tx.run(
    `insert into ledger (id, tenant_id, kind, direction, amount, reason, balance_after, job_id, group_id, actor, note, ref, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    tenant_id,
    kind,
    direction,
    amount,
    reason,
    balance_after,
    job_id,
    group_id,
    actor,
    note,
    ref ?? null,
    tx.now,
  )
  countLater(tx, 'credits', [kind, direction, reason], amount)
  if (direction === 'in') payOwed(tx, tenant_id, kind, balance_after)
  const created_at = tx.now
  return { id, tenant_id, kind, direction, amount, reason, balance_after, job_id, group_id, actor, note, created_at }
}

type Owed = { request_id: string; amount: number; pack: string; group_id: string }

/** Takes the credits that refunded packs are owed, oldest first: each as a line of its refund. */
function payOwed(tx: Tx, tenant_id: string, kind: CreditKind, available: number): void {
  const owed = tx.rows<Owed>(
    `select o.request_id, o.amount, r.pack, r.group_id from owed_credits o join credit_requests r on r.id = o.request_id
     where o.tenant_id = ? and o.kind = ? order by o.request_id`,
    tenant_id,
    kind,
  )
  let left = available
  for (const { request_id, amount: due, pack, group_id } of owed) {
    const amount = Math.min(due, left)
    if (amount === 0) return
    left -= amount
    if (amount === due) tx.run('delete from owed_credits where request_id = ? and kind = ?', request_id, kind)
    else
      tx.run('update owed_credits set amount = amount - ? where request_id = ? and kind = ?', amount, request_id, kind)
    const note = `Refund of pack ${pack}: ${amount} of ${due} owed taken back`
    take(tx, { tenant_id, kind, amount }, { reason: 'reversal', actor: 'system', group_id, note })
  }
}

/** Amounts are whole and at least 1; anything else is a bug in the caller. */
export function positive(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError(`${amount} is not an amount of credits`)
  return amount
}
