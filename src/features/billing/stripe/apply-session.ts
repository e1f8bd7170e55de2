import { enterPaidPack, tellRequester } from '../../../domains/credits/index.ts'
import { tellPlatform } from '../../../domains/mail/index.ts'
import type { CheckoutSession } from '../../../domains/plans/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { keepCustomer } from '../accounts.ts'
import { recordEvent } from '../events.ts'
import { boughtWith, nextLook, paymentOf } from '../payments.ts'
import type { PaymentRow } from '../tables.ts'
import { ignoreAmount, ignoreForeign, isOwn, isPrice } from './foreign-session.ts'
import {
  APPLIED,
  audit,
  type BillingApp,
  billingPage,
  type EventOutcome,
  IGNORED,
  isThere,
  type StripeContext,
  stripeCaller,
} from './stripe-context.ts'

/**
 * The result of a payment page. Paid is a final state, whatever Stripe reports before or after it: the credits of a
 * pack are granted once, in the transaction that marks the payment as paid.
 */
export function applySession(tx: Tx, app: BillingApp, context: StripeContext, session: CheckoutSession): EventOutcome {
  const payment = paymentOf(tx, session.ref)
  if (!payment || payment.mode !== context.mode) return IGNORED
  if (!isOwn(payment, session)) return ignoreForeign(tx, app, payment, session)
  if (payment.state === 'paid' || session.state === 'open') return look(tx, payment, session)
  if (session.state === 'paid' && !isPrice(payment, session)) return ignoreAmount(tx, app, context, payment, session)
  if (session.state === 'paid') return settle(tx, app, context, payment, session)
  const from = session.state === 'failed' ? OPEN_STATES : OPEN_STATES.slice(0, 2)
  if (!from.includes(payment.state)) return APPLIED
  if (session.state === 'failed')
    recordEvent(tx, {
      ...eventOf(context, payment, session),
      ref: `stripe ${session.session_id} failed`,
      type: 'payment_failed',
      state: 'failed',
    })
  const over = session.state !== 'processing'
  tx.run(
    'update payments set state = ?, updated_at = ?, next_look_at = ? where id = ?',
    session.state,
    tx.now,
    over ? null : nextLook({ ...payment, state: 'processing' }, tx.now),
    payment.id,
  )
  audit(tx, context, payment.tenant_id, payment.id, { payment: session.state })
  return APPLIED
}

const OPEN_STATES: readonly PaymentRow['state'][] = ['opening', 'open', 'processing', 'expired']

/** No news: Stripe is asked again later, unless the page is over. */
function look(tx: Tx, payment: PaymentRow, { payment_intent }: CheckoutSession): EventOutcome {
  tx.run(
    'update payments set next_look_at = ?, payment_intent = coalesce(payment_intent, ?) where id = ?',
    payment.state === 'paid' ? null : nextLook(payment, tx.now),
    payment_intent,
    payment.id,
  )
  return APPLIED
}

function settle(
  tx: Tx,
  app: BillingApp,
  context: StripeContext,
  payment: PaymentRow,
  session: CheckoutSession,
): EventOutcome {
  const { id, tenant_id, kind } = payment
  const request = kind === 'pack' && isThere(tx, tenant_id) ? enterPack(tx, payment) : null
  if (kind === 'pack')
    recordEvent(tx, {
      ...eventOf(context, payment, session),
      ref: `stripe ${session.session_id}`,
      type: 'pack_purchase',
      request_id: request?.id ?? null,
      note: request ? null : 'The workspace was deleted before it was paid: refund it in Stripe.',
    })
  tx.run(
    `update payments set state = 'paid', session_id = ?, paid_cents = ?, payment_intent = ?, error = null, request_id = ?, updated_at = ?, next_look_at = null where id = ?`,
    session.session_id,
    session.cents,
    session.payment_intent,
    request?.id ?? null,
    tx.now,
    id,
  )
  keepCustomer(tx, tenant_id, payment.mode, session.customer_id)
  audit(tx, context, tenant_id, id, { payment: 'paid', ...(request ? { request_id: request.id } : {}) })
  if (request) tellRequester(tx, app, stripeCaller(tenant_id), request)
  else if (kind === 'pack') tellOfNobody(tx, app, payment)
  return APPLIED
}

function enterPack(tx: Tx, payment: PaymentRow) {
  const { tenant_id, pack, cents, index_credits, check_credits, created_by } = payment
  const paid = { pack: pack!, price_cents: cents, index_credits, check_credits }
  const request = enterPaidPack(tx, stripeCaller(tenant_id), {
    ...paid,
    tenant_id,
    note: null,
    requested_by: created_by,
  })
  return { ...request, status: 'approved' as const }
}

function tellOfNobody(tx: Tx, app: BillingApp, { id, tenant_id, cents }: PaymentRow): void {
  const what = `A pack for $${cents / 100} was paid in Stripe for a workspace that was deleted.`
  const facts = { what, advice: 'Refund the payment in Stripe.' }
  tellPlatform(tx, app, { ref: `paid for nobody ${id}`, facts, link: billingPage(app, tenant_id) })
}

/** The paid amount counts: a Stripe voucher may have made it lower than the price. */
const eventOf = (context: StripeContext, payment: PaymentRow, { cents, session_id }: CheckoutSession) => ({
  tenant_id: payment.tenant_id,
  mode: payment.mode,
  ...boughtWith(payment),
  cents,
  reference: session_id,
  actor: 'Stripe',
  created_at: context.at,
})
