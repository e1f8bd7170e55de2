import type { Plan } from '../../src/domains/plans/index.ts'
import {
  action,
  type Call,
  goTo,
  htmlResponse,
  movedTo,
  page,
  pageVisitorAt,
  publicPage,
  type Screen,
  SIGN_IN,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { changePlan, createCheckout, openBillingPortal } from '../../src/features/billing/operations/checkout.ts'
import { forbidden, notFound } from '../../src/kernel/operation/fault.ts'
import { getPlan, listPlans } from '../../src/operations/plans.ts'
import { setTenantPlan } from '../../src/operations/tenants/rules.ts'
import { LinkButton } from '../parts/button.tsx'
import { whoRuns } from '../parts/text/runner.tsx'
import { act, callScreen, oneCall } from '../screens/act.ts'
import { confirmPage, drawPage, may, runnerOf } from '../shell.tsx'
import { type CurrentPlan, changeQuestion } from './plans.tsx'

const BUY = '/credits/buy'

/** API errors name `/app/plan`: it redirects to the visitor's own plan page. */
export const planScreens: readonly Screen[] = [
  publicPage('/app/plan', toOwnPlan),
  page('/plan', ({ base }) => movedTo(base + BUY)),
  page(`${BUY}/plan/:plan`, ask),
  callScreen(action, `${BUY}/plan/:plan`, change),
  act(`${BUY}/portal`, openBillingPortal, portal, ({ caller }) => ({ tenant_id: caller.tenant_id })),
]

async function toOwnPlan(call: Call) {
  const visitor = await pageVisitorAt(call)
  if (!visitor) return goTo(`${SIGN_IN}?next=${encodeURIComponent('/app/plan')}`)
  if (!visitor.caller) return goTo('/app')
  const cookies = visitor.cookie ? [visitor.cookie] : []
  return goTo(`/app/w/${visitor.caller.tenant_id}${BUY}`, undefined, cookies)
}

/** Whether the visitor pays through Stripe; `locked` is the reason why a visitor who may pay cannot. */
export function buyingOf(call: SignedInCall, { payments, locked }: CurrentPlan) {
  const could = payments !== 'manual' && may(call, createCheckout)
  return { takes: could && locked === null, locked: could ? locked : null }
}

async function ask(call: SignedInCall) {
  const { chosen, held } = await wanted(call)
  const { plan, name } = chosen
  const back = call.base + BUY
  const crumbs = [{ label: 'Buy', href: back }, { label: name }]
  const question = changeQuestion(chosen, held, !call.caller.platform)
  return confirmPage(call, question, { href: `${back}/plan/${plan}`, back, crumbs })
}

/** The operator sets the plan; others change their subscription, or pay first. */
async function change(call: SignedInCall) {
  const { chosen, held } = await wanted(call)
  const { plan, name } = chosen
  const { base, caller, form } = call
  const { tenant_id } = caller
  const said = (text: string) => () => goTo(base + BUY, { text })
  if (caller.platform) return oneCall(setTenantPlan, { id: tenant_id, plan }, said(`${name} is in force.`))
  if (held.subscribed) {
    const settled = said(`${name} is in force. Stripe settles the rest of the period.`)
    return oneCall(changePlan, { plan, interval: undefined, tenant_id }, settled)
  }
  const asked = { plan, pack: undefined, interval: form.interval, tenant_id }
  return oneCall(createCheckout, asked, ({ id }) => goTo(`${base}/payments/${id}`))
}

async function wanted(call: SignedInCall): Promise<{ chosen: Plan; held: CurrentPlan }> {
  const held = await call.call(getPlan, {})
  if (!call.caller.platform && !buyingOf(call, held).takes)
    throw forbidden(`Only ${whoRuns(runnerOf(call))} changes plans. Ask them.`)
  const { items } = await call.call(listPlans, {})
  const chosen = items.find(({ plan }) => plan === call.params.plan)
  if (!chosen) throw notFound('plan')
  return { chosen, held }
}

/** Our policy lets a link lead to another site, but not a form. */
async function portal(call: SignedInCall, { url }: { url: string }) {
  const crumbs = [{ label: 'Buy', href: call.base + BUY }, { label: 'Billing' }]
  const sub = 'Cards, invoices and the end of the subscription. The link works for a short time.'
  const open = <LinkButton class="btn primary" href={url} rel="external" label="Open Stripe" />
  return htmlResponse(await drawPage(call, { title: 'Billing at Stripe', sub, crumbs, detail: true }, open))
}
