/** Billing as whoever runs the install sees it. */
import { type Overview, Revenue } from '../../../views/billing/overview.tsx'
import { type PaymentData, PaymentPage } from '../../../views/billing/payment.tsx'
import { type EventRow, paymentList } from '../../../views/billing/payments.tsx'
import { type WorkspaceBilling, WorkspaceRevenue } from '../../../views/billing/workspace.tsx'
import { inOperator, inPage, inPlatform, NO_ROWS } from '../frames.tsx'
import { at, NASTY, NOW, nameOf } from '../samples.ts'

const PAYMENTS = '/app/platform/revenue/payments'

const event = (id: string, more: Partial<EventRow> = {}): EventRow => ({
  id,
  type: 'pack_purchase',
  state: 'settled',
  tenant_id: 'ten_bakery',
  tenant_name: 'Bakery',
  usd: 39,
  mode: 'manual',
  pack: 'boost',
  plan: null,
  interval: null,
  request_id: 'req_1',
  reference: null,
  note: null,
  actor: 'pat@platform.example',
  created_at: NOW,
  ...more,
})
const EVENTS = [
  event('a'),
  event('b', { type: 'plan_invoice', plan: 'agency_pro', interval: 'year', pack: null, usd: 1490, mode: 'live' }),
  event('c', {
    type: 'refund',
    tenant_name: NASTY,
    actor: NASTY,
    note: 'Taken back: 38 index, 100 check; owed: 2 index, 0 check; used, not taken back: 10 index, 0 check.',
  }),
  event('d', { type: 'chargeback', state: 'open', reference: 'dp_1Qx7Yz2eZvKYlo2C0000000000', tenant_name: null }),
  event('e', { type: 'payment_failed', state: 'failed', note: NASTY }),
]
const list = { items: EVENTS, total: EVENTS.length, page: 1, page_size: 50 }

const month = (name: string, revenue_usd: number): Overview['this_month'] => ({
  month: name,
  revenue_usd,
  packs_usd: revenue_usd - 149,
  plans_usd: 149,
  refunds_usd: 39,
  chargebacks_usd: 9,
  net_usd: revenue_usd - 48,
  packs: 12,
  invoices: 1,
  refunds: 1,
  chargebacks: 1,
  failed_payments: 2,
})
export const overview: Overview = {
  mode: 'test',
  catalog: null,
  currency: 'USD',
  this_month: month('2026-11', 12_345.67),
  last_month: month('2026-10', 617),
  mrr_usd: 922.17,
  subscriptions: (['free', 'agency_starter', 'agency_pro', 'agency_scale'] as const).map((plan, at) => ({
    plan,
    active: at * 3,
    past_due: at,
    canceled: 1,
    mrr_usd: at * 124.17,
  })),
  disputes_open: 1,
}
const workspace: WorkspaceBilling = {
  tenant_id: 'ten_northwind',
  tenant_name: 'Northwind',
  archived: false,
  root_id: 'ten_northwind',
  plan: {
    plan: 'agency_pro',
    status: 'past_due',
    interval: 'month',
    current_period_end: NOW,
    grace_until: NOW,
    in_force: 'agency_pro',
  },
  paid_usd: 1568,
  refunds_usd: 39,
  chargebacks_usd: 9,
  stripe: {
    customer_id: 'cus_QXg1o8vlGOsZ2D',
    subscription_id: 'sub_1Qx7Yz2eZvKYlo2C',
    subscription_status: 'past_due',
    cancels_at: NOW,
  },
  buying_locked: true,
  locked_at: NOW,
  locked_by: 'dp_1Qx7Yz2eZvKYlo2C0000000000',
  disputed: true,
  refunds_waiting: [
    { request_id: 'req_1', usd: 39, state: 'due', error: null },
    { request_id: 'req_2', usd: 9, state: 'failed', error: NASTY },
  ],
  packs_waiting: 1,
  recent: EVENTS,
}

const payment = (more: Partial<PaymentData> = {}, came?: string) =>
  inPage(
    'Pack Boost',
    '',
    <PaymentPage
      payment={{
        id: 'pay_1',
        tenant_id: 'ten_northwind',
        kind: 'pack',
        pack: 'boost',
        plan: null,
        interval: null,
        usd: 39,
        mode: 'test',
        state: 'open',
        url: 'https://checkout.stripe.example/c/pay/cs_test',
        request_id: null,
        error: null,
        created_by: NASTY,
        created_at: NOW,
        updated_at: NOW,
        ...more,
      }}
      came={came}
      buy={at('/credits/buy')}
      self={at('/payments/pay_1')}
    />,
  )

export const billingGallery = [
  { name: 'payment', page: () => payment() },
  { name: 'payment-waits', page: () => payment({}, 'paid') },
  { name: 'payment-came-back', page: () => payment({}, 'back') },
  { name: 'payment-paid', page: () => payment({ state: 'paid', url: null }, 'paid') },
  { name: 'payment-failed', page: () => payment({ state: 'failed', url: null, error: NASTY }) },
  {
    name: 'revenue',
    page: () =>
      inOperator('Revenue', <Revenue billing={overview} margin={{ margin_usd: 1056.63, unpriced_links: 0 }} />),
  },
  {
    name: 'revenue-payments',
    page: () => inPlatform('Payments', <paymentList.View list={list} query={{ type: '' }} self={PAYMENTS} />),
  },
  {
    name: 'revenue-payments-none',
    page: () => inPlatform('Payments', <paymentList.View list={NO_ROWS} query={{ type: 'refund' }} self={PAYMENTS} />),
  },
  {
    name: 'revenue-workspace',
    page: () => inOperator('Revenue of Northwind', <WorkspaceRevenue of={workspace} names={nameOf} />),
  },
]
