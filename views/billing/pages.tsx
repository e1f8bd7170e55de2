/** The operator's Revenue, and the page of a payment. */

import { namesFor } from '../../src/doors/pages/people.ts'
import { filled, goTo, movedTo, page, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getBilling, getTenantBilling, updateTenantBilling } from '../../src/features/billing/operations/billing.ts'
import { getPayment } from '../../src/features/billing/operations/checkout.ts'
import { listPlans } from '../../src/operations/plans.ts'
import { listHref } from '../parts/lists/list.ts'
import { isolated } from '../parts/text/name.tsx'
import { platformAct } from '../screens/act.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { MODES, Revenue } from './overview.tsx'
import { nameOf, PaymentPage } from './payment.tsx'
import { paymentList, REVENUE } from './payments.tsx'
import { PlansOnOffer } from './plans-on-offer.tsx'
import { WorkspaceRevenue } from './workspace.tsx'

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
