import { saveUses } from '../kernel/database/last-use.ts'
import { task, taskName } from '../kernel/scheduling/task.ts'
import { MINUTE } from '../kernel/time/clock.ts'

export const rememberKeyUseTask = task({
  name: taskName('remember_key_use'),
  every: MINUTE,
  summary: 'Records when API keys and connected apps were last used.',
  run: async ({ db }) => saveUses(db),
})
