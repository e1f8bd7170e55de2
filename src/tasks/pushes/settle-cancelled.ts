import { SETTLE_CANCELLED, settleAllCancelled } from '../../domains/pushes/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const settleCancelledTask = task({
  name: SETTLE_CANCELLED,
  every: MINUTE,
  summary: 'Settles the remaining links of cancelled jobs.',
  run: settleAllCancelled,
})
