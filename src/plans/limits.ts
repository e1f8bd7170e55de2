import type { App } from '../app.ts'
import { DAY, SECOND } from '../kernel/clock.ts'
import type { ReadTx } from '../kernel/database.ts'
import { Fault } from '../kernel/fault.ts'
import type { Feature, Plan, PlanLimit } from './shapes.ts'
import { planOf } from './subscription.ts'

type Shop = Pick<App, 'catalog' | 'config'>

/** Throws 403 `plan_required` unless the plan of the workspace's tree includes the feature. */
export function requirePlan(tx: ReadTx, app: Shop, tenant_id: string, feature: Feature): void {
  if (!planOf(tx, app, tenant_id).features.includes(feature)) throw planRequired(app, feature)
}

/**
 * Throws 429 `plan_limit` when the plan of the workspace's tree does not allow `need` of something: URLs in one push,
 * or clients, members, keys in all once the new one is there.
 */
export function requireRoom(tx: ReadTx, app: Shop, tenant_id: string, limit: PlanLimit, need: number): void {
  const plan = planOf(tx, app, tenant_id)
  if (!allows(plan, limit, need)) throw planLimit(app, plan, limit, need)
}

/** 403: the feature is not on the plan. Names the lowest plan that has it (null when none on offer does). */
export function planRequired(app: Shop, feature: Feature): Fault {
  const unlocks = app.catalog.plans.find((plan) => plan.features.includes(feature))
  return new Fault('plan_required', `${WORDS[feature]} ${offer(unlocks)}`, {
    code: 'plan_required',
    feature,
    required_plan: unlocks?.plan ?? null,
    upgrade_url: upgradeUrl(app),
  })
}

/** 429: the plan's limit is reached. Names the lowest plan that allows what was asked (null when none on offer does). */
export function planLimit(app: Shop, plan: Plan, limit: PlanLimit, need: number): Fault {
  const unlocks = app.catalog.plans.find((one) => allows(one, limit, need))
  const most = `The plan ${plan.name} allows ${plan[limit]?.toLocaleString('en')} ${WORDS[limit]}`
  return new Fault(
    'plan_limit',
    `${most}; ${need.toLocaleString('en')} ${offer(unlocks)}`,
    {
      code: 'plan_limit',
      limit,
      allowed: plan[limit],
      need,
      plan: plan.plan,
      required_plan: unlocks?.plan ?? null,
      upgrade_url: upgradeUrl(app),
    },
    RETRY_AFTER,
  )
}

/** Waiting alone lifts no plan limit: a program should not ask again before someone may have changed the plan. */
const RETRY_AFTER = DAY / SECOND

const WORDS: Record<Feature | PlanLimit, string> = {
  logo: 'An own logo',
  accent: 'An own accent colour',
  from_name: 'An own sender name',
  domain: 'An own domain',
  urls_per_push: 'URLs in one push',
  clients: 'clients',
  members: 'members',
  keys: 'API keys',
}

const allows = (plan: Plan, limit: PlanLimit, need: number): boolean => {
  const most = plan[limit]
  return most === null || need <= most
}

const offer = (plan: Plan | undefined): string => (plan ? `needs the plan ${plan.name}.` : 'is on no plan on offer.')

const upgradeUrl = ({ config }: Shop): string => `${config.site_url}/app/plan`
