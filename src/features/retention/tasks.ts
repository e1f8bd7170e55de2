import { untilIdle } from '../../kernel/scheduling/steps.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { writeDropLetter } from './drops/drop-letters.ts'
import { pushAgain } from './drops/push-again.ts'
import { WATCH_LINKS } from './task-name.ts'
import { noteVoid } from './watches/canaries.ts'
import { enrol } from './watches/enrol.ts'
import { examineMissed } from './watches/examine.ts'
import { planWatches } from './watches/plan-looks.ts'

export const watchLinksTask = task({
  name: WATCH_LINKS,
  every: 5 * MINUTE,
  summary:
    'Checks watched links again that are due, reads the pages of those that are missing, pushes dropped ones again where a workspace wants that, and writes the letter of the day about drops.',
  async run(app, signal) {
    noteVoid(app)
    const enrolled = await enrol(app, signal)
    const planned = await planWatches(app, signal)
    const examined = await examineMissed(app, signal)
    const pushed = await pushAgain(app, signal)
    return (
      enrolled +
      planned +
      examined +
      pushed +
      (await untilIdle(signal, () => app.db.write((tx) => writeDropLetter(tx, app))))
    )
  },
})
