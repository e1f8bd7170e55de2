import { GRANT_PLAN_CREDITS, grantDue } from '../domains/credits/index.ts'
import { task } from '../kernel/scheduling/task.ts'
import { HOUR } from '../kernel/time/clock.ts'

export const grantPlanCreditsTask = task({
  name: GRANT_PLAN_CREDITS,
  every: HOUR,
  summary: 'Grants the credits that plans give each month.',
  run: grantDue,
})
