import Type from 'typebox'
import { siteOf } from '../../../domains/branding/index.ts'
import { assertMaySpendLater } from '../../../domains/credits/index.ts'
import {
  cents,
  Interval,
  type PackName,
  PackNamed,
  PlanNamed,
  planNamed,
  planOf,
  SubscriptionStatus,
  subscriptionOf,
} from '../../../domains/plans/index.ts'
import { rootOf } from '../../../domains/tenants/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { conflict, invalid } from '../../../kernel/operation/fault.ts'
import { outbound, read } from '../../../kernel/operation/operation.ts'
import { Moment, Nullable, OwnTenantId } from '../../../kernel/operation/shape.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import {
  assertMayBuy,
  beginPayment,
  currentSubscription,
  customerOf,
  findPayment,
  keepPage,
  noteSubscription,
  orderOf,
  PAID_PLANS,
  Payment,
  PaymentId,
  paymentOf,
  shownPayment,
  stripeMode,
} from '../index.ts'

export const createCheckout = outbound({
  name: 'create_checkout',
  route: 'POST /billing/checkout',
  role: 'admin',
  summary: 'Open a page of Stripe to pay for a credit pack or a plan.',
  description:
    'Give `pack`, or `plan` and optionally `interval` (month by default). The person who pays opens `url`. Credits and plan arrive when Stripe reports the payment, not when the browser returns: see GET /billing/payments/{id}. 409 on an install without Stripe, for a workspace whose payment was charged back, and with an active subscription (POST /billing/plan changes it).',
  input: Type.Object({
    pack: Type.Optional(Type.With(PackNamed, { description: 'Leave out to buy a plan' })),
    plan: Type.Optional(Type.Enum(PAID_PLANS, { title: 'Plan', description: 'Leave out to buy a pack' })),
    interval: Type.Optional(Type.With(Interval, { description: 'For a plan; month by default' })),
    tenant_id: Type.Optional(OwnTenantId),
  }),
  output: Payment,
  example: { pack: 'boost' },
  faults: ['conflict'],

  async handle({ app, caller, read, write }, { pack, plan, interval, tenant_id = caller.tenant_id }) {
    const wanted = wantedOf(pack, plan, interval)
    const begun = write((tx) => {
      assertMayBuy(tx, tenant_id)
      if (wanted.kind === 'plan') assertFree(tx, tenant_id)
      return beginPayment(tx, app, caller, tenant_id, wanted)
    })
    const order = read((tx) => orderOf(tx, app, begun))
    const page = await app.payments.openPage(order)
    return app.db.write((tx) => {
      keepPage(tx, app, begun.id, page)
      return shownPayment(paymentOf(tx, begun.id)!)
    })
  },
})

function wantedOf(pack?: PackName, plan?: (typeof PAID_PLANS)[number], interval?: 'month' | 'year') {
  if (pack && !plan && !interval) return { kind: 'pack' as const, pack }
  if (plan && !pack) return { kind: 'plan' as const, plan, interval: interval ?? 'month' }
  throw invalid({ path: pack ? 'plan' : 'pack', message: 'give either a pack, or a plan with its interval' })
}

function assertFree(tx: ReadTx, tenant_id: string): void {
  const root_id = rootOf(tx, tenant_id)
  if (root_id !== tenant_id)
    throw conflict('Only the workspace at the root of a tree carries a plan. Buy it there.', { root_id })
  if (currentSubscription(tx, tenant_id))
    throw conflict('This workspace has a subscription already. Change its plan instead (POST /billing/plan).')
}

export const changePlan = outbound({
  name: 'change_plan',
  route: 'POST /billing/plan',
  role: 'admin',
  summary: 'Put a subscription on another plan or interval.',
  description:
    'Stripe charges the difference for the rest of the period at once, or credits it. Its limits count at once; its credits come with the next month. When the card is refused, nothing changes. Without a subscription, POST /billing/checkout starts one; POST /billing/portal ends it.',
  input: Type.Object({
    plan: Type.Enum(PAID_PLANS, { title: 'Plan' }),
    interval: Type.Optional(Type.With(Interval, { description: 'Unchanged by default' })),
    tenant_id: Type.Optional(OwnTenantId),
  }),
  output: Type.Object({
    tenant_id: Type.String(),
    plan: PlanNamed,
    status: SubscriptionStatus,
    interval: Nullable(Interval),
    current_period_end: Nullable(Moment),
    grace_until: Nullable(Moment),
    in_force: PlanNamed,
  }),
  example: { plan: 'agency_pro' },
  faults: ['conflict'],

  async handle({ app, caller, origin, read, write }, { plan, interval: asked, tenant_id = caller.tenant_id }) {
    assertMaySpendLater(caller)
    const mode = stripeMode(app)
    const now = read((tx) => {
      assertMayBuy(tx, tenant_id)
      return currentSubscription(tx, tenant_id)
    })
    if (!now)
      throw conflict('This workspace has no subscription through Stripe. Start one with POST /billing/checkout.')
    const interval = asked ?? now.interval
    if (now.plan === plan && now.interval === interval)
      throw conflict('The subscription is on this plan and interval already.')
    const { name, usd_month, usd_year } = planNamed(app, plan)
    const price = cents(interval === 'year' ? usd_year : usd_month)
    // The same change of the same state gets the same key, so that repeated calls change the plan once.
    const key = `plan ${now.id} ${now.told_at} ${plan} ${interval}`
    const change = { key, subscription_id: now.id, item_id: now.item_id, tenant_id, plan, interval, cents: price, name }
    const changed = await app.payments.changePlan(change).catch((error) => {
      if (error instanceof UpstreamError && error.failure === 'invalid')
        throw conflict(`${error.message} The plan has not changed.`)
      throw error
    })
    return write((tx) => {
      noteSubscription(tx, app, { id: 'asked', at: tx.now, rank: 1, mode, ...origin }, changed)
      return { ...subscriptionOf(tx, tenant_id)!, in_force: planOf(tx, app, tenant_id).plan }
    })
  },
})

export const openBillingPortal = outbound({
  name: 'open_billing_portal',
  route: 'POST /billing/portal',
  role: 'admin',
  summary: 'Open Stripe’s page to manage cards and invoices, or to end a subscription.',
  description: 'The address works once, for a short time. 409 where nothing was paid through Stripe yet.',
  input: Type.Object({ tenant_id: Type.Optional(OwnTenantId) }),
  output: Type.Object({ url: Type.String() }),
  example: {},
  faults: ['conflict'],

  async handle({ app, caller, read, write }, { tenant_id = caller.tenant_id }) {
    // The person who opens the page can change or end what is paid each month.
    assertMaySpendLater(caller)
    const mode = stripeMode(app)
    const { customer_id, back } = read((tx) => ({
      customer_id: customerOf(tx, tenant_id, mode),
      back: `${siteOf(tx, app, tenant_id)}/app/w/${tenant_id}/credits/buy`,
    }))
    if (customer_id === null)
      throw conflict(
        'Nothing was paid through Stripe yet, so it has no cards or invoices. Buy a pack or a plan first (POST /billing/checkout).',
      )
    const url = await app.payments.openPortal(customer_id, back)
    write(() => null)
    return { url }
  },
})

export const getPayment = read({
  name: 'get_payment',
  route: 'GET /billing/payments/{id}',
  role: 'admin',
  summary: 'The state of a payment.',
  input: Type.Object({ id: PaymentId }),
  output: Payment,
  example: { id: 'pay_boost' },
  subject: (tx, caller, { id }) => findPayment(tx, caller, id!),

  handle: ({ subject }) => shownPayment(subject),
})
