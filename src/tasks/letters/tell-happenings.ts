import { tellNext } from '../../features/notices/index.ts'
import { untilIdle } from '../../kernel/scheduling/steps.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const tellHappeningsTask = task({
  name: taskName('tell_happenings'),
  every: MINUTE,
  summary: 'Writes e-mails about finished jobs, low credits and refused keys.',
  run: (app, signal) => untilIdle(signal, () => app.db.write((tx) => tellNext(tx, app))),
})
