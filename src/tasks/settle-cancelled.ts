import { SETTLE_CANCELLED, settleAllCancelled } from '../domains/pushes/index.ts'
import { MINUTE } from '../kernel/clock.ts'
import { task } from '../kernel/task.ts'

export const settleCancelledTask = task({
  name: SETTLE_CANCELLED,
  every: MINUTE,
  summary: 'Finish what is left of cancelled jobs',
  run: settleAllCancelled,
})
