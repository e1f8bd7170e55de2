import { ADVANCE_PUSHES, advancePushes } from '../../domains/pushes/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { SECOND } from '../../kernel/time/clock.ts'

export const advancePushesTask = task({
  name: ADVANCE_PUSHES,
  every: 5 * SECOND,
  summary: 'Screens new pushes, takes their snapshots, plans their sending.',
  run: advancePushes,
})
