import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { rememberKeyUse } from './jobs/remember-key-use.ts'
import { revokeReplacedKeys } from './jobs/revoke-replaced-keys.ts'
import { deleteApiKey } from './operations/delete-api-key.ts'
import { getApiKey } from './operations/get-api-key.ts'
import { getMe } from './operations/get-me.ts'
import { listApiKeys } from './operations/list-api-keys.ts'
import { revokeApiKey } from './operations/revoke-api-key.ts'
import { updateApiKey } from './operations/update-api-key.ts'

export { callerOfKey, type KeyHolder } from './admit-key.ts'
export { noteKeyUsed, saveKeyUse } from './key-use.ts'
export { countKeys, createKey, readKey, replaceKey, revokeKeysOf } from './keys.ts'
export * from './shapes.ts'

export const operations: readonly AnyOperation[] = [
  getMe,
  listApiKeys,
  getApiKey,
  updateApiKey,
  deleteApiKey,
  revokeApiKey,
]

export const jobs: readonly Job[] = [rememberKeyUse, revokeReplacedKeys]
