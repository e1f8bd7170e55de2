import { feature } from '../feature.ts'
import { movePush } from './index.ts'
import * as operations from './operations.ts'
import { followMovesTask } from './tasks.ts'

export const moves = feature({
  name: 'moves',
  summary: 'Moves a push with its links, credits and figures to another client.',
  needs: ['webhooks', 'reports'],
  operations,
  tasks: [followMovesTask],
  provides: { movePush },
})
