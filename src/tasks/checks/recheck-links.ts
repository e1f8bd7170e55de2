import { lookDays } from '../../domains/plans/index.ts'
import { planGuaranteeLooks, RECHECK_LINKS } from '../../domains/pushes/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const recheckLinksTask = task({
  name: RECHECK_LINKS,
  every: MINUTE,
  summary: `Plans the guarantee checks of days ${lookDays()} that are due.`,
  run: planGuaranteeLooks,
})
