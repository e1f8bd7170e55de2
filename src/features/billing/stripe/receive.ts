/** Events from Stripe: verified, stored once by their id, and applied with all effects in one transaction. */

import { tellPlatform } from '../../../domains/mail/index.ts'
import { STRIPE_VERSION, type StripeEvent, type StripeFact } from '../../../domains/plans/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { RequestOrigin } from '../../../kernel/operation/caller.ts'
import { DAY, MINUTE, plus } from '../../../kernel/time/clock.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { modeOf } from '../figures.ts'
import { stripeEvents } from '../tables.ts'
import { applyDispute } from './apply-dispute.ts'
import { applyInvoice } from './apply-invoice.ts'
import { applyRefund } from './apply-refund.ts'
import { applySession } from './apply-session.ts'
import { applySubscription } from './apply-subscription.ts'
import { type BillingApp, type EventOutcome, IGNORED, type StripeContext } from './stripe-context.ts'

/** Where Stripe sends its events. */
export const WEBHOOK_PATH = '/hooks/stripe'

/** Returns the outcome, or null for a body without a fresh signature of Stripe. A repeated event changes nothing. */
export async function receiveEvent(
  app: BillingApp & Pick<App, 'db' | 'clock' | 'payments'>,
  body: string,
  signature: string,
  from: RequestOrigin,
): Promise<{ repeated: boolean; outcome: EventOutcome['outcome'] } | null> {
  const event = await app.payments.read(body, signature, app.clock.now()).catch((error) => unread(app, error))
  return event && app.db.write((tx) => keepEvent(tx, app, event, from))
}

/**
 * An event of another API version could not be fetched. Stripe repeats it for three days, so the operator must know
 * when repeating cannot help: the key may not read such objects, or they do not exist.
 */
function unread(app: BillingApp & Pick<App, 'db'>, error: unknown): never {
  if (!(error instanceof UpstreamError)) throw error
  app.log.warn('a Stripe event could not be read', { reason: error.message })
  if (error.failure !== 'auth' && error.failure !== 'invalid') throw error
  const what = `Stripe sends events of another API version, and their objects could not be fetched: ${error.message}`
  const advice = `Set the API version of the webhook endpoint to ${STRIPE_VERSION} in Stripe, or let the key read these objects. Stripe repeats an event for three days.`
  app.db.write((tx) => {
    const ref = `stripe unread ${tx.now.slice(0, 10)}`
    tellPlatform(tx, app, { ref, facts: { what, advice }, link: `${app.config.site_url}/app/platform/revenue` })
  })
  throw error
}

function keepEvent(tx: Tx, app: BillingApp, event: StripeEvent, from: RequestOrigin) {
  const { id, type, at, rank, fact } = event
  const known = tx.row<{ outcome: EventOutcome['outcome'] }>('select outcome from stripe_events where id = ?', id)
  if (known) return { repeated: true, outcome: known.outcome }
  const mode = modeOf(app.config)
  const ours = mode !== 'manual' && event.live === (mode === 'live')
  const context = { id, at, rank, mode: mode as StripeContext['mode'], ...from }
  const result = ours && fact ? apply(tx, app, context, fact) : IGNORED
  const waits = result.outcome === 'waiting'
  const waiting = waits && {
    about: result.about,
    fact: JSON.stringify({ rank, fact }),
    next_look_at: result.about.startsWith('pi_') ? plus(tx.now, MINUTE) : null,
  }
  tx.orm
    .insert(stripeEvents)
    .values({ id, type, at, outcome: result.outcome, ...waiting, received_at: tx.now })
    .run()
  if (ours && fact) applyWaiting(tx, app, context, fact)
  return { repeated: false, outcome: result.outcome }
}

/** The only place that turns events and answers of Stripe into rows. */
export function apply(tx: Tx, app: BillingApp, context: StripeContext, fact: StripeFact): EventOutcome {
  switch (fact.kind) {
    case 'session':
      return applySession(tx, app, context, fact)
    case 'subscription':
      return applySubscription(tx, app, context, fact)
    case 'invoice':
      return applyInvoice(tx, app, context, fact)
    case 'refund':
      return applyRefund(tx, app, context, fact)
    case 'dispute':
      return applyDispute(tx, app, context, fact)
  }
}

export type WaitingRow = { id: string; at: string; about: string; fact: string; received_at: string }

/** Applies events that arrived before the thing that they refer to. */
export function applyWaiting(tx: Tx, app: BillingApp, context: StripeContext, fact: StripeFact): void {
  const name =
    fact.kind === 'session' ? fact.payment_intent : fact.kind === 'subscription' ? fact.subscription_id : null
  if (name === null) return
  const rows = tx.rows<WaitingRow>(
    "select * from stripe_events where about = ? and outcome = 'waiting' order by at",
    name,
  )
  for (const row of rows) applyLater(tx, app, context, row)
}

/** `more` holds fields that were found out meanwhile. Returns whether the event was applied now. */
export function applyLater(
  tx: Tx,
  app: BillingApp,
  context: StripeContext,
  row: WaitingRow,
  more: { tenant_id?: string } = {},
): boolean {
  const { rank, fact } = JSON.parse(row.fact) as { rank: number; fact: StripeFact }
  const { outcome } = apply(tx, app, { ...context, id: row.id, at: row.at, rank }, { ...fact, ...more } as StripeFact)
  if (outcome !== 'waiting') tx.run(DONE, outcome, row.id)
  return outcome !== 'waiting'
}

const DONE = 'update stripe_events set outcome = ?, fact = null, next_look_at = null where id = ?'

export const giveUp = (tx: Tx, id: string): number => tx.run(DONE, 'ignored', id)

/** Stripe repeats an event for three days at most. */
export const forgetEvents = (tx: Tx, limit: number): number =>
  tx.run(
    "delete from stripe_events where id in (select id from stripe_events where outcome <> 'waiting' and received_at < ? limit ?)",
    plus(tx.now, -90 * DAY),
    limit,
  )
