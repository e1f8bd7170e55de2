import { saveKeyUse } from '../domains/keys/index.ts'
import { MINUTE } from '../kernel/clock.ts'
import { task, taskName } from '../kernel/task.ts'

export const rememberKeyUseTask = task({
  name: taskName('remember_key_use'),
  every: MINUTE,
  summary: 'Write down when API keys were last used',
  run: async ({ db }) => saveKeyUse(db),
})
