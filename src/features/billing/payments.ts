/** New payments: first a row, then Stripe's page. */

import { siteOf } from '../../domains/branding/index.ts'
import {
  type CheckoutOrder,
  type CheckoutSession,
  cents,
  type PackName,
  type PaidPlan,
  type PlanApp,
  planNamed,
} from '../../domains/plans/index.ts'
import { inReach } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { between, DAY, HOUR, MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import { customerOf } from './accounts.ts'
import { modeOf } from './figures.ts'
import { type PaymentRow, payments } from './tables.ts'

type Purchase = { kind: 'pack'; pack: PackName } | { kind: 'plan'; plan: PaidPlan; interval: 'month' | 'year' }

/** Throws 409 on an install that takes no payments. */
export function stripeMode(app: PlanApp): 'test' | 'live' {
  const mode = modeOf(app.config)
  if (mode === 'manual')
    throw conflict('This install takes no card payments. Request a pack (POST /credits/requests) instead.')
  return mode
}

/** Writes a payment row. A price of 0 is refused, because Stripe has no page for it. */
export function beginPayment(tx: Tx, app: PlanApp, caller: Caller, tenant_id: string, wanted: Purchase): PaymentRow {
  const { usd, index_credits, check_credits } = priceOf(app, wanted)
  if (usd === 0) throw conflict('This costs nothing: there is nothing to pay for.')
  const email = tx.row<{ email: string }>('select email from users where id = ?', caller.user_id)?.email ?? null
  const [made] = tx.orm
    .insert(payments)
    .values({
      ...wanted,
      id: newId(),
      tenant_id,
      mode: stripeMode(app),
      cents: cents(usd),
      index_credits,
      check_credits,
      state: 'opening',
      email,
      created_by: caller.label,
      created_at: tx.now,
      updated_at: tx.now,
      next_look_at: plus(tx.now, MINUTE),
    })
    .returning()
    .all()
  return made!
}

function priceOf(app: PlanApp, wanted: Purchase) {
  if (wanted.kind === 'pack') return app.catalog.packs.find(({ pack }) => pack === wanted.pack)!
  const { usd_month, usd_year } = planNamed(app, wanted.plan)
  return { usd: wanted.interval === 'year' ? usd_year : usd_month, index_credits: 0, check_credits: 0 }
}

/** The order of Stripe's page, the same at each call, so that a second call opens no second page. */
export function orderOf(tx: ReadTx, app: PlanApp, payment: PaymentRow): CheckoutOrder {
  const { id, tenant_id, mode, kind, pack, plan, interval } = payment
  const back = `${siteOf(tx, app, tenant_id)}/app/w/${tenant_id}/payments/${id}`
  const name =
    kind === 'pack'
      ? `${app.catalog.packs.find((one) => one.pack === pack)!.name}: ${payment.index_credits} index and ${payment.check_credits} check credits`
      : `Plan ${planNamed(app, plan!).name}`
  return {
    ref: id,
    tenant_id,
    cents: payment.cents,
    name,
    what: kind === 'pack' ? { kind, pack: pack! } : { kind, plan: plan as PaidPlan, interval: interval! },
    customer_id: customerOf(tx, tenant_id, mode),
    email: payment.email,
    success_url: `${back}?came=paid`,
    cancel_url: `${back}?came=back`,
  }
}

/** Stores the address of the page. A payment that was paid meanwhile stays paid. */
export const keepPage = (tx: Tx, app: PlanApp, id: string, { session_id, url }: CheckoutSession): number =>
  tx.run(
    `update payments set state = 'open', session_id = ?, url = ?, updated_at = ?, next_look_at = ? where id = ? and state = 'opening'`,
    session_id,
    url,
    tx.now,
    plus(tx.now, app.config.stripe_webhook_secret ? 10 * MINUTE : MINUTE),
    id,
  )

/** Stripe keeps the name of an order for a day; a page that did not open by then never will. */
const LONGEST_OPEN = 25 * HOUR
const LONGEST_PROCESSING = 21 * DAY

/** When to ask Stripe again: the longer nothing happened, the later. */
export function nextLook(payment: PaymentRow, now: Time): Time | null {
  const most = payment.state === 'processing' ? LONGEST_PROCESSING : LONGEST_OPEN
  const age = between(payment.created_at, now)
  return age > most ? null : plus(now, Math.min(6 * HOUR, Math.max(MINUTE, age)))
}

/** The payment with this id in the caller's reach, or 404. */
export const findPayment = (tx: ReadTx, caller: Caller, id: string): PaymentRow =>
  inReach(tx, caller, paymentOf(tx, id), 'payment')

export const paymentOf = (tx: ReadTx, id: string | null): PaymentRow | null =>
  id === null ? null : tx.row<PaymentRow>('select * from payments where id = ?', id)

export const paymentOfIntent = (tx: ReadTx, payment_intent: string | null): PaymentRow | null =>
  payment_intent === null ? null : tx.row<PaymentRow>('select * from payments where payment_intent = ?', payment_intent)

/** The payment behind a credit request; null for a request approved by hand. */
export const paymentOfRequest = (tx: ReadTx, tenant_id: string, request_id: string): PaymentRow | null =>
  tx.row<PaymentRow>('select * from payments where tenant_id = ? and request_id = ?', tenant_id, request_id)

/** Maximum amount of a refund. */
export const paidCents = ({ paid_cents, cents }: PaymentRow): number => paid_cents ?? cents

/** A payment in the shape of the API. */
export const shownPayment = (payment: PaymentRow) => ({
  ...payment,
  usd: payment.cents / 100,
  url: payment.state === 'open' ? payment.url : null,
})

/** Cents of a payment that were refunded so far. */
export const refundedCents = (tx: ReadTx, { tenant_id, request_id }: PaymentRow): number =>
  tx.number(
    "select sum(cents) from billing_events where tenant_id = ? and type = 'refund' and state = 'settled' and request_id = ?",
    tenant_id,
    request_id,
  )

/** Fields of an event about this payment. */
export const boughtWith = (payment: PaymentRow | null) => ({
  pack: payment?.pack ?? null,
  plan: payment?.plan ?? null,
  interval: payment?.interval ?? null,
  request_id: payment?.request_id ?? null,
})
