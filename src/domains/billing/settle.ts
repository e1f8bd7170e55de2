/** What is due with Stripe, found in rows: a kill between a call and its answer loses nothing, and a repeated call is one. */
import type { App } from '../../kernel/app.ts'
import { DAY, HOUR, MINUTE, plus } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { UpstreamError } from '../../kernel/upstream-error.ts'
import { tellPlatform } from '../mail/index.ts'
import { GRACE } from '../plans/index.ts'
import { readTenant } from '../tenants/index.ts'
import { tenantOfCustomer } from './accounts.ts'
import { applyRefund, tellFailedRefund } from './apply-refund.ts'
import { applySession } from './apply-session.ts'
import { noteSubscription } from './apply-subscription.ts'
import { modeOf } from './figures.ts'
import { keepPage, nextLook, orderOf, paymentOf } from './payments.ts'
import type { Fact } from './port.ts'
import { applyLater, applyWaiting, giveUp, type WaitingRow } from './receive.ts'
import type { MoneyBackRow, PaymentRow, SubscriptionRow } from './tables.ts'
import { audit, type BillingApp, billingPage, type Told } from './told.ts'

type SettleApp = BillingApp & Pick<App, 'db' | 'payments' | 'clock'>

const AT_ONCE = 20

/** Does what is due. Returns how much that was. */
export async function settlePayments(app: SettleApp, signal: AbortSignal): Promise<number> {
  const lapsed = app.db.write((tx) => lapse(tx, app))
  const mode = modeOf(app.config)
  if (mode === 'manual') return lapsed
  const told: Told = { id: 'asked', at: app.clock.now(), rank: 1, mode, ip: null, request_id: null }
  const due = app.db.read((tx) => dueNow(tx, mode) as never as ReturnType<typeof dueNow>)
  const work = [
    ...due.refunds.map((row) => () => sendBack(app, told, row, signal)),
    ...due.payments.map((row) => () => lookAtPayment(app, told, row, signal)),
    ...due.subscriptions.map((row) => () => lookAtSubscription(app, told, row, signal)),
    ...due.waiting.map((row) => () => lookWhose(app, told, row, signal)),
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

/** An answer, or the failure that stood in its way; anything else is a bug, and thrown. */
async function tried<T>(app: SettleApp, call: () => Promise<T>): Promise<{ value: T } | { failure: UpstreamError }> {
  try {
    return { value: await call() }
  } catch (failure) {
    if (!(failure instanceof UpstreamError)) throw failure
    app.log.warn('Stripe did not answer as it should', { reason: failure.message })
    return { failure }
  }
}

/** The same name makes it one refund; after a day Stripe has forgotten the name, so it is looked for first. */
async function sendBack(app: SettleApp, told: Told, row: MoneyBackRow, signal: AbortSignal): Promise<void> {
  const payment = app.db.read((tx) => paymentOf(tx, row.payment_id) as never) as PaymentRow
  const order = { ref: row.request_id, payment_intent: payment.payment_intent!, cents: row.cents }
  const answer = await tried(
    app,
    async () =>
      (row.attempts > 0 ? await app.payments.findRefund(order, signal) : null) ??
      (await app.payments.refund(order, signal)),
  )
  app.db.write((tx) => {
    if ('value' in answer) return void applyRefund(tx, app, told, answer.value)
    const final = answer.failure.failure === 'invalid'
    tx.run(
      'update money_back set attempts = attempts + 1, error = ?, state = ?, next_attempt_at = ? where request_id = ? and state = ?',
      answer.failure.message,
      final ? 'failed' : 'due',
      final ? null : later(tx, row.attempts),
      row.request_id,
      'due',
    )
    if (final) tellFailedRefund(tx, app, payment, answer.failure.message)
  })
}

const later = (tx: ReadTx, attempts: number): string =>
  plus(tx.now, Math.min(HOUR, MINUTE * 2 ** Math.min(attempts, 6)))

/** A page whose opening was lost is opened again under its name; one that is open is asked about. */
async function lookAtPayment(app: SettleApp, told: Told, row: PaymentRow, signal: AbortSignal): Promise<void> {
  const opening = row.state === 'opening'
  const answer = await tried(app, () =>
    opening
      ? app.payments.openPage(
          app.db.read((tx) => orderOf(tx, app, row) as never),
          signal,
        )
      : app.payments.findPage(row.session_id!, signal),
  )
  app.db.write((tx) => {
    if ('failure' in answer) return void putOff(tx, row, answer.failure)
    if (opening) keepPage(tx, app, row.id, answer.value)
    else settleFound(tx, app, told, { ...answer.value, ref: row.id })
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

function settleFound(tx: Tx, app: SettleApp, told: Told, fact: Extract<Fact, { kind: 'session' }>): void {
  applySession(tx, app, told, fact)
  applyWaiting(tx, app, told, fact)
}

async function lookAtSubscription(
  app: SettleApp,
  told: Told,
  row: SubscriptionRow,
  signal: AbortSignal,
): Promise<void> {
  const answer = await tried(app, () => app.payments.findSubscription(row.id, signal))
  app.db.write((tx) => {
    if ('value' in answer) return void noteSubscription(tx, app, told, answer.value)
    tx.run('update stripe_subscriptions set next_look_at = ? where id = ?', plus(tx.now, HOUR), row.id)
  })
}

/** A refund or dispute of a payment that was not begun here: of an invoice, perhaps. Its customer tells whose it is. */
async function lookWhose(app: SettleApp, told: Told, row: WaitingRow, signal: AbortSignal): Promise<void> {
  const answer = await tried(app, () => app.payments.customerOf(row.about, signal))
  app.db.write((tx) => {
    const tenant_id = 'value' in answer ? tenantOfCustomer(tx, answer.value) : null
    if (tenant_id) return void applyLater(tx, app, told, row, { tenant_id })
    if (plus(row.received_at, 3 * DAY) < tx.now) return void giveUp(tx, row.id)
    tx.run('update stripe_events set next_look_at = ? where id = ?', plus(tx.now, HOUR), row.id)
  })
}

/** The seven days of late payments are over: from now on the limits of the free plan count. Told once; nothing is deleted. */
function lapse(tx: Tx, app: BillingApp): number {
  const over = tx.rows<SubscriptionRow>(
    'select * from stripe_subscriptions where late_since <= ? and lapsed_at is null and late_since is not null limit ?',
    plus(tx.now, -GRACE),
    AT_ONCE,
  )
  for (const { id, tenant_id, plan, mode } of over) {
    tx.run('update stripe_subscriptions set lapsed_at = ? where id = ?', tx.now, id)
    const { name } = readTenant(tx, tenant_id)
    const told: Told = { id: 'grace is over', at: tx.now, rank: 1, mode, ip: null, request_id: null }
    audit(tx, told, tenant_id, id, { plan, in_force: 'free' })
    const what = `${name}: the payment for ${plan} is seven days late. The limits of the free plan count until it comes; nothing was deleted.`
    const facts = { what, advice: 'Stripe tries the card again by its own schedule. Ask them, or set a plan by hand.' }
    tellPlatform(tx, app, { ref: `lapsed ${id} ${tx.now}`, facts, link: billingPage(app, tenant_id) })
  }
  return over.length
}
