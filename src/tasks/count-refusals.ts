import { task, taskName } from '../kernel/scheduling/task.ts'
import { MINUTE } from '../kernel/time/clock.ts'

export const countRefusalsTask = task({
  name: taskName('count_refusals'),
  every: MINUTE,
  summary: 'Writes the counts of refused requests and failed sign-ins to the audit trail.',
  in_doubt: true,

  run: async ({ events }) => events.flush(),
})
