/** The cookie between the two steps of a sign-in. */
import { enterByPasskey, passkeySite, personOfStep, requestOptions } from '../../domains/accounts/index.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { MINUTE, SECOND } from '../../kernel/time/clock.ts'
import { networkOf } from '../../kernel/web-fetch/addresses.ts'
import { domainAsked, fromOf } from '../admit.ts'
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

const PASSKEYS_PER_MINUTE = 60

const siteOf = (call: Call) =>
  call.app.db.read((tx) => passkeySite(tx, call.app, domainAsked(call.app, call.request)?.id ?? null))

/** Whether browsers can use passkeys at this address. */
export const hasPasskeys = (call: Call): boolean => siteOf(call) !== null

function assertSite(call: Call) {
  call.app.limits.take(`passkeys from ${networkOf(call.visit.ip ?? '')}`, PASSKEYS_PER_MINUTE, null)
  const site = siteOf(call)
  if (!site) throw new Fault('conflict', 'Passkeys need https and a host name.')
  return site
}

/** A challenge for any passkey of this address. */
export const passkeyOptions = (call: Call): object => {
  const site = assertSite(call)
  return call.app.db.write((tx) => requestOptions(tx, site, null))
}

/** Signs in with the answer of a passkey. */
export const signInByPasskey = (call: Call) =>
  enterByPasskey(call.app, assertSite(call), call.form.response ?? '', fromOf(call))
