/** Screens on which a workspace pays through Stripe. */
import { currentSubscription, lockOf, modeOf, whyLocked } from '../../src/domains/billing/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { changePlan } from '../../src/operations/billing/change-plan.ts'
import { createCheckout } from '../../src/operations/billing/create-checkout.ts'
import { getPayment } from '../../src/operations/billing/get-payment.ts'
import { openBillingPortal } from '../../src/operations/billing/open-billing-portal.ts'
import { Card, CardBody } from '../parts/card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { appPage, may } from '../shell.tsx'
import { PaymentPage } from './payment.tsx'

export const buyingScreens: readonly Screen[] = [
  page('/payments/:id', async (call) => {
    const { base, params, query } = call
    const payment = await call.call(getPayment, { id: params.id })
    const props = { payment, came: query.came, packs: `${base}/packs`, plan: `${base}/plan` }
    return appPage(call, 'Payment', <PaymentPage {...props} self={`${base}/payments/${params.id}`} />)
  }),
  action('/packs/buy', async (call) => {
    const { pack, idempotency_key } = call.form
    const asked = { pack, plan: undefined, interval: undefined, tenant_id: call.caller.tenant_id }
    const { id } = await call.call(createCheckout, asked, { idempotency_key })
    return goTo(`${call.base}/payments/${id}`)
  }),
  action('/plan/portal', async (call) => {
    const { url } = await call.call(openBillingPortal, { tenant_id: call.caller.tenant_id })
    return htmlResponse(await appPage(call, 'Billing at Stripe', <Portal url={url} back={`${call.base}/plan`} />))
  }),
]

/** What a form may not do under our policy, a link may: it leads to another site. */
const Portal = ({ url, back }: { url: string; back: string }) => (
  <>
    <PageHead title="Billing at Stripe" crumbs={[{ label: 'Plan', href: back }, { label: 'Billing' }]} />
    <Card title="Cards, invoices, the end of the subscription">
      <CardBody>
        <p>
          You look after them on a page of Stripe, and come back here. The link is for you, and good for a short time.
        </p>
        <a class="btn primary" href={url} rel="external">
          Open Stripe
        </a>
      </CardBody>
    </Card>
  </>
)

/** Whether the visitor may pay here, and what stands in the way. */
export function buyingFor(call: SignedInCall) {
  const { tenant_id } = call.caller
  const takes = modeOf(call.app.config) !== 'manual' && may(call, createCheckout)
  return call.read((tx) => ({
    takes: takes && lockOf(tx, tenant_id) === null,
    locked: takes ? whyLocked(tx, tenant_id) : null,
    subscribed: currentSubscription(tx, tenant_id) !== null,
  }))
}

/** Through Stripe: a change of what is subscribed to, else a page on which it is paid for. */
export async function choosePlan(call: SignedInCall, plan: string, name: string) {
  const { tenant_id } = call.caller
  if (buyingFor(call).subscribed) {
    await call.call(changePlan, { plan, interval: undefined, tenant_id })
    return goTo(`${call.base}/plan`, { text: `${name} is in force. Stripe settles the rest of the period.` })
  }
  const { id } = await call.call(createCheckout, { plan, pack: undefined, interval: call.form.interval, tenant_id })
  return goTo(`${call.base}/payments/${id}`)
}
