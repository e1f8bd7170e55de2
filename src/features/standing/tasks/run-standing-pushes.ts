import { RUN_STANDING_PUSHES, runStandingPushes } from '../index.ts'
import { task } from '../../../kernel/scheduling/task.ts'
import { MINUTE } from '../../../kernel/time/clock.ts'

export const runStandingPushesTask = task({
  name: RUN_STANDING_PUSHES,
  every: MINUTE,
  summary: 'Reads the sources of standing pushes that are due, and pushes what is new or changed.',
  run: (app, signal) => runStandingPushes(app, signal),
})
