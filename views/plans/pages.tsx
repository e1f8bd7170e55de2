import type { Plan } from '../../src/domains/plans/index.ts'
import {
  action,
  type Call,
  filled,
  goTo,
  movedTo,
  page,
  pageVisitorAt,
  publicPage,
  type Screen,
  SIGN_IN,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { forbidden, notFound } from '../../src/kernel/operation/fault.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { getPlan, listPlans } from '../../src/operations/plans.ts'
import { setTenantPlan } from '../../src/operations/tenants/rules.ts'
import { whoRuns } from '../parts/text/runner.tsx'
import { callScreen, type OneCall, oneCall } from '../screens/act.ts'
import { confirmPage, may, runnerOf } from '../shell.tsx'
import { type CurrentPlan, changeQuestion } from './plans.tsx'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** The operation that begins a payment: those who may call it may pay. */
    payment: AnyOperation
    /** Pays the plan, or changes the one that is paid. */
    pay_plan(call: SignedInCall, chosen: Plan, held: CurrentPlan): OneCall
  }
}

const BUY = '/credits/buy'

/** API errors name `/app/plan`: it redirects to the visitor's own plan page. */
export const planScreens: readonly Screen[] = [
  publicPage('/app/plan', toOwnPlan),
  page('/plan', ({ base }) => movedTo(base + BUY)),
  page(`${BUY}/plan/:plan`, ask),
  callScreen(action, `${BUY}/plan/:plan`, change),
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
  const could = payments !== 'manual' && filled(call, 'payment').some((pay) => may(call, pay))
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
async function change(call: SignedInCall): Promise<OneCall> {
  const { chosen, held } = await wanted(call)
  const { plan, name } = chosen
  const { base, caller } = call
  const done = () => goTo(base + BUY, { text: `${name} is in force.` })
  if (caller.platform) return oneCall(setTenantPlan, { id: caller.tenant_id, plan }, done)
  const [pay] = filled(call, 'pay_plan')
  if (!pay) throw notFound('page')
  return pay(call, chosen, held)
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
