import { feature } from '../feature.ts'
import * as operations from './operations.ts'
import { followMovesTask } from './tasks.ts'

export const moves = feature({
  name: 'moves',
  summary: 'Moves a push with its links, credits and figures to another client.',
  needs: ['standing', 'repairs', 'drafts', 'webhooks'],
  operations,
  tasks: [followMovesTask],
})
