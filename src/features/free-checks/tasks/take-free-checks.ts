import { TAKE_FREE_CHECKS, takeFreeChecks } from '../index.ts'
import { task } from '../../../kernel/scheduling/task.ts'
import { MINUTE } from '../../../kernel/time/clock.ts'

export const takeFreeChecksTask = task({
  name: TAKE_FREE_CHECKS,
  every: MINUTE,
  summary: 'Runs free checks of visitors.',
  run: takeFreeChecks,
})
