import { feature } from '../feature.ts'
import { moveRepairs } from './index.ts'
import * as operations from './operations.ts'
import { checkRepairsTask } from './tasks.ts'

export const repairs = feature({
  name: 'repairs',
  summary: 'Watches flagged pages until their fault is gone, then pushes them.',
  needs: ['standing'],
  sections: [{ name: 'Automatic pushes', paths: /^\/repairs\b/ }],
  operations,
  moved: moveRepairs,
  tasks: [checkRepairsTask],
})
