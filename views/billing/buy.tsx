/** Payments for packs and plans, and the pages of Stripe. */
import { goTo, htmlResponse, type Screen, type SignedInCall, type Slots } from '../../src/doors/pages/web.ts'
import { changePlan, createCheckout, openBillingPortal } from '../../src/features/billing/operations/checkout.ts'
import { LinkButton } from '../parts/button.tsx'
import { act, oneCall } from '../screens/act.ts'
import { drawPage } from '../shell.tsx'

const BUY = '/credits/buy'
const own = ({ caller }: SignedInCall) => ({ tenant_id: caller.tenant_id })
const toPayment = ({ base }: SignedInCall, { id }: { id: string }) => goTo(`${base}/payments/${id}`)

export const buyScreens: readonly Screen[] = [
  act(`${BUY}/pack`, createCheckout, toPayment, own, { once: true }),
  act(`${BUY}/portal`, openBillingPortal, portal, own),
]

/** A subscription is changed; without one, its first payment begins. */
export const payPlan: Slots['pay_plan'] = (call, { plan, name }, held) => {
  const { tenant_id } = own(call)
  if (!held.subscribed) {
    const asked = { plan, pack: undefined, interval: call.form.interval, tenant_id }
    return oneCall(createCheckout, asked, (made) => toPayment(call, made))
  }
  const text = `${name} is in force. Stripe settles the rest of the period.`
  return oneCall(changePlan, { plan, interval: undefined, tenant_id }, () => goTo(call.base + BUY, { text }))
}

/** Our policy lets a link lead to another site, but not a form. */
async function portal(call: SignedInCall, { url }: { url: string }) {
  const crumbs = [{ label: 'Buy', href: call.base + BUY }, { label: 'Billing' }]
  const sub = 'Cards, invoices and the end of the subscription. The link works for a short time.'
  const open = <LinkButton class="btn primary" href={url} rel="external" label="Open Stripe" />
  return htmlResponse(await drawPage(call, { title: 'Billing at Stripe', sub, crumbs, detail: true }, open))
}
