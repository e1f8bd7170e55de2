/** Due calls to Stripe, found in rows: a kill between call and answer loses nothing, and repeating has one effect. */

import { tellPlatform } from '../../../domains/mail/index.ts'
import { GRACE, type StripeFact } from '../../../domains/plans/index.ts'
import { readTenant } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pauseAfter } from '../../../kernel/scheduling/retries.ts'
import { DAY, HOUR, plus } from '../../../kernel/time/clock.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { tenantOfCustomer } from '../accounts.ts'
import { modeOf } from '../figures.ts'
import { keepPage, nextLook, orderOf, paymentOf } from '../payments.ts'
import type { MoneyBackRow, PaymentRow, SubscriptionRow } from '../tables.ts'
import { applyRefund, tellFailedRefund } from './apply-refund.ts'
import { applySession } from './apply-session.ts'
import { noteSubscription } from './apply-subscription.ts'
import { applyLater, applyWaiting, giveUp, type WaitingRow } from './receive.ts'
import { audit, type BillingApp, billingPage, type StripeContext } from './stripe-context.ts'

type SettleApp = BillingApp & Pick<App, 'db' | 'payments' | 'clock'>

const AT_ONCE = 20

/** Makes the due calls. Returns their number. */
export async function settlePayments(app: SettleApp, signal: AbortSignal): Promise<number> {
  const lapsed = app.db.write((tx) => lapse(tx, app))
  const mode = modeOf(app.config)
  if (mode === 'manual') return lapsed
  const context: StripeContext = { id: 'asked', at: app.clock.now(), rank: 1, mode, ip: null, request_id: null }
  const due = app.db.read((tx) => dueNow(tx, mode))
  const work = [
    ...due.refunds.map((row) => () => sendBack(app, context, row)),
    ...due.payments.map((row) => () => lookAtPayment(app, context, row)),
    ...due.subscriptions.map((row) => () => lookAtSubscription(app, context, row)),
    ...due.waiting.map((row) => () => lookWhose(app, context, row)),
  ]
  for (const one of work) {
    if (signal.aborted) break
    await one()
  }
  return lapsed + work.length
}

const dueNow = (tx: ReadTx, mode: string) => ({
  refunds: tx.rows<MoneyBackRow>('select * from money_back where next_attempt_at <= ? limit ?', tx.now, AT_ONCE),
  payments: tx.rows<PaymentRow>(
    'select * from payments where next_look_at <= ? and mode = ? order by next_look_at limit ?',
    tx.now,
    mode,
    AT_ONCE,
  ),
  subscriptions: tx.rows<SubscriptionRow>(
    'select * from stripe_subscriptions where next_look_at <= ? and mode = ? order by next_look_at limit ?',
    tx.now,
    mode,
    AT_ONCE,
  ),
  waiting: tx.rows<WaitingRow>('select * from stripe_events where next_look_at <= ? limit ?', tx.now, AT_ONCE),
})

/** The answer, or the upstream failure; any other error is a bug, and thrown. */
async function tried<T>(app: SettleApp, call: () => Promise<T>): Promise<{ value: T } | { failure: UpstreamError }> {
  try {
    return { value: await call() }
  } catch (failure) {
    if (!(failure instanceof UpstreamError)) throw failure
    app.log.warn('Stripe did not answer as it should', { reason: failure.message })
    return { failure }
  }
}

/** The name makes repeated orders one refund. Stripe forgets it after a day, so an existing refund is looked for. */
async function sendBack(app: SettleApp, context: StripeContext, row: MoneyBackRow): Promise<void> {
  const payment = app.db.read((tx) => paymentOf(tx, row.payment_id))!
  const order = { ref: row.request_id, payment_intent: payment.payment_intent!, cents: row.cents }
  const answer = await tried(
    app,
    async () => (row.attempts > 0 ? await app.payments.findRefund(order) : null) ?? (await app.payments.refund(order)),
  )
  app.db.write((tx) => {
    if ('value' in answer) return void applyRefund(tx, app, context, answer.value)
    const final = answer.failure.failure === 'invalid'
    tx.run(
      'update money_back set attempts = attempts + 1, error = ?, state = ?, next_attempt_at = ? where request_id = ? and state = ?',
      answer.failure.message,
      final ? 'failed' : 'due',
      final ? null : later(tx, row.attempts),
      row.request_id,
      'due',
    )
    if (final) tellFailedRefund(tx, app, payment, row.cents, answer.failure.message)
  })
}

