import { makeDueDigest } from '../../domains/notices/index.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const sendDigestsTask = task({
  name: taskName('send_digests'),
  every: MINUTE,
  summary: 'Writes the daily digests whose hour has come, once for each day of a workspace.',

  async run(app, signal) {
    let made = 0
    while (!signal.aborted && app.db.write((tx) => makeDueDigest(tx, app))) {
      made++
      await pause()
    }
    return made
  },
})
