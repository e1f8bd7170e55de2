/** Revenue figures from daily sums, so that they cost the same for any number of events. */
import type { Static } from 'typebox'
import { type BillingMode, cents, PLANS, type PlanApp, type PlanName } from '../../domains/plans/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Config } from '../../kernel/environment/config.ts'
import { plusMonths } from '../../kernel/time/clock.ts'
import type { BillingOverview, EventType } from './shapes.ts'

/** Without a key the operator decides by hand. */
export function modeOf({ stripe_secret_key: key }: Pick<Config, 'stripe_secret_key'>): BillingMode {
  if (key === '') return 'manual'
  return /^.._live_/.test(key) ? 'live' : 'test'
}

/** The payment mode, and the number of waiting payments and requests. */
export const paymentState = (tx: ReadTx, config: Config) => ({
  mode: modeOf(config),
  webhook: config.stripe_secret_key !== '' && config.stripe_webhook_secret !== '',
  last_event_at: tx.row<{ at: string | null }>('select max(received_at) as at from stripe_events')?.at ?? null,
  waiting: tx.count(
    `select (select count(*) from payments where next_look_at is not null)
       + (select count(*) from stripe_events where outcome = 'waiting')
       + (select count(*) from money_back where next_attempt_at is not null)`,
  ),
})

export function overviewOf(tx: ReadTx, app: PlanApp): Static<typeof BillingOverview> {
  const mode = modeOf(app.config)
  const subscriptions = subscriptionsOf(tx, app)
  return {
    mode,
    catalog: app.config.catalog || null,
    currency: 'USD',
    this_month: monthOf(tx, mode, tx.now.slice(0, 7)),
    last_month: monthOf(tx, mode, plusMonths(`${tx.now.slice(0, 7)}-01T00:00:00.000Z`, -1).slice(0, 7)),
    mrr_usd: rounded(subscriptions.reduce((sum, { mrr_usd }) => sum + mrr_usd, 0)),
    subscriptions,
    disputes_open: tx.count("select count(*) from billing_events where state = 'open'"),
  }
}

type Sum = { type: EventType; events: number; cents: number }

/** Test payments count only while the install is in test mode. */
export function sumsOf(tx: ReadTx, mode: BillingMode, tenant_id: string, [from, to]: [string, string]) {
  const rows = tx.rows<Sum>(
    `select type, sum(events) as events, sum(cents) as cents from billing_days
     where tenant_id = ? and day >= ? and day <= ? and (mode <> 'test' or ? = 'test') group by type`,
    tenant_id,
    from,
    to,
    mode,
  )
  return (type: EventType) => rows.find((row) => row.type === type) ?? { events: 0, cents: 0 }
}

function monthOf(tx: ReadTx, mode: BillingMode, month: string) {
  const of = sumsOf(tx, mode, '', [`${month}-01`, `${month}-31`])
  const [packs, plans, refunds, chargebacks] = [of('pack_purchase'), of('plan_invoice'), of('refund'), of('chargeback')]
  const revenue = packs.cents + plans.cents
  return {
    month,
    revenue_usd: revenue / 100,
    packs_usd: packs.cents / 100,
    plans_usd: plans.cents / 100,
    refunds_usd: refunds.cents / 100,
    chargebacks_usd: chargebacks.cents / 100,
    net_usd: (revenue - refunds.cents - chargebacks.cents) / 100,
    packs: packs.events,
    invoices: plans.events,
    refunds: refunds.events,
    chargebacks: chargebacks.events,
    failed_payments: of('payment_failed').events,
  }
}

type Standing = {
  plan: PlanName
  status: string
  interval: string | null
  n: number
  /** Subscriptions that Stripe bills, and their monthly revenue. */
  billed: number
  cents: number
}

/** Root workspaces by plan, and the revenue of billed subscriptions. */
function subscriptionsOf(tx: ReadTx, app: PlanApp) {
  const rows = tx.rows<Standing>(
    `select coalesce(p.plan, 'free') as plan, coalesce(p.status, 'active') as status, p.interval, count(*) as n,
       count(s.id) as billed, coalesce(sum(iif(s.interval = 'year', s.cents / 12.0, s.cents)), 0) as cents
     from tenants t left join tenant_plans p on p.tenant_id = t.id
     left join billing_accounts b on b.tenant_id = t.id left join stripe_subscriptions s on s.id = b.subscription_id
     where t.parent_id is null group by 1, 2, 3`,
  )
  return PLANS.map((plan) => {
    const { usd_month, usd_year } = app.catalog.plans.find((one) => one.plan === plan)!
    const here = rows.filter((row) => row.plan === plan)
    const count = (status: string) => here.reduce((sum, row) => sum + (row.status === status ? row.n : 0), 0)
    const prices: Record<string, number> = { month: cents(usd_month), year: cents(usd_year) / 12 }
    const mrr = here
      .filter(({ status }) => status === 'active')
      .reduce((sum, row) => sum + row.cents + (row.n - row.billed) * (prices[row.interval ?? ''] ?? 0), 0)
    return {
      plan,
      active: count('active'),
      past_due: count('past_due'),
      canceled: count('canceled'),
      mrr_usd: Math.round(mrr) / 100,
    }
  })
}

const rounded = (usd: number): number => Math.round(usd * 100) / 100
