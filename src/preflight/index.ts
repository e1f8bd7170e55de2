import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'

export { DroppedUrls } from './shapes.ts'
export { normaliseUrl, sameUrl, type TakenUrls, takeUrls, takeUrlsInSteps } from './url.ts'

export const operations: readonly AnyOperation[] = []

export const jobs: readonly Job[] = []
