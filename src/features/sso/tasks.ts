import { untilIdle } from '../../kernel/scheduling/steps.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { HOUR } from '../../kernel/time/clock.ts'
import { tellEnded } from './index.ts'

export const tellEndedSignInsTask = task({
  name: taskName('tell_ended_sign_ins'),
  every: HOUR,
  summary: 'After an upgrade: writes to people whose identity provider ended, and notes it in the audit trail.',
  run: (app, signal) => untilIdle(signal, () => app.db.write((tx) => tellEnded(tx, app))),
})
