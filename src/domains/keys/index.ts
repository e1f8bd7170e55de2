import type { Job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { rememberKeyUse } from '../../tasks/remember-key-use.ts'
import { revokeReplacedKeys } from '../../tasks/revoke-replaced-keys.ts'
import { deleteApiKey } from '../../operations/api-keys/delete-api-key.ts'
import { getApiKey } from '../../operations/api-keys/get-api-key.ts'
import { getMe } from '../../operations/account/get-me.ts'
import { listApiKeys } from '../../operations/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../operations/api-keys/revoke-api-key.ts'
import { updateApiKey } from '../../operations/api-keys/update-api-key.ts'

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
