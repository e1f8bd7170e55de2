import { forgetFreeChecks } from '../domains/freechecks/index.ts'
import { HOUR } from '../kernel/time/clock.ts'
import { inSteps } from '../kernel/work/steps.ts'
import { task, taskName } from '../kernel/work/task.ts'

export const forgetFreeChecksTask = task({
  name: taskName('forget_free_checks'),
  every: HOUR,
  summary: "Deletes free checks older than 30 days, with the visitors' addresses, and expired blocks",
  run: ({ db }, signal) => inSteps(db, signal, forgetFreeChecks),
})
