import { makeDueDigest } from '../domains/notices/index.ts'
import { MINUTE } from '../kernel/time/clock.ts'
import { pause } from '../kernel/work/pause.ts'
import { task, taskName } from '../kernel/work/task.ts'

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
