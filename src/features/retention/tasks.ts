import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { noteVoid } from './canaries.ts'
import { enrol } from './enrol.ts'
import { examineMissed } from './examine.ts'
import { planWatches } from './plan-looks.ts'
import { WATCH_LINKS } from './task-name.ts'

export const watchLinksTask = task({
  name: WATCH_LINKS,
  every: 5 * MINUTE,
  summary: 'Checks watched links again that are due, and reads the pages of those that are missing.',
  async run(app, signal) {
    noteVoid(app)
    const enrolled = await enrol(app, signal)
    const planned = await planWatches(app, signal)
    return enrolled + planned + (await examineMissed(app, signal))
  },
})
