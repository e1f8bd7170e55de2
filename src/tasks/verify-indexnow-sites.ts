import { verifyDueSites } from '../domains/indexnow/index.ts'
import { task, taskName } from '../kernel/scheduling/task.ts'
import { MINUTE } from '../kernel/time/clock.ts'

export const verifyIndexnowSitesTask = task({
  name: taskName('verify_indexnow_sites'),
  every: 5 * MINUTE,
  summary: 'Checks the key file of each IndexNow site once a day, and of a failing one each hour.',
  run: async (app, signal) => (await verifyDueSites(app, signal)).length,
})
