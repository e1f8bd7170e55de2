import { findDoubles, keepSignedIn, syncBatches } from '../../domains/providers/index.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const syncBatchesTask = task({
  name: taskName('sync_batches'),
  every: 5 * MINUTE,
  summary: "Fetches the suppliers' own reports of sent batches, and asks for orders that were made twice.",
  async run(app, signal) {
    await keepSignedIn(app)
    return (await syncBatches(app, signal)) + (await findDoubles(app, signal))
  },
})
