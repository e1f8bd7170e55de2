import { forgetFreeChecks } from '../index.ts'
import { inSteps } from '../../../kernel/scheduling/steps.ts'
import { task, taskName } from '../../../kernel/scheduling/task.ts'
import { HOUR } from '../../../kernel/time/clock.ts'

export const forgetFreeChecksTask = task({
  name: taskName('forget_free_checks'),
  every: HOUR,
  summary: "Deletes free checks older than 30 days, with the visitors' addresses, and expired blocks.",
  run: ({ db }, signal) => inSteps(db, signal, forgetFreeChecks),
})
