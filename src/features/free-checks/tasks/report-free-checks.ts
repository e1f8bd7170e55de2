import { reportDay } from '../index.ts'
import { task, taskName } from '../../../kernel/scheduling/task.ts'
import { HOUR } from '../../../kernel/time/clock.ts'

export const reportFreeChecksTask = task({
  name: taskName('report_free_checks'),
  every: HOUR,
  summary: 'Reports the free checks of the day before to the platform admins.',
  run: async (app) => app.db.write((tx) => reportDay(tx, app)),
})
