import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'

export { callerOfKey, type KeyHolder } from './admit-key.ts'
export { noteKeyUsed, saveKeyUse } from './key-use.ts'

export const operations: readonly AnyOperation[] = []

export const jobs: readonly Job[] = []
