import { keepSignedIn, syncCampaigns } from '../domains/providers/index.ts'
import { MINUTE } from '../kernel/clock.ts'
import { task, taskName } from '../kernel/task.ts'

export const syncCampaignsTask = task({
  name: taskName('sync_campaigns'),
  every: 5 * MINUTE,
  summary: "Fetches the suppliers' own reports of sent batches.",
  async run(app, signal) {
    await keepSignedIn(app)
    return syncCampaigns(app, signal)
  },
})
