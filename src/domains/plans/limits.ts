import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { DAY, SECOND } from '../../kernel/time/clock.ts'
import { rootOf } from '../tenants/index.ts'
import type { Feature, Plan, PlanLimit } from './shapes.ts'
import { planNamed, planOf, subscriptionOf } from './subscription.ts'

export type PlanApp = Pick<App, 'catalog' | 'config'>

/** Throws 403 `plan_required` unless the plan of the workspace's tree includes the feature. */
export function assertFeature(tx: ReadTx, app: PlanApp, tenant_id: string, feature: Feature): void {
  const refusal = featureRefusal(tx, app, tenant_id, feature)
  if (refusal) throw refusal
}

/** The refusal that using the feature would get, for a page to show; null when the plan includes the feature. */
export function featureRefusal(tx: ReadTx, app: PlanApp, tenant_id: string, feature: Feature): Fault | null {
  const has = (plan: Plan) => plan.features.includes(feature)
  if (has(planOf(tx, app, tenant_id))) return null
  const late = latePlan(tx, app, tenant_id)
  return planRequired(app, feature, late && has(late) ? late : null)
}

/**
 * Throws 429 `plan_limit` when the plan of the workspace's tree does not allow `need`: the URLs of one push, or the
 * total of clients, members or keys with the new one.
 */
export function assertRoom(tx: ReadTx, app: PlanApp, tenant_id: string, limit: PlanLimit, need: number): void {
  const plan = planOf(tx, app, tenant_id)
  if (allows(plan, limit, need)) return
  const late = latePlan(tx, app, tenant_id)
  throw planLimit(app, plan, limit, need, late && allows(late, limit, need) ? late : null)
}

/** The subscribed plan, when it is out of force only because a payment is late and its grace is over. */
function latePlan(tx: ReadTx, app: PlanApp, tenant_id: string): Plan | null {
  const subscription = subscriptionOf(tx, rootOf(tx, tenant_id))
  return subscription?.status === 'past_due' ? planNamed(app, subscription.plan) : null
}

/** 403: the plan lacks the feature. Names the lowest plan on offer that has it (null: none). */
function planRequired(app: PlanApp, feature: Feature, late: Plan | null): Fault {
  const unlocks = late ?? app.catalog.plans.find((plan) => plan.features.includes(feature))
  return new Fault('plan_required', sentences(`${WORDS[feature]} ${offer(unlocks)}`, late), {
    code: 'plan_required',
    feature,
    ...upgradeDetails(app, unlocks, late),
  })
}

/** 429: the limit of the plan is reached. Names the lowest plan on offer that allows `need` (null: none). */
function planLimit(app: PlanApp, plan: Plan, limit: PlanLimit, need: number, late: Plan | null): Fault {
  const unlocks = late ?? app.catalog.plans.find((one) => allows(one, limit, need))
  const most = plan[limit] ?? 0
  const what = most === 1 ? ONE[limit] : WORDS[limit]
  const said = `The plan ${plan.name} allows ${most === 0 ? 'no' : most.toLocaleString('en')} ${what}`
  return new Fault(
    'plan_limit',
    sentences(`${said}; ${need.toLocaleString('en')} ${offer(unlocks, need)}`, late),
    { code: 'plan_limit', limit, allowed: plan[limit], need, plan: plan.plan, ...upgradeDetails(app, unlocks, late) },
    RETRY_AFTER,
  )
}

/** Fields for programs: the plan to change to, where to buy it, and whether only a payment is late. */
export const upgradeDetails = ({ config }: PlanApp, unlocks: Plan | undefined, late: Plan | null) => ({
  required_plan: unlocks?.plan ?? null,
  upgrade_url: `${config.site_url}/app/plan`,
  payment_late: late !== null,
})

const sentences = (refusal: string, late: Plan | null): string =>
  late ? `${refusal} The feature returns as soon as the late payment arrives.` : refusal

/** Waiting lifts no plan limit, so a program should retry only after somebody may have changed the plan. */
export const RETRY_AFTER = DAY / SECOND

export const WORDS: Record<Feature | PlanLimit, string> = {
  logo: 'An own logo',
  accent: 'An own accent colour',
  from_name: 'An own sender name',
  domain: 'An own domain',
  urls_per_push: 'URLs in one push',
  clients: 'clients',
  members: 'members',
  keys: 'API keys',
  standing_pushes: 'standing pushes',
  webhooks: 'webhooks',
}

const ONE: Record<PlanLimit, string> = {
  urls_per_push: 'URL in one push',
  clients: 'client',
  members: 'member',
  keys: 'API key',
  standing_pushes: 'standing push',
  webhooks: 'webhook',
}

const allows = (plan: Plan, limit: PlanLimit, need: number): boolean => {
  const most = plan[limit]
  return most === null || need <= most
}

const offer = (plan: Plan | undefined, n = 1): string => {
  if (plan) return `${n === 1 ? 'needs' : 'need'} the plan ${plan.name}.`
  return `${n === 1 ? 'is' : 'are'} on no plan on offer.`
}
