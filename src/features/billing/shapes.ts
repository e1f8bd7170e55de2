import Type, { type Static } from 'typebox'
import { BillingMode, Interval, PackNamed, PlanNamed, SubscriptionStatus } from '../../domains/plans/index.ts'
import { Search } from '../../kernel/database/list.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Id, Moment, Nullable, TreeTenantId } from '../../kernel/operation/shape.ts'

export const EVENT_TYPES = namedEnum('BillingEventType', [
  'pack_purchase',
  'plan_invoice',
  'refund',
  'chargeback',
  'payment_failed',
])
export type EventType = (typeof EVENT_TYPES)[number]
export const EVENT_STATES = namedEnum('BillingEventState', ['settled', 'failed', 'open', 'won', 'lost'])

export const STRIPE_MODES = ['test', 'live'] as const
export const PAID_PLANS = namedEnum('PaidPlanName', ['agency_starter', 'agency_pro', 'agency_scale'])
export const PAYMENT_STATES = namedEnum('PaymentState', ['opening', 'open', 'processing', 'paid', 'failed', 'expired'])

const Usd = (description?: string) => Type.Number({ description })

export const BillingEvent = Shape('BillingEvent', {
  id: Id,
  type: Type.Enum(EVENT_TYPES, { title: 'Type' }),
  state: Type.Enum(EVENT_STATES, {
    title: 'State',
    description: 'settled: the money moved · failed: it did not · open, won, lost: of a chargeback',
  }),
  tenant_id: Type.String(),
  tenant_name: Nullable(Type.String({ description: 'null when the workspace was deleted' })),
  usd: Usd('Never negative: the type says which way it went'),
  mode: BillingMode,
  pack: Nullable(PackNamed),
  plan: Nullable(PlanNamed),
  interval: Nullable(Interval),
  request_id: Nullable(Type.String({ description: 'The credit request of the pack' })),
  reference: Nullable(Type.String({ description: 'The id at Stripe, or the reference that was given' })),
  note: Nullable(Type.String()),
  actor: Type.String(),
  created_at: Moment,
})

export const PaymentId = Type.String({ title: 'Payment' })

export const Payment = Shape('Payment', {
  id: Id,
  tenant_id: Type.String(),
  kind: Type.Enum(['pack', 'plan'], { title: 'Bought pack or plan' }),
  pack: Nullable(PackNamed),
  plan: Nullable(PlanNamed),
  interval: Nullable(Interval),
  usd: Usd(),
  mode: BillingMode,
  state: Type.Enum(PAYMENT_STATES, {
    title: 'State',
    description:
      'opening: Stripe’s page is being created · open: to be paid at `url` · processing: the bank is processing it · paid: complete',
  }),
  url: Nullable(Type.String({ description: 'Address of the payment page, while it is open' })),
  request_id: Nullable(Type.String({ description: 'The credit request that a paid pack became' })),
  error: Nullable(Type.String()),
  created_by: Type.String(),
  created_at: Moment,
  updated_at: Moment,
})

const Day = (title: string, description: string) => Type.Optional(Type.String({ title, description, format: 'date' }))

/** Filters of the event list. */
export const eventFilters = {
  type: Type.Optional(Type.Enum(EVENT_TYPES, { title: 'Type' })),
  tenant_id: Type.Optional(TreeTenantId),
  from: Day('From', 'YYYY-MM-DD, UTC'),
  to: Day('To', 'YYYY-MM-DD, UTC, to the end of that day'),
  q: Search,
}
export type EventQuery = { type?: EventType; tenant_id?: string; from?: string; to?: string; q?: string }

const MonthFigures = Shape('BillingMonth', {
  month: Type.String({ description: 'YYYY-MM, UTC' }),
  revenue_usd: Usd('Packs and plans paid'),
  packs_usd: Usd(),
  plans_usd: Usd(),
  refunds_usd: Usd(),
  chargebacks_usd: Usd('Without disputes that were won'),
  net_usd: Usd('Revenue less refunds and chargebacks'),
  packs: Count(),
  invoices: Count(),
  refunds: Count(),
  chargebacks: Count(),
  failed_payments: Count(),
})

export const BillingOverview = Shape('BillingOverview', {
  mode: BillingMode,
  catalog: Nullable(Type.String({ description: 'File with the prices and limits of this install; null: built in' })),
  currency: Type.Literal('USD'),
  this_month: MonthFigures,
  last_month: MonthFigures,
  mrr_usd: Usd('Monthly revenue of active subscriptions; one without an interval counts as 0'),
  subscriptions: Type.Array(
    Type.Object({ plan: PlanNamed, active: Count(), past_due: Count(), canceled: Count(), mrr_usd: Usd() }),
    { description: 'Root workspaces by plan; without a subscription it is the free plan' },
  ),
  disputes_open: Count(),
})

export const TenantBilling = Shape('WorkspaceBilling', {
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  archived: Type.Boolean({ description: 'The workspace, or one above it' }),
  root_id: Type.String({ description: 'The workspace whose plan counts here' }),
  plan: Shape('PlanStanding', {
    plan: PlanNamed,
    status: SubscriptionStatus,
    interval: Nullable(Interval),
    current_period_end: Nullable(Moment),
    grace_until: Nullable(Moment),
    in_force: PlanNamed,
  }),
  paid_usd: Usd('Packs and plans, all time'),
  refunds_usd: Usd(),
  chargebacks_usd: Usd(),
  stripe: Nullable(
    Type.Object({
      customer_id: Nullable(Type.String()),
      subscription_id: Nullable(Type.String({ description: 'The subscription that the plan follows' })),
      subscription_status: Nullable(Type.String({ description: 'Stripe’s own status' })),
      cancels_at: Nullable(Moment),
    }),
  ),
  buying_locked: Type.Boolean({ description: 'Here or above: after a chargeback, or by hand' }),
  locked_at: Nullable(Moment),
  locked_by: Nullable(Type.String({ description: 'The dispute, or who did it' })),
  disputed: Type.Boolean({ description: 'A chargeback locked it' }),
  refunds_waiting: Type.Array(
    Type.Object({
      request_id: Id,
      usd: Usd(),
      state: Type.Enum(['due', 'pending', 'failed']),
      error: Nullable(Type.String()),
    }),
    { description: 'Refunds of packs that Stripe has not paid out yet' },
  ),
  packs_waiting: Type.Integer({ minimum: 0, description: 'Requests without a decision' }),
  recent: Type.Array(BillingEvent, { description: 'The newest events, 20 at most' }),
})
export type TenantBilling = Static<typeof TenantBilling>
