import { forgetFreeChecks } from '../domains/freechecks/index.ts'
import { HOUR } from '../kernel/clock.ts'
import { inSteps } from '../kernel/steps.ts'
import { task, taskName } from '../kernel/task.ts'

export const forgetFreeChecksTask = task({
  name: taskName('forget_free_checks'),
  every: HOUR,
  summary: 'Forget free checks of more than 30 days ago, with the addresses of whoever asked, and blocks that are over',
  run: ({ db }, signal) => inSteps(db, signal, forgetFreeChecks),
})
