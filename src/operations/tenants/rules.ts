import Type from 'typebox'
import { FactorRuleShape, factorRuleFields, ruleFrom, ruleOf, setRule } from '../../domains/accounts/index.ts'
import { LedgerEntry, Note, setPlanByHand } from '../../domains/credits/index.ts'
import { Interval, PlanNamed, planOf, SubscriptionStatus } from '../../domains/plans/index.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { Defaulted, Moment, MomentOrDay, Nullable, TenantId } from '../../kernel/operation/shape.ts'

export const getSecurityRule = read({
  name: 'get_security_rule',
  route: 'GET /tenants/{id}/security',
  role: 'admin',
  instead: 'list_members',
  summary: 'The people of a workspace who need a second factor.',
  input: Type.Object({ id: TenantId }),
  output: FactorRuleShape,
  example: { id: 'ten_bakery' },

  handle: ({ tx }, { id }) => ruleOf(tx, id),
})

export const setSecurityRule = write({
  name: 'set_security_rule',
  route: 'PUT /tenants/{id}/security',
  role: 'owner',
  person: true,
  proof: true,
  at_install: true,
  summary: 'Set who of a workspace, and of those below it, needs a second factor.',
  description:
    'People without one reach only their own account until they add it. The strictest rule of all their workspaces and of the install holds. Keys and apps go on working unless `keys_too` is set. Days left out stay: a date already set holds.',
  input: Type.Object({ id: TenantId, ...factorRuleFields }),
  output: FactorRuleShape,
  example: { id: 'ten_bakery', second_factor: 'admins', grace_days: 7 },

  handle({ tx, changed }, { id, ...asked }) {
    const before = ruleOf(tx, id)
    const after = ruleFrom(tx.now, asked, before)
    setRule(tx, id, after)
    changed({ tenant_id: id, target: id, before, after })
    return after
  },
})

const MaybeTime = Type.Optional(Nullable(MomentOrDay))

export const setTenantPlan = write({
  name: 'set_tenant_plan',
  route: 'PUT /tenants/{id}/plan',
  role: 'platform',
  summary: 'Set the plan of a workspace at the root of a tree, by hand.',
  description:
    'Fields left out stay while the plan stays, and are empty on a new plan; the status is `active` unless given, and `past_due` gets seven days of grace unless `grace_until` is given. While the plan is in force, each month’s credits are granted automatically, first a month after a new plan was set. With `grant_period` the credits of one month are granted at once, and the next follow when that period ends; a `ref`, or else a `period_start`, that was granted before grants nothing. `ref`, `period_start` and `period_end` are refused without `grant_period`.',
  input: Type.Object({
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
  }),
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
    const { before, after, granted } = setPlanByHand(tx, app, caller, id, input)
    const { grant_period, ref } = input
    changed({ tenant_id: id, before, after: { ...after, note, grant_period: grant_period || undefined, ref } })
    return { ...after, in_force: planOf(tx, app, id).plan, granted }
  },
})
