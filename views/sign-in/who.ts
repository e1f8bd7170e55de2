import { SIGN_IN } from '../../src/doors/pages/web.ts'

/** Where one signs in to go on to `path`. */
export const signInTo = (path: string): string => `${SIGN_IN}?next=${encodeURIComponent(path)}`
