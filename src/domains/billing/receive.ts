/** What Stripe tells: proved, kept once by its name, and applied with all that follows from it in one transaction. */
import type { App } from '../../kernel/app.ts'
import { DAY, MINUTE, plus } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import { applyDispute } from './apply-dispute.ts'
import { applyInvoice } from './apply-invoice.ts'
import { applyRefund } from './apply-refund.ts'
import { applySession } from './apply-session.ts'
import { applySubscription } from './apply-subscription.ts'
import { modeOf } from './figures.ts'
import type { Fact, StripeEvent } from './port.ts'
import { type BillingApp, IGNORED, type Outcome, type Told } from './told.ts'

/** Where Stripe tells it. */
export const WEBHOOK_PATH = '/hooks/stripe'

type From = { ip: string | null; request_id: string }

/** Null for a body that Stripe did not sign just now. Says what came of it; one that came before changes nothing. */
export async function receiveEvent(
  app: BillingApp & Pick<App, 'db' | 'clock' | 'payments'>,
  body: string,
  signature: string,
  from: From,
): Promise<{ repeated: boolean; outcome: Outcome['outcome'] } | null> {
  const event = await app.payments.read(body, signature, app.clock.now())
  return event && app.db.write((tx) => keepEvent(tx, app, event, from))
}

export function keepEvent(tx: Tx, app: BillingApp, event: StripeEvent, from: From) {
  const { id, type, at, rank, fact } = event
  const known = tx.row<{ outcome: Outcome['outcome'] }>('select outcome from stripe_events where id = ?', id)
  if (known) return { repeated: true, outcome: known.outcome }
  const mode = modeOf(app.config)
  const ours = mode !== 'manual' && event.live === (mode === 'live')
  const told = { id, at, rank, mode: mode as Told['mode'], ...from }
  const result = ours && fact ? apply(tx, app, told, fact) : IGNORED
  const waits = result.outcome === 'waiting'
  tx.run(
    `insert into stripe_events (id, type, at, outcome, about, fact, next_look_at, received_at) values (?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    type,
    at,
    result.outcome,
    waits ? result.about : null,
    waits ? JSON.stringify({ rank, fact }) : null,
    waits && result.about.startsWith('pi_') ? plus(tx.now, MINUTE) : null,
    tx.now,
  )
  if (ours && fact) applyWaiting(tx, app, told, fact)
  return { repeated: false, outcome: result.outcome }
}

/** One place where what Stripe told, or answered, is turned into rows. */
export function apply(tx: Tx, app: BillingApp, told: Told, fact: Fact): Outcome {
  switch (fact.kind) {
    case 'session':
      return applySession(tx, app, told, fact)
    case 'subscription':
      return applySubscription(tx, app, told, fact)
    case 'invoice':
      return applyInvoice(tx, app, told, fact)
    case 'refund':
      return applyRefund(tx, app, told, fact)
    case 'dispute':
      return applyDispute(tx, app, told, fact)
  }
}

export type WaitingRow = { id: string; at: string; about: string; fact: string; received_at: string }

/** Applies what came before that which it speaks of. */
export function applyWaiting(tx: Tx, app: BillingApp, told: Told, fact: Fact): void {
  const name =
    fact.kind === 'session' ? fact.payment_intent : fact.kind === 'subscription' ? fact.subscription_id : null
  if (name === null) return
  const rows = tx.rows<WaitingRow>(
    "select * from stripe_events where about = ? and outcome = 'waiting' order by at",
    name,
  )
  for (const row of rows) applyLater(tx, app, told, row)
}

/** `more` is what was found out meanwhile. Says whether it was applied now. */
export function applyLater(
  tx: Tx,
  app: BillingApp,
  told: Told,
  row: WaitingRow,
  more: { tenant_id?: string } = {},
): boolean {
  const { rank, fact } = JSON.parse(row.fact) as { rank: number; fact: Fact }
  const { outcome } = apply(tx, app, { ...told, id: row.id, at: row.at, rank }, { ...fact, ...more } as Fact)
  if (outcome !== 'waiting') tx.run(DONE, outcome, row.id)
  return outcome !== 'waiting'
}

const DONE = 'update stripe_events set outcome = ?, fact = null, next_look_at = null where id = ?'

export const giveUp = (tx: Tx, id: string): number => tx.run(DONE, 'ignored', id)

/** Stripe tells a thing again for three days at most. */
export const forgetEvents = (tx: Tx, limit: number): number =>
  tx.run(
    "delete from stripe_events where id in (select id from stripe_events where outcome <> 'waiting' and received_at < ? limit ?)",
    plus(tx.now, -90 * DAY),
    limit,
  )
