import { MINUTE } from '../kernel/clock.ts'
import { job } from '../kernel/job.ts'
import { revokeReplaced } from '../domains/keys/keys.ts'

export const revokeReplacedKeys = job({
  name: 'revoke_replaced_keys',
  every: MINUTE,
  summary: 'Revoke API keys that were replaced a day ago',
  run: async ({ db }) => db.write(revokeReplaced),
})
