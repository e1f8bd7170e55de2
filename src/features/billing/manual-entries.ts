/** Decisions of the operator, recorded as money that moved outside of Signalpost. */

import { type CreditKind, type CreditRequestRow, type PlanChange, readRequest } from '../../domains/credits/index.ts'
import { cents } from '../../domains/plans/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { recordEvent } from './events.ts'

/** An approved pack was paid for elsewhere. */
export const recordApproval = (tx: Tx, request: CreditRequestRow, actor: string): boolean =>
  recordEvent(tx, { ...ofPack(request), ref: `pack ${request.id}`, type: 'pack_purchase', actor, mode: 'manual' })

/** A pack was refunded by hand. The note names the credits that were not taken back. */
export const recordRefund = (tx: Tx, request: CreditRequestRow, actor: string): boolean =>
  recordEvent(tx, {
    ...ofPack(request),
    ref: `refund ${request.id}`,
    type: 'refund',
    actor,
    mode: 'manual',
    note: takenBackNote(tx, request.id),
  })

const ofPack = ({ id, tenant_id, pack, price_cents }: CreditRequestRow) => ({
  tenant_id,
  pack,
  request_id: id,
  cents: price_cents,
})

type CreditsByKind = Record<CreditKind, number>

/** A sentence about the credits of a refunded pack. */
export function takenBackNote(tx: Tx, request_id: string): string {
  const request = readRequest(tx, request_id)
  const taken = JSON.parse(request.taken_back!) as CreditsByKind
  const owed = JSON.parse(request.owed!) as CreditsByKind
  const of = (kind: CreditKind) => request[`${kind}_credits`] - taken[kind] - owed[kind]
  const used = { index: of('index'), check: of('check') }
  const parts = [said('Taken back', taken), said('owed', owed), said('used, not taken back', used)]
  return `${parts.filter(Boolean).join('; ')}.`
}

const said = (what: string, { index, check }: CreditsByKind): string =>
  index + check === 0 && what !== 'Taken back' ? '' : `${what}: ${index} index, ${check} check`

/**
 * A plan was set by hand. A new plan or interval, or a granted period, is recorded as an invoice, and a late payment as
 * a failed one. A plan without an interval is not billed: its event has no amount.
 */
export function recordPlan(tx: Tx, change: PlanChange): void {
  const { before, after, plan, granted, ref, actor } = change
  const { tenant_id, interval } = after
  const price = interval === 'year' ? plan.usd_year : interval === 'month' ? plan.usd_month : 0
  const event = { tenant_id, plan: plan.plan, interval, cents: cents(price), actor, reference: ref ?? null }
  const moved = before?.plan !== after.plan || before.interval !== after.interval
  if (after.status === 'past_due' && before?.status !== 'past_due')
    recordEvent(tx, { ...event, ref: newId(), type: 'payment_failed', state: 'failed', mode: 'manual' })
  if (after.status !== 'active' || !(granted || (moved && plan.plan !== 'free'))) return
  const note = interval === null ? 'Set by hand without an interval: not billed.' : null
  const name = granted && ref ? `plan ${tenant_id} ${ref}` : newId()
  recordEvent(tx, { ...event, ref: name, type: 'plan_invoice', mode: 'manual', note })
}
