import { PLAN_CHECKS, planChecks } from '../../domains/checks/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { SECOND } from '../../kernel/time/clock.ts'

export const planChecksTask = task({
  name: PLAN_CHECKS,
  every: 10 * SECOND,
  summary: 'Plans large check jobs in steps.',
  run: planChecks,
})
