import { findDoubles, keepSignedIn, priceBatches, SYNC_BATCHES, syncBatches } from '../../domains/providers/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const syncBatchesTask = task({
  name: SYNC_BATCHES,
  every: 5 * MINUTE,
  summary:
    "Fetches the suppliers' own reports of sent batches, asks for orders that were made twice, and gives batches the price that was entered since.",
  async run(app, signal) {
    await keepSignedIn(app)
    const priced = await priceBatches(app, signal)
    return priced + (await syncBatches(app, signal)) + (await findDoubles(app, signal))
  },
})
