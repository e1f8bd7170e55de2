import { MINUTE } from '../kernel/clock.ts'
import { job } from '../kernel/job.ts'
import { saveKeyUse } from '../domains/keys/key-use.ts'

export const rememberKeyUse = job({
  name: 'remember_key_use',
  every: MINUTE,
  summary: 'Write down when API keys were last used',
  run: async ({ db }) => saveKeyUse(db),
})
