import { version } from '../../../package.json'
import type { Time } from '../time/clock.ts'

declare const BUILD_COMMIT: string | undefined
declare const BUILD_TIME: string | undefined

export { version }

/** The commit this program was built from, or `dev` when it runs from its sources. */
export const commit: string = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'dev'

/** When that commit was made; null when it runs from its sources. No correct clock is before it. */
export const built: Time | null = typeof BUILD_TIME === 'string' && BUILD_TIME ? BUILD_TIME : null
