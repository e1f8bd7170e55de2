import { inSteps } from '../../kernel/scheduling/steps.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { HOUR, MINUTE } from '../../kernel/time/clock.ts'
import { forgetFreeChecks, reportDay, TAKE_FREE_CHECKS, takeFreeChecks } from './index.ts'

export const forgetFreeChecksTask = task({
  name: taskName('forget_free_checks'),
  every: HOUR,
  summary: "Deletes free checks older than 30 days, with the visitors' addresses, and expired blocks.",
  run: ({ db }, signal) => inSteps(db, signal, forgetFreeChecks),
})

export const reportFreeChecksTask = task({
  name: taskName('report_free_checks'),
  every: HOUR,
  summary: 'Reports the free checks of the day before to the platform admins.',
  run: async (app) => app.db.write((tx) => reportDay(tx, app)),
})

export const takeFreeChecksTask = task({
  name: TAKE_FREE_CHECKS,
  every: MINUTE,
  summary: 'Runs free checks of visitors.',
  run: takeFreeChecks,
})
