/** What somebody who is not signed in may ask for, and how often: whether an address is known never shows in it. */
import { networkOf, wideNetworkOf } from '../../kernel/addresses.ts'
import { writeAudit } from '../../kernel/audit.ts'
import { systemCaller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database.ts'
import { conflict } from '../../kernel/fault.ts'
import { hashSecret } from '../../kernel/ids.ts'
import { limitLetters } from '../mail/index.ts'
import { canSignUp } from './access.ts'

/** Where a request comes from. */
export type Origin = { ip: string | null; user_agent: string | null; request_id: string }

/** In a UTC day: about one address, from one (or the /64 of an IPv6 one), and from its /24 or /48. */
const MOST = { address: 5, ip: 60, network: 300 }

/** Without letters no address can be proved. Throws 409. */
export function assertLetters(tx: Tx): void {
  if (!canSignUp(tx)) throw conflict('This install adds people by hand. Ask whoever runs it for an account.')
}

/** Counts what a stranger asks for. Throws 429 beyond what a day may have. */
export function limitStranger(tx: Tx, what: 'sign-up' | 'waitlist' | 'reset', email: string, ip: string | null): void {
  const many = 'Too much was asked from your network today. Try again tomorrow.'
  if (ip !== null) {
    limitLetters(tx, `strangers:${networkOf(ip)}`, MOST.ip, many)
    limitLetters(tx, `strangers:${wideNetworkOf(ip)}`, MOST.network, many)
  }
  const often = 'This was asked for this address too often today. Look into the mailbox, or try again tomorrow.'
  limitLetters(tx, `${what}:${hashSecret(email)}`, MOST.address, often)
}

/** A line of the audit trail about somebody who may have no account. */
export function noteStranger(tx: Tx, action: string, email: string, { ip, request_id }: Origin, after?: object): void {
  const caller = { ...systemCaller(''), via: 'session' as const, platform: false, label: email }
  writeAudit(tx, caller, { action, tenant_id: null, target: null, after, ip, request_id })
}
