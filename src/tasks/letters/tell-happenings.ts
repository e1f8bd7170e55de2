import { tellNext } from '../../domains/notices/index.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const tellHappeningsTask = task({
  name: taskName('tell_happenings'),
  every: MINUTE,
  summary: 'Writes letters about what happened: jobs that finished, credits that run low, keys that are refused.',

  async run(app, signal) {
    let done = 0
    for (let some = 1; some > 0 && !signal.aborted; done += some) {
      some = app.db.write((tx) => tellNext(tx, app))
      await pause()
    }
    return done
  },
})
