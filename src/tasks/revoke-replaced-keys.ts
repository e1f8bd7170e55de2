import { revokeReplaced } from '../domains/keys/index.ts'
import { task, taskName } from '../kernel/scheduling/task.ts'
import { MINUTE } from '../kernel/time/clock.ts'

export const revokeReplacedKeysTask = task({
  name: taskName('revoke_replaced_keys'),
  every: MINUTE,
  summary: 'Revokes API keys that were replaced a day ago.',
  run: async ({ db }) => db.write(revokeReplaced),
})
