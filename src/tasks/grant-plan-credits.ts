import { GRANT_PLAN_CREDITS, grantDue } from '../domains/credits/index.ts'
import { HOUR } from '../kernel/time/clock.ts'
import { task } from '../kernel/work/task.ts'

export const grantPlanCreditsTask = task({
  name: GRANT_PLAN_CREDITS,
  every: HOUR,
  summary: 'Grants the credits that plans give each month.',
  run: grantDue,
})
