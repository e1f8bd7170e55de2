/** The operator's Revenue, and the page of a payment. */

import type { Plan } from '../../src/domains/plans/index.ts'
import { namesFor } from '../../src/doors/pages/people.ts'
import { filled, goTo, movedTo, page, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getBilling, getTenantBilling, updateTenantBilling } from '../../src/features/billing/operations/billing.ts'
import { getPayment } from '../../src/features/billing/operations/checkout.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { listPlans } from '../../src/operations/plans.ts'
import { Section } from '../kit/fold.tsx'
import { Sum } from '../kit/panel.tsx'
import { LinkButton } from '../parts/button.tsx'
import { listHref } from '../parts/lists/list.ts'
import { DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { number, usd } from '../parts/text/format.ts'
import { isolated } from '../parts/text/name.tsx'
import { sold } from '../parts/text/words.ts'
import { planColumns } from '../plans/plans.tsx'
import { platformAct } from '../screens/act.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { MODES, type Overview, Revenue } from './overview.tsx'
import { paymentList, REVENUE } from './payments.tsx'
import { WorkspaceRevenue } from './workspace.tsx'

type PaymentData = AnswerOf<typeof getPayment>

type PaymentProps = {
  payment: PaymentData
  /** How the browser came here: `paid` or `back` from Stripe's page. */
  came?: string
  buy: string
  self: string
}

const nameOf = ({ kind, pack, plan }: PaymentData): string =>
  kind === 'pack' ? `Pack ${sold(pack ?? '')}` : `Plan ${sold(plan ?? '')}`

const PaymentPage = ({ payment, came, buy, self }: PaymentProps) => {
  const { state, url, interval, created_by } = payment
  const [tone, text] = stateOf(payment, came)
  return (
    <>
      <Banner tone={tone}>{text}</Banner>
      <Sum
        lines={[
          ...(interval ? [{ label: 'Paid', value: `by the ${interval}` }] : []),
          { label: 'Ordered by', value: created_by },
          { label: 'Price', value: usd(payment.usd), total: true },
        ]}
      />
      <div class="row">
        {state === 'open' && url && came !== 'paid' && (
          <LinkButton class="btn primary" href={url} rel="external" label={`Pay ${usd(payment.usd)} at Stripe`} />
        )}
        {WAITS.includes(state) && <LinkButton href={came ? `${self}?came=${came}` : self} label="Check again" />}
        <LinkButton href={buy} label={state === 'paid' ? 'Continue' : 'Back to Buy'} />
      </div>
    </>
  )
}

const WAITS: readonly PaymentData['state'][] = ['opening', 'open', 'processing']

type PaymentNotice = [tone: 'ok' | 'info' | 'warn' | 'bad', text: string]

function stateOf({ state, kind, mode, error }: PaymentData, came: string | undefined): PaymentNotice {
  if (state !== 'open')
    return {
      paid: [
        'ok',
        `Paid. ${kind === 'pack' ? 'The credits were added.' : 'The plan is in force, with the credits of its first month.'}`,
      ],
      processing: ['info', 'Your bank is processing the payment. Your order arrives when the money does.'],
      failed: ['bad', `The payment failed, and nothing was charged. ${error ?? ''}`],
      expired: ['warn', 'The page at Stripe has expired. Nothing was charged.'],
      opening: ['warn', 'Stripe has not answered yet, and nothing was charged. Check again in a minute.'],
    }[state] as PaymentNotice
  if (came === 'paid')
    return ['info', 'Waiting for the payment. Your order arrives once Stripe confirms it, mostly within seconds.']
  if (came === 'back') return ['warn', 'You came back before paying. Nothing was charged.']
  return mode === 'test'
    ? ['warn', 'Stripe is in test mode: use one of its test cards. No money moves.']
    : ['info', 'You pay on a page of Stripe, and come back here.']
}

type Props = {
  plans: readonly Plan[]
  subscriptions: Overview['subscriptions']
  /** The file that changes built-in plans. */
  file: string | null
}

const PlansOnOffer = ({ plans, subscriptions, file }: Props) => {
  const agencies = ({ plan }: Plan): number => {
    const { active = 0, past_due = 0, canceled = 0 } = subscriptions.find((one) => one.plan === plan) ?? {}
    return active + past_due + canceled
  }
  return (
    <>
      <DataTable
        caption="Plans on offer"
        columns={[...planColumns(), { label: 'Agencies', class: 'num', cell: (plan) => number(agencies(plan)) }]}
        rows={plans}
      />
      <Section title="Put an agency on a plan">
        <p>
          Open it under <a href="/app/platform/workspaces?kind=agency">Workspaces</a> to set its plan and grant a month
          of credits. With Stripe, agencies choose and pay themselves.
        </p>
      </Section>
      <Section title="Change prices and limits">
        <p>
          {file === null
            ? 'These plans are built in. Name a file in SIGNALPOST_CATALOG with the values that differ, such as:'
            : `${file} overrides the built-in plans. It is read when Signalpost starts:`}
        </p>
        <pre>
          <code>{'{"plans": {"agency_pro": {"usd_month": 199, "clients": null}}}'}</code>
        </pre>
        <p class="hint">null is no limit. A lower limit deletes nothing.</p>
      </Section>
    </>
  )
}

export const billingScreens: readonly Screen[] = [
  platformPage('/revenue', overview),
  ...paymentList.screens,
  platformPage('/revenue/plans', plans),
  platformPage('/revenue/workspaces/:id', workspace),
  platformAct(
    '/revenue/workspaces/:id/unlock',
    updateTenantBilling,
    ({ params }) => goTo(`${REVENUE}/workspaces/${params.id}`, { text: 'Buying is unlocked.' }),
    { buying_locked: false },
  ),
  page('/payments/:id', payment),
  // Old addresses.
  platformPage('/billing', () => movedTo(REVENUE)),
  platformPage('/billing/events', ({ query }) => movedTo(listHref(`${REVENUE}/payments`, query, {}))),
  platformPage('/billing/tenants/:id', ({ params }) => movedTo(`${REVENUE}/workspaces/${params.id}`)),
  platformPage('/plans', () => movedTo(`${REVENUE}/plans`)),
]

async function overview(call: SignedInCall) {
  const billing = await call.call(getBilling, {})
  const facts = await Promise.all(filled(call, 'revenue_facts').map((read) => read(call)))
  const spec = { title: 'Revenue', sub: MODES[billing.mode], operator: true, kind: 'revenue' }
  return drawPage(call, spec, <Revenue billing={billing} facts={facts.flat()} />)
}

async function plans(call: SignedInCall) {
  const { subscriptions, catalog } = await call.call(getBilling, {})
  const { items } = await call.call(listPlans, {})
  const menu = [{ label: 'Agencies', icon: 'users' as const, href: '/app/platform/workspaces?kind=agency' }]
  const sub = 'A plan belongs to an agency and counts for all workspaces below it. Prices are in USD.'
  return drawPage(
    call,
    { title: 'Plans', sub, menu, operator: true, kind: 'revenue' },
    <PlansOnOffer plans={items} subscriptions={subscriptions} file={catalog} />,
  )
}

async function workspace(call: SignedInCall) {
  const of = await call.call(getTenantBilling, { id: call.params.id })
  const { tenant_name, tenant_id, archived } = of
  return drawPage(
    call,
    {
      title: `Revenue of ${isolated(tenant_name)}`,
      crumbs: [{ label: 'Revenue', href: REVENUE }, { label: tenant_name }],
      menu: [archived ? null : { label: 'Open workspace', icon: 'layout-dashboard', href: `/app/w/${tenant_id}` }],
      operator: true,
      kind: 'revenue',
      detail: true,
    },
    <WorkspaceRevenue of={of} names={namesFor(call)} zone={zoneOf(call)} />,
  )
}

async function payment(call: SignedInCall) {
  const { base, params, query } = call
  const of = await call.call(getPayment, { id: params.id })
  const buy = `${base}/credits/buy`
  return drawPage(
    call,
    { title: nameOf(of), crumbs: [{ label: 'Buy', href: buy }, { label: 'Payment' }], detail: true },
    <PaymentPage payment={of} came={query.came} buy={buy} self={`${base}/payments/${params.id}`} />,
  )
}
