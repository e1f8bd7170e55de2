/** Paid pages of Stripe that do not count for the payment that they name. */

import { tellPlatform } from '../../../domains/mail/index.ts'
import type { CheckoutSession } from '../../../domains/plans/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { PaymentRow } from '../tables.ts'
import {
  audit,
  type BillingApp,
  billingPage,
  type EventOutcome,
  IGNORED,
  type StripeContext,
} from './stripe-context.ts'

/** Visitors choose the reference of an operator's payment link, so a reference alone proves nothing. */
export const isOwn = ({ id, session_id }: PaymentRow, session: CheckoutSession): boolean =>
  session.payment_id === id || (session_id !== null && session.session_id === session_id)

/** The price in USD, or the price minus a voucher. */
export const isPrice = ({ cents }: PaymentRow, session: CheckoutSession): boolean =>
  session.currency === 'usd' && session.cents + session.discount_cents >= cents

export function ignoreForeign(tx: Tx, app: BillingApp, payment: PaymentRow, session: CheckoutSession): EventOutcome {
  if (session.state === 'paid' && session.cents > 0)
    tell(tx, app, payment, session, 'the page is not the one made for it')
  return IGNORED
}

/** The page is ours, but the paid amount is not the price: a person decides, so Stripe is not asked again. */
export function ignoreAmount(
  tx: Tx,
  app: BillingApp,
  context: StripeContext,
  payment: PaymentRow,
  session: CheckoutSession,
): EventOutcome {
  const paid = moneyOf(session)
  const error = `Stripe reports ${paid} for a price of $${payment.cents / 100}. Ask the operator to settle it.`
  const changed = tx.run(
    `update payments set state = 'failed', error = ?, updated_at = ?, next_look_at = null where id = ? and error is not ?`,
    error,
    tx.now,
    payment.id,
    error,
  )
  if (changed) audit(tx, context, payment.tenant_id, payment.id, { payment: 'failed', paid })
  tell(tx, app, payment, session, 'it is not the price')
  return IGNORED
}

function tell(tx: Tx, app: BillingApp, payment: PaymentRow, session: CheckoutSession, why: string): void {
  const { id, tenant_id, cents, pack, plan } = payment
  const what = `Stripe reports ${moneyOf(session)} paid on the page ${session.session_id} for payment ${id} (${pack ?? plan}, $${cents / 100}). It was not counted: ${why}.`
  const advice = 'Find the page in Stripe and refund it, or grant the credits by hand.'
  tellPlatform(tx, app, {
    ref: `strange page ${session.session_id}`,
    facts: { what, advice },
    link: billingPage(app, tenant_id),
  })
}

/** Some currencies have no cents, so an amount in another currency is shown in Stripe's smallest unit. */
const moneyOf = ({ currency, cents }: CheckoutSession): string =>
  currency === 'usd' ? `$${cents / 100}` : `${cents} (smallest unit) ${currency.toUpperCase()}`
