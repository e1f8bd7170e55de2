/** The credits of a job that moves: its workspace gets back all that it has not returned, the other one pays it. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { said } from '../../kernel/language/say.ts'
import type { Fault } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { quarterHourOf } from '../../kernel/time/zone-days.ts'
import { countUsed, type UsedThen } from './credit-days.ts'
import { balances, type Credits, creditsOf, insufficientCredits, put, take } from './purse.ts'
import type { CreditKind } from './shapes.ts'

/** Credits of one kind that a job still holds, and those that it used. */
export type HeldCredits = { kind: CreditKind; reserved: number; used: number }

export const heldBy = (tx: ReadTx, job_id: string): HeldCredits[] =>
  tx.rows<HeldCredits>(
    'select kind, reserved - used - returned as reserved, used from reservations where job_id = ? order by kind desc',
    job_id,
  )

/** Credits that the workspace lacks to pay for these. */
export function missingFor(
  tx: ReadTx,
  tenant_id: string,
  held: readonly HeldCredits[],
): { kind: CreditKind; missing: number }[] {
  const has = balances(tx, tenant_id)
  return held
    .map(({ kind, reserved, used }) => ({ kind, missing: reserved + used - has[kind].available }))
    .filter(({ missing }) => missing > 0)
}

type Moved = { job_id: string; from: string; to: string; actor: string; note: string }

/**
 * Moves the reservations of a job and writes a line for each workspace and kind. `used_then` says when the used credits
 * were used; what it leaves out was by `on`. The other workspace must be able to pay.
 */
export function moveCredits(
  tx: Tx,
  { job_id, from, to, actor, note }: Moved,
  used_then: Record<CreditKind, readonly UsedThen[]>,
  on: Time,
): void {
  const words = { reason: 'move', actor, job_id, note, group_id: newId() } as const
  for (const { kind, reserved, used } of heldBy(tx, job_id)) {
    const amount = reserved + used
    if (amount > 0 && !take(tx, { tenant_id: to, kind, amount }, words)) throw new Error('the purse was judged before')
    hold(tx, { tenant_id: from, kind, amount: -reserved })
    hold(tx, { tenant_id: to, kind, amount: reserved })
    tx.run('update reservations set tenant_id = ? where job_id = ? and kind = ?', to, job_id, kind)
    for (const { quarter, used: n } of timesOf(tx, { tenant_id: from, kind, amount: used }, used_then[kind], on)) {
      countUsed(tx, { tenant_id: from, kind, amount: -n }, quarter)
      countUsed(tx, { tenant_id: to, kind, amount: n }, quarter)
    }
    if (amount > 0) put(tx, { tenant_id: from, kind, amount }, words)
    for (const table of ['credit_quarters', 'credit_days'])
      tx.run(`delete from ${table} where tenant_id = ? and kind = ? and ${NONE}`, from, kind)
  }
}

const NONE = 'given = 0 and set_aside = 0 and back = 0 and used = 0'

const hold = (tx: Tx, { tenant_id, kind, amount }: Credits): number =>
  tx.run('update purses set reserved = reserved + ? where tenant_id = ? and kind = ?', amount, tenant_id, kind)

/** Credits of links that were removed since have no time: they count where, last, more was used than is known. */
function timesOf(
  tx: ReadTx,
  { tenant_id, kind, amount }: Credits,
  known: readonly UsedThen[],
  until: Time,
): UsedThen[] {
  const then = new Map(known.map(({ quarter, used }) => [quarter, used]))
  const add = (quarter: Time, n: number) => then.set(quarter, (then.get(quarter) ?? 0) + n)
  let rest = amount - known.reduce((sum, { used }) => sum + used, 0)
  if (rest > 0)
    for (const { quarter, used } of tx.rows<UsedThen>(USED_UNTIL, tenant_id, kind, until)) {
      const n = Math.min(rest, Math.max(0, used - (then.get(quarter) ?? 0)))
      add(quarter, n)
      rest -= n
      if (rest === 0) break
    }
  add(quarterHourOf(until), rest)
  return [...then].map(([quarter, used]) => ({ quarter, used })).filter(({ used }) => used !== 0)
}

const USED_UNTIL =
  'select quarter, used from credit_quarters where tenant_id = ? and kind = ? and quarter <= ? and used > 0 order by quarter desc'

/** @throws 402 with the transfer that comes first, when the workspace cannot pay for the job */
export function assertPaysFor(tx: ReadTx, job_id: string, tenant_id: string): void {
  const held = heldBy(tx, job_id)
  const [lacking] = missingFor(tx, tenant_id, held)
  if (lacking) throw tooFew(tx, tenant_id, held, lacking)
}

function tooFew(
  tx: ReadTx,
  tenant_id: string,
  held: readonly HeldCredits[],
  { kind, missing }: { kind: CreditKind; missing: number },
): Fault {
  const { reserved, used } = held.find((one) => one.kind === kind)!
  const next = said('Transfer {credits} to the workspace that the push moves to first (POST /credits/allocate).', {
    credits: creditsOf(kind, missing),
  })
  return insufficientCredits(tx, { tenant_id, kind, amount: reserved + used }, next)
}
