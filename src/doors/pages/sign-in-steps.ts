/** The cookie between the two steps of a sign-in. */
import { personOfStep } from '../../domains/accounts/index.ts'
import { MINUTE, SECOND } from '../../kernel/time/clock.ts'
import { SIGN_IN } from './impersonation.ts'
import type { Call } from './screens.ts'

export { finishStep, SecondStep } from '../../domains/accounts/index.ts'

/** Sent to the pages of the sign-in alone. */
export const STEP = 'step'
const LASTS = (10 * MINUTE) / SECOND

const cookieOf = ({ app }: Call, value: string, seconds: number): string =>
  `${STEP}=${value}; Path=${SIGN_IN}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${app.config.site_url.startsWith('https:') ? '; Secure' : ''}`

export const stepCookie = (call: Call, token: string): string => cookieOf(call, token, LASTS)
export const dropStep = (call: Call): string => cookieOf(call, '', 0)

/** Whether a sign-in of this browser waits for its second step. */
export const waitsAt = (call: Call): boolean => call.app.db.read((tx) => personOfStep(tx, call.cookies(STEP)) !== null)
