import Type, { type Static } from 'typebox'
import { followSubscription, recordPlan } from '../../domains/billing/index.ts'
import {
  GRANT_PLAN_CREDITS,
  grantPlanPeriod,
  LedgerEntry,
  Note,
  type Period,
  restartCalendar,
} from '../../domains/credits/index.ts'
import {
  Interval,
  PlanNamed,
  planNamed,
  planOf,
  SubscriptionStatus,
  subscribe,
  subscriptionOf,
} from '../../domains/plans/index.ts'
import { rootOf } from '../../domains/tenants/index.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted, Moment, MomentOrDay, Nullable, TenantId } from '../../kernel/operation/shape.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { plus, plusMonths, type Time } from '../../kernel/time/clock.ts'

const MaybeTime = Type.Optional(Nullable(MomentOrDay))

const Input = Type.Object({
  id: TenantId,
  plan: PlanNamed,
  status: Type.Optional(SubscriptionStatus),
  interval: Type.Optional(Nullable(Interval)),
  current_period_end: MaybeTime,
  grace_until: MaybeTime,
  grant_period: Defaulted(Type.Boolean({ title: 'Also grant one period of plan credits' }), false),
  period_start: Type.Optional(MomentOrDay),
  period_end: Type.Optional(MomentOrDay),
  ref: Type.Optional(Type.String({ title: 'Reference', minLength: 1, maxLength: 200 })),
  note: Note,
})

export const setTenantPlan = write({
  name: 'set_tenant_plan',
  route: 'PUT /tenants/{id}/plan',
  role: 'platform',
  summary: 'Set the plan of a workspace at the root of a tree, by hand.',
  description:
    'Fields left out stay while the plan stays, and are empty on a new plan; the status is `active` unless given, and `past_due` gets seven days of grace unless `grace_until` is given. While the plan is in force, each month’s credits are granted automatically, first a month after a new plan was set. With `grant_period` the credits of one month are granted at once, and the next follow when that period ends; a `ref`, or else a `period_start`, that was granted before grants nothing. `ref`, `period_start` and `period_end` are refused without `grant_period`.',
  input: Input,
  output: Type.Object({
    tenant_id: Type.String(),
    plan: PlanNamed,
    status: SubscriptionStatus,
    interval: Nullable(Interval),
    current_period_end: Nullable(Moment),
    grace_until: Nullable(Moment),
    in_force: PlanNamed,
    granted: Nullable(
      Type.Object({
        repeated: Type.Boolean({ description: 'was granted before: nothing moved' }),
        lines: Type.Array(LedgerEntry),
      }),
    ),
  }),
  example: { id: 'ten_northwind', plan: 'agency_pro', interval: 'month', grant_period: true, ref: 'invoice 2026-11' },
  faults: ['conflict'],

  handle({ tx, caller, app, changed }, { id, note, ...input }) {
    const root_id = rootOf(tx, id)
    if (root_id !== id)
      throw conflict('Only the workspace at the root of a tree carries a plan. Set it there.', { root_id })
    judgeGrant(input)
    const { plan, status, interval } = input
    const period = periodOf(input, tx.now)
    const before = subscriptionOf(tx, id)
    const dates = {
      current_period_end: timeOf(input.current_period_end),
      grace_until: timeOf(input.grace_until),
    }
    const after = subscribe(tx, id, { plan, status, interval, ...dates })
    const ref = input.ref ?? (input.period_start ? `${plan} from ${period.start}` : newId())
    const granted = input.grant_period ? grantPlanPeriod(tx, id, planNamed(app, plan), period, ref, caller.label) : null
    if (granted && !granted.repeated) restartCalendar(tx, id, period.end)
    else if (before?.plan !== after.plan) restartCalendar(tx, id, plusMonths(tx.now, 1))
    // A plan set by hand no longer ends with the Stripe subscription, until Stripe reports the subscription again.
    followSubscription(tx, id, null)
    recordPlan(tx, {
      before,
      after,
      plan: planNamed(app, plan),
      granted: granted !== null && !granted.repeated,
      ref: input.ref,
      actor: caller.label,
    })
    // A month that waited for a late payment may be due now.
    tx.afterCommit(() => app.wake(GRANT_PLAN_CREDITS))
    const change = { ...after, note, grant_period: input.grant_period || undefined, ref: input.ref }
    changed({ tenant_id: id, before, after: change })
    return { ...after, in_force: planOf(tx, app, id).plan, granted }
  },
})

/** A caller who sends these fields wants a grant: ignoring them would cost a client its credits. */
function judgeGrant(input: Partial<Static<typeof Input>>): void {
  const given = (['period_start', 'period_end', 'ref'] as const).filter((name) => input[name] !== undefined)
  if (given.length && !input.grant_period)
    throw invalid(...given.map((path) => ({ path, message: 'requires grant_period' })))
}

/** The period that a grant covers: a month from now by default. */
function periodOf(input: Pick<Static<typeof Input>, 'period_start' | 'period_end'>, now: Time): Period {
  const start = timeOf(input.period_start) ?? now
  const end = timeOf(input.period_end) ?? plusMonths(start, 1)
  if (end <= start) throw invalid({ path: 'period_end', message: 'must be after period_start' })
  return { start, end }
}

/** A time in the stored format. */
const timeOf = <T extends null | undefined>(given: string | T): Time | T =>
  typeof given === 'string' ? plus(given, 0) : given
