import type { Plan } from '../../src/domains/plans/index.ts'
import { planUsage } from '../../src/domains/reports/index.ts'
import {
  action,
  type Call,
  goTo,
  page,
  pageVisitorAt,
  publicPage,
  type Screen,
  SIGN_IN,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { forbidden, notFound } from '../../src/kernel/operation/fault.ts'
import { createCreditRequest } from '../../src/operations/credits/create-credit-request.ts'
import { setTenantPlan } from '../../src/operations/tenants/set-tenant-plan.ts'
import { buyingFor, choosePlan } from '../billing/buying.tsx'
import { whoRuns } from '../parts/runner.tsx'
import { appPage, confirmPage, may, runnerOf, zoneOf } from '../shell.tsx'
import { changeQuestion, PlanPage } from './plan.tsx'

/** `/app/plan` is the address that refusals name: it leads to the plan of whoever opens it. */
export const planScreens: readonly Screen[] = [
  publicPage('/app/plan', toOwnPlan),
  page('/plan', (call) => appPage(call, 'Plan', <PlanPage {...planFor(call)} />)),
  page('/plan/:plan', ask),
  action('/plan/:plan', change),
]

async function toOwnPlan(call: Call) {
  const visitor = await pageVisitorAt(call)
  if (!visitor) return goTo(`${SIGN_IN}?next=${encodeURIComponent('/app/plan')}`)
  if (!visitor.caller) return goTo('/app')
  const cookies = visitor.cookie ? [visitor.cookie] : []
  return goTo(`/app/w/${visitor.caller.tenant_id}/plan`, undefined, cookies)
}

/** People of a client see their limits; prices and other plans are between the agency and whoever runs the install. */
function planFor(call: SignedInCall) {
  const usage = call.read((tx) => planUsage(tx, call.app, call.caller.tenant_id))
  const atRoot = usage.root.id === call.caller.tenant_id
  const { subscribed, takes, locked } = buyingFor(call)
  const buying = {
    takes: takes && !call.caller.platform,
    portal: subscribed && (takes || locked !== null) ? `${call.base}/plan/portal` : null,
  }
  return {
    usage,
    plans: atRoot ? call.app.catalog.plans : null,
    ...buying,
    change_href:
      atRoot && (call.caller.platform || buying.takes) ? (plan: string) => `${call.base}/plan/${plan}` : null,
    packs: atRoot && may(call, createCreditRequest) ? `${call.base}/packs` : null,
    runner: runnerOf(call),
    zone: zoneOf(call),
  }
}

function ask(call: SignedInCall) {
  const chosen = wanted(call)
  const { plan, name } = chosen
  const back = `${call.base}/plan`
  const { used } = call.read((tx) => planUsage(tx, call.app, call.caller.tenant_id))
  const crumbs = [{ label: 'Plan', href: back }, { label: name }]
  return confirmPage(call, changeQuestion(chosen, used, !call.caller.platform), {
    href: `${back}/${plan}`,
    back,
    crumbs,
  })
}

async function change(call: SignedInCall) {
  const { plan, name } = wanted(call)
  if (!call.caller.platform) return choosePlan(call, plan, name)
  await call.call(setTenantPlan, { id: call.caller.tenant_id, plan })
  return goTo(`${call.base}/plan`, { text: `${name} is in force.` })
}

function wanted(call: SignedInCall): Plan {
  if (!call.caller.platform && !buyingFor(call).takes)
    throw forbidden(`Only ${whoRuns(runnerOf(call))} changes plans. Ask them.`)
  const found = call.app.catalog.plans.find(({ plan }) => plan === call.params.plan)
  if (!found) throw notFound('plan')
  return found
}