const later = (tx: ReadTx, attempts: number): string => plus(tx.now, pauseAfter('payment', attempts + 1))

/** A page whose address was lost is opened again under the same name; the state of an open page is asked for. */
async function lookAtPayment(app: SettleApp, context: StripeContext, row: PaymentRow): Promise<void> {
  const opening = row.state === 'opening'
  const answer = await tried(app, () =>
    opening
      ? app.payments.openPage(app.db.read((tx) => orderOf(tx, app, row)))
      : app.payments.findPage(row.session_id!),
  )
  app.db.write((tx) => {
    if ('failure' in answer) return void putOff(tx, row, answer.failure)
    if (opening) keepPage(tx, app, row.id, answer.value)
    else settleFound(tx, app, context, { ...answer.value, ref: row.id })
  })
}

function putOff(tx: Tx, row: PaymentRow, { failure, message }: UpstreamError): number {
  const next = failure === 'invalid' ? null : nextLook(row, tx.now)
  const state =
    next === null && row.state !== 'processing' ? (row.state === 'opening' ? 'failed' : 'expired') : row.state
  return tx.run(
    'update payments set state = ?, error = ?, next_look_at = ?, updated_at = ? where id = ? and state = ?',
    state,
    message,
    next,
    tx.now,
    row.id,
    row.state,
  )
}

function settleFound(
  tx: Tx,
  app: SettleApp,
  context: StripeContext,
  fact: Extract<StripeFact, { kind: 'session' }>,
): void {
  applySession(tx, app, context, fact)
  applyWaiting(tx, app, context, fact)
}

async function lookAtSubscription(app: SettleApp, context: StripeContext, row: SubscriptionRow): Promise<void> {
  const answer = await tried(app, () => app.payments.findSubscription(row.id))
  app.db.write((tx) => {
    if ('value' in answer) return void noteSubscription(tx, app, context, answer.value)
    tx.run('update stripe_subscriptions set next_look_at = ? where id = ?', plus(tx.now, HOUR), row.id)
  })
}

/** A refund or dispute of a payment that did not begin here, such as an invoice: its customer names the workspace. */
async function lookWhose(app: SettleApp, context: StripeContext, row: WaitingRow): Promise<void> {
  const answer = await tried(app, () => app.payments.customerOf(row.about))
  app.db.write((tx) => {
    const tenant_id = 'value' in answer ? tenantOfCustomer(tx, answer.value) : null
    if (tenant_id) return void applyLater(tx, app, context, row, { tenant_id })
    if (plus(row.received_at, 3 * DAY) < tx.now) return void giveUp(tx, row.id)
    tx.run('update stripe_events set next_look_at = ? where id = ?', plus(tx.now, HOUR), row.id)
  })
}

/** The grace is over: from now on the limits of the free plan count. Reported once; nothing is deleted. */
function lapse(tx: Tx, app: BillingApp): number {
  const over = tx.rows<SubscriptionRow>(
    'select * from stripe_subscriptions where late_since <= ? and lapsed_at is null and late_since is not null limit ?',
    plus(tx.now, -GRACE),
    AT_ONCE,
  )
  for (const { id, tenant_id, plan, mode } of over) {
    tx.run('update stripe_subscriptions set lapsed_at = ? where id = ?', tx.now, id)
    const { name } = readTenant(tx, tenant_id)
    const context: StripeContext = { id: 'grace is over', at: tx.now, rank: 1, mode, ip: null, request_id: null }
    audit(tx, context, tenant_id, id, { plan, in_force: 'free' })
    const what = `${name}: the payment for ${plan} is seven days late. The limits of the free plan count until it arrives; nothing was deleted.`
    const facts = { what, advice: 'Stripe tries the card again by its own schedule. Ask them, or set a plan by hand.' }
    tellPlatform(tx, app, { ref: `lapsed ${id} ${tx.now}`, facts, link: billingPage(app, tenant_id) })
  }
  return over.length
}
