import { task } from '../../kernel/scheduling/task.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { FOLLOW_MOVES, followMoves } from './index.ts'

export const followMovesTask = task({
  name: FOLLOW_MOVES,
  every: 10 * SECOND,
  summary: 'Brings checks and addresses of moved pushes to their workspace, and counts reports again.',
  run: followMoves,
})
