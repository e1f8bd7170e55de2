/** The cookie between the two steps of a sign-in, and sign-in by passkey. */

import {
  finishStep as finish,
  passkeyHosts,
  passkeySite,
  personOfStep,
  signInByPasskey,
  signInOptions,
} from '../../../domains/accounts/index.ts'
import { text } from '../../../kernel/language/say.ts'
import { conflict, Fault } from '../../../kernel/operation/fault.ts'
import { looksLikeSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { MINUTE, SECOND } from '../../../kernel/time/clock.ts'
import { networkOf } from '../../../kernel/web-fetch/addresses.ts'
import { domainAsked, fromOf } from '../../admit.ts'
import { keptCookie, readCookie } from '../cookies.ts'
import type { Call } from '../screens.ts'

export { SecondStep } from '../../../domains/accounts/index.ts'

/** The sign-in that waits for its second step. */
export const STEP = 'step'
const LASTS = (10 * MINUTE) / SECOND

export const stepCookie = (call: Call, token: string): string => keptCookie(call.app, STEP, token, LASTS)
export const dropStep = (call: Call): string => keptCookie(call.app, STEP, '', 0)
const stepOf = (call: Call): string | null => readCookie(call, STEP)

/** Whether a sign-in of this browser waits for its second step. */
export const waitsAt = (call: Call): boolean => stepPerson(call) !== null

const personAt = (call: Call) => call.app.db.read((tx) => personOfStep(tx, stepOf(call), fromOf(call)))

/** The person who waits; null for none. */
export const stepPerson = (call: Call): string | null => personAt(call)?.id ?? null

/** Hosts of the passkeys of the person who waits. */
export function hostsAt(call: Call): string[] {
  const user = personAt(call)
  return user ? call.app.db.read((tx) => passkeyHosts(tx, user.id)) : []
}

const siteOf = ({ app, request }: Call) => (domainAsked(app, request) ? null : passkeySite(app))

/** The host of passkeys at this address; null where browsers have none. */
export const passkeyHost = (call: Call): string | null => siteOf(call)?.rp_id ?? null

/** Binds a challenge to the browser that asked for it. */
const BROWSER = 'passkey'
const PER_MINUTE = 60

function assertSite(call: Call) {
  call.app.limits.take(`passkeys from ${networkOf(call.visit.ip ?? '')}`, PER_MINUTE, null)
  const site = siteOf(call)
  if (!site) throw conflict(text('Passkeys need HTTPS, and work at the address of the install alone.'))
  return site
}

/** Options for any passkey of this address, and the cookie that they are bound to. */
export function passkeyOptions(call: Call): { options: object; cookie: string } {
  const site = assertSite(call)
  const known = readCookie(call, BROWSER)
  const browser = known !== null && looksLikeSecret('spb', known) ? known : newSecret('spb')
  const options = call.app.db.write((tx) => signInOptions(tx, site, browser))
  return { options, cookie: keptCookie(call.app, BROWSER, browser, LASTS) }
}

export const signInWithPasskey = (call: Call) => {
  const at = { site: assertSite(call), browser: readCookie(call, BROWSER) ?? '', step: stepOf(call) }
  return attached(call, signInByPasskey(call.app, at, call.form.response ?? '', fromOf(call)))
}

export const finishStep = (call: Call, code: string) =>
  attached(call, finish(call.app, stepOf(call) ?? '', code, fromOf(call)))

/** The session with the part of the provider that vouched for the first step. */
async function attached<T extends { handoff: string | null; session_id: string }>({ app }: Call, opening: Promise<T>) {
  const opened = await opening
  const { handoff, session_id } = opened
  if (handoff !== null && !app.db.write((tx) => app.attachPart(tx, handoff, session_id)))
    throw new Fault('unauthorized', text('This sign-in ended at your identity provider. Sign in again.'))
  return opened
}
