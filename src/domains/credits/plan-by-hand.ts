/** The plan of a tree, set by the platform admin, with or without the credits of a month. */

import type { Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { plus, plusMonths, type Time } from '../../kernel/time/clock.ts'
import { planNamed, subscribe, subscriptionOf } from '../plans/index.ts'
import { rootOf } from '../tenants/index.ts'
import { GRANT_PLAN_CREDITS, grantPlanPeriod, type Period, restartCalendar } from './plan-calendar.ts'

type PlanInput = Omit<Parameters<typeof subscribe>[2], 'current_period_end' | 'grace_until'> & {
  current_period_end?: string | null
  grace_until?: string | null
  grant_period?: boolean
  period_start?: string
  period_end?: string
  ref?: string
}

/** Throws 409 for a workspace below a root. Returns the plan before and after, and the granted credits. */
export function setPlanByHand(
  tx: Tx,
  app: Pick<Install, 'billing' | 'catalog' | 'wake'>,
  caller: Caller,
  id: string,
  wanted: PlanInput,
) {
  const root_id = rootOf(tx, id)
  if (root_id !== id)
    throw conflict('Only the workspace at the root of a tree carries a plan. Set it there.', { root_id })
  assertGrant(wanted)
  const { plan, status, interval } = wanted
  const period = periodOf(wanted, tx.now)
  const before = subscriptionOf(tx, id)
  const dates = { current_period_end: timeOf(wanted.current_period_end), grace_until: timeOf(wanted.grace_until) }
  const after = subscribe(tx, id, { plan, status, interval, ...dates })
  const ref = wanted.ref ?? (wanted.period_start ? `${plan} from ${period.start}` : newId())
  const granted = wanted.grant_period ? grantPlanPeriod(tx, id, planNamed(app, plan), period, ref, caller.label) : null
  if (granted && !granted.repeated) restartCalendar(tx, id, period.end)
  else if (before?.plan !== after.plan) restartCalendar(tx, id, plusMonths(tx.now, 1))
  app.billing.planSet(tx, {
    before,
    after,
    plan: planNamed(app, plan),
    granted: granted !== null && !granted.repeated,
    ref: wanted.ref,
    actor: caller.label,
  })
  // A month that waited for a late payment may be due now.
  tx.afterCommit(() => app.wake(GRANT_PLAN_CREDITS))
  return { before, after, granted }
}

/** A caller who sends these fields wants a grant: ignoring them would cost a client its credits. */
function assertGrant(input: PlanInput): void {
  const given = (['period_start', 'period_end', 'ref'] as const).filter((name) => input[name] !== undefined)
  if (given.length && !input.grant_period)
    throw invalid(...given.map((path) => ({ path, message: 'requires grant_period' })))
}

/** The period that a grant covers: a month from now by default. */
function periodOf(input: Pick<PlanInput, 'period_start' | 'period_end'>, now: Time): Period {
  const start = timeOf(input.period_start) ?? now
  const end = timeOf(input.period_end) ?? plusMonths(start, 1)
  if (end <= start) throw invalid({ path: 'period_end', message: 'must be after period_start' })
  return { start, end }
}

/** A time in the stored format. */
const timeOf = <T extends null | undefined>(given: string | T): Time | T =>
  typeof given === 'string' ? plus(given, 0) : given
