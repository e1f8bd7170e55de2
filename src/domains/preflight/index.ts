import type { Job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { preflightUrls } from '../../operations/preflight/preflight-urls.ts'
import { validateUrls } from '../../operations/preflight/validate-urls.ts'

export { type Facts, FLAGS } from './facts.ts'
export { noUrlLeft } from './none-left.ts'
export { screenUrls } from './screen.ts'
export { DroppedUrls } from './shapes.ts'
export { hostOf, normaliseUrl, pathOf, takeUrls } from './url.ts'

export const operations: readonly AnyOperation[] = [validateUrls, preflightUrls]

export const jobs: readonly Job[] = []
