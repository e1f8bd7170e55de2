import { version } from '../../package.json'

declare const BUILD_COMMIT: string | undefined

export { version }

/** The commit this program was built from, or `dev` when it runs from its sources. */
export const commit: string = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'dev'
