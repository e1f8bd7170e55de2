import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { CHECK_REPAIRS, checkRepairs } from './index.ts'

export const checkRepairsTask = task({
  name: CHECK_REPAIRS,
  every: 10 * MINUTE,
  summary: 'Screens watched pages that are due, and pushes those that are fixed.',
  run: (app, signal) => checkRepairs(app, signal),
})
