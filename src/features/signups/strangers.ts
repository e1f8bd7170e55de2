/** Requests of people who are not signed in, and their limits. No answer reveals whether an address is known. */

import type { SignInOrigin } from '../../domains/accounts/index.ts'
import { limitLetters } from '../../domains/mail/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { text } from '../../kernel/language/say.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { systemCaller } from '../../kernel/operation/caller.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { hashSecret } from '../../kernel/secrets/ids.ts'
import { networkOf, wideNetworkOf } from '../../kernel/web-fetch/addresses.ts'
import { canSignUp } from './access.ts'

export type StrangerOrigin = SignInOrigin & { request_id: string }

/**
 * Limits of a UTC day: for one address, from one IP address (or IPv6 /64), and from its /24 or /48. Links for a new
 * password are limited by the number that works at a time instead, so that a stranger cannot use up a person's daily
 * limit.
 */
const MOST = { address: 5, ip: 60, network: 300 }

/** Throws 409 when letters cannot be sent, because then no address can be verified. */
export function assertLetters(tx: Tx): void {
  if (!canSignUp(tx)) throw conflict(text('This install takes no sign-ups. Ask the people who run it for an account.'))
}

/** Counts a request of a stranger. Throws 429 above a limit of the day. */
export function limitStranger(tx: Tx, what: 'sign-up' | 'waitlist' | 'reset', email: string, ip: string | null): void {
  const many = text('Your network has sent too many requests today. Try again tomorrow.')
  if (ip !== null) {
    limitLetters(tx, `strangers:${networkOf(ip)}`, MOST.ip, many)
    limitLetters(tx, `strangers:${wideNetworkOf(ip)}`, MOST.network, many)
  }
  if (what === 'reset') return
  const often = text('This was requested too often for this address today. Check your mailbox, or try again tomorrow.')
  limitLetters(tx, `${what}:${hashSecret(email)}`, MOST.address, often)
}

/** Writes a line of the audit trail about a person who may have no account. */
export function noteStranger(
  tx: Tx,
  action: string,
  email: string,
  { ip, request_id }: StrangerOrigin,
  after?: object,
): void {
  const caller = { ...systemCaller(''), via: 'session' as const, platform: false, label: email }
  writeAudit(tx, caller, { action, tenant_id: null, target: null, after, ip, request_id })
}
