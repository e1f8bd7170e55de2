import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'

export { type Facts, FIXES, FLAGS, type Flag } from './facts.ts'
export { screenUrls } from './screen.ts'
export { DroppedUrls } from './shapes.ts'
export { normaliseUrl, sameUrl, type TakenUrls, takeUrls, takeUrlsInSteps } from './url.ts'

export const operations: readonly AnyOperation[] = []

export const jobs: readonly Job[] = []
