import Type from 'typebox'
import { Plan, planOf } from '../../domains/plans/index.ts'
import { ListOf, wholeListInput, wholeOrPageOf } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

export const listPlans = read({
  name: 'list_plans',
  route: 'GET /plans',
  role: null,
  summary: 'Plans, their prices in USD and their limits, lowest first.',
  input: Type.Object(wholeListInput('usd_month', 'usd_year')),
  output: ListOf(
    Shape('PlanOnOffer', { ...Plan.properties, current: Type.Boolean({ description: 'in force for your workspace' }) }),
  ),
  example: {},

  handle({ tx, caller, app }, { sort = 'usd_month', dir, ...page }) {
    const { plan: current } = planOf(tx, app, caller.tenant_id)
    const sign = dir === 'desc' ? -1 : 1
    const sorted = app.catalog.plans.toSorted((a, b) => sign * (a[sort] - b[sort]))
    const shown = sorted.map((plan) => ({ ...plan, current: plan.plan === current }))
    return wholeOrPageOf(shown, page)
  },
})
