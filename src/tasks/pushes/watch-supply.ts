import { watchSupply } from '../../domains/providers/index.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const watchSupplyTask = task({
  name: taskName('watch_supply'),
  every: 5 * MINUTE,
  summary:
    'Writes to the operator when a crawl route or check engine takes no work for two hours, and when it does again.',
  run: async (app) => app.db.write((tx) => watchSupply(tx, app)),
})
