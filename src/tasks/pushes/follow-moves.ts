import { FOLLOW_MOVES, followMoves } from '../../domains/moves/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const followMovesTask = task({
  name: FOLLOW_MOVES,
  every: MINUTE,
  summary: 'Brings checks and addresses of moved pushes to their workspace, and counts reports again.',
  run: followMoves,
})
