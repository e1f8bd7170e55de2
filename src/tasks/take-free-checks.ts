import { TAKE_FREE_CHECKS, takeFreeChecks } from '../domains/freechecks/index.ts'
import { MINUTE } from '../kernel/time/clock.ts'
import { task } from '../kernel/work/task.ts'

export const takeFreeChecksTask = task({
  name: TAKE_FREE_CHECKS,
  every: MINUTE,
  summary: 'Do what visitors of the public pages asked for',
  run: takeFreeChecks,
})
