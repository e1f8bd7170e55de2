import { task, taskName } from '../../kernel/scheduling/task.ts'
import { HOUR } from '../../kernel/time/clock.ts'
import { askForRelease, isReleaseDue } from './program.ts'

export const lookForReleaseTask = task({
  name: taskName('look_for_release'),
  every: HOUR,
  summary: 'Checks for a newer release once a day, if SIGNALPOST_UPDATE_URL is set.',
  in_doubt: true,

  async run(app) {
    if (!app.config.update_url || !app.db.read(isReleaseDue)) return 0
    await askForRelease(app)
    return 1
  },
})
