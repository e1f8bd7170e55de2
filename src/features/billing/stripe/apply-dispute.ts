import { tellPlatform } from '../../../domains/mail/index.ts'
import type { Dispute } from '../../../domains/plans/index.ts'
import { readTenant } from '../../../domains/tenants/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { lockBuying, unlockBuying } from '../accounts.ts'
import { recordEvent } from '../events.ts'
import { boughtWith, paymentOfIntent } from '../payments.ts'
import {
  APPLIED,
  audit,
  type BillingApp,
  billingPage,
  type EventOutcome,
  isThere,
  type StripeContext,
  waitsFor,
} from './stripe-context.ts'

/**
 * A payment was charged back. The workspace may not buy until all of its disputes are won, or the operator unlocks it;
 * it keeps what it has. Won and lost are final states, whatever Stripe reports after them.
 */
export function applyDispute(tx: Tx, app: BillingApp, context: StripeContext, dispute: Dispute): EventOutcome {
  const payment = paymentOfIntent(tx, dispute.payment_intent)
  const tenant_id = payment?.tenant_id ?? dispute.tenant_id
  if (!tenant_id) return waitsFor(dispute.payment_intent)
  const ref = `stripe ${dispute.dispute_id}`
  const { state } = dispute
  const isNew = recordEvent(tx, {
    ref,
    type: 'chargeback',
    state,
    tenant_id,
    mode: context.mode,
    ...boughtWith(payment),
    cents: dispute.cents,
    reference: dispute.dispute_id,
    actor: 'Stripe',
    created_at: context.at,
  })
  const changed =
    isNew ||
    (state !== 'open' &&
      tx.run("update billing_events set state = ? where ref = ? and state = 'open'", state, ref) === 1)
  if (!changed) return APPLIED
  if (state === 'won') unlockIfAllWon(tx, tenant_id)
  else if (isThere(tx, tenant_id)) lockBuying(tx, tenant_id, dispute.dispute_id)
  audit(tx, context, tenant_id, dispute.dispute_id, { chargeback: state, usd: dispute.cents / 100 })
  if (isNew && state !== 'won') tell(tx, app, tenant_id, payment, dispute)
  return APPLIED
}

function unlockIfAllWon(tx: Tx, tenant_id: string): void {
  const others = tx.number(
    "select count(*) from billing_events where tenant_id = ? and type = 'chargeback' and state <> 'won'",
    tenant_id,
  )
  if (others === 0) unlockBuying(tx, tenant_id)
}

function tell(tx: Tx, app: BillingApp, tenant_id: string, payment: Paid, { dispute_id, cents }: Dispute): void {
  const name = isThere(tx, tenant_id) ? readTenant(tx, tenant_id).name : null
  const what = `${name ?? 'A workspace that was deleted'} had a payment of $${cents / 100}${paidFor(app, payment)} charged back.${name === null ? '' : ` ${name} can buy nothing until the dispute is won or you unlock it; the credits stay.`}`
  const advice =
    name === null
      ? 'Answer the dispute in Stripe before its deadline.'
      : `Ask ${name} what was wrong, and answer the dispute in Stripe before its deadline. Once it is settled, “Let it buy again” is on the page below; refund its request to take the pack's credits back.`
  tellPlatform(tx, app, { ref: `chargeback ${dispute_id}`, facts: { what, advice }, link: billingPage(app, tenant_id) })
}

type Paid = ReturnType<typeof paymentOfIntent>

function paidFor({ catalog }: BillingApp, payment: Paid): string {
  const pack = catalog.packs.find((one) => one.pack === payment?.pack)
  const plan = catalog.plans.find((one) => one.plan === payment?.plan)
  return pack ? ` for the pack ${pack.name}` : plan ? ` for the plan ${plan.name}` : ''
}
