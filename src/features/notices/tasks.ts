import { untilIdle } from '../../kernel/scheduling/steps.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { tellNext } from './alerts.ts'
import { makeDueDigest } from './digest.ts'

export const sendDigestsTask = task({
  name: taskName('send_digests'),
  every: MINUTE,
  summary: 'Writes the daily digests whose hour has come, once for each day of a workspace.',
  run: (app, signal) => untilIdle(signal, () => app.db.write((tx) => makeDueDigest(tx, app))),
})

export const tellHappeningsTask = task({
  name: taskName('tell_happenings'),
  every: MINUTE,
  summary: 'Writes e-mails about finished jobs, low credits and refused keys.',
  run: (app, signal) => untilIdle(signal, () => app.db.write((tx) => tellNext(tx, app))),
})
