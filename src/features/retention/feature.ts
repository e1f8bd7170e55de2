import { feature } from '../feature.ts'
import { endWatches, moveWatches } from './enrol.ts'
import { settleWatches } from './index.ts'
import * as drops from './operations/drops.ts'
import * as operations from './operations/retention.ts'
import { watchLinksTask } from './tasks.ts'

export const retention = feature({
  name: 'retention',
  summary:
    'Checks links again after their guarantee, and says which dropped out of the index, between which days, and why.',
  needs: ['standing', 'repairs'],
  sections: [{ name: 'Reports', paths: /^\/(survival|drops|at-risk)\b/ }],
  operations: { ...operations, ...drops },
  moved: moveWatches,
  expired: [endWatches],
  provides: { settleWatches },
  tasks: [watchLinksTask],
})
