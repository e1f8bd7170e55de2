import { MINUTE } from '../kernel/clock.ts'
import { saveUses } from '../kernel/last-use.ts'
import { task, taskName } from '../kernel/task.ts'

export const rememberKeyUseTask = task({
  name: taskName('remember_key_use'),
  every: MINUTE,
  summary: 'Write down when API keys and connected apps were last used',
  run: async ({ db }) => saveUses(db),
})
