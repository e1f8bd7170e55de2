/** Step-up: before a dangerous act a person shows once more who they are, unless they did so a moment ago. */
import { MINUTE, plus, type Time } from '../time/clock.ts'
import type { Input } from './call.ts'
import type { Caller } from './caller.ts'
import { Fault } from './fault.ts'
import type { AnyOperation } from './operation.ts'

/** How long a proof counts; signing in is one. */
const PROOF_LASTS = 15 * MINUTE

/** The moment until which a proof of `at` counts. */
export const proofUntil = (at: Time): Time => plus(at, PROOF_LASTS)

/** Whether the act needs a proof from this caller: of people alone, since to make a key or an app is such an act itself. */
export function asksForProof({ proof = false, input }: AnyOperation, { via, proof: given }: Caller, parsed: Input) {
  if (via !== 'session' || proof === false) return false
  // The password it takes is the proof, for somebody who has nothing else.
  if ('current_password' in input.properties && given?.by.includes('password')) return false
  return proof === true || (parsed.issues.length === 0 && proof.when(parsed.value as never))
}

/** Throws 403 `proof_required` without a proof that still counts. */
export function assertProof({ proof }: Caller, now: Time): void {
  if (proof && proof.until > now) return
  const methods = proof?.by ?? []
  throw new Fault('proof_required', PROVE, { code: 'proof_required', methods })
}

/** The same where only the row shows that the act is dangerous: keys and apps are asked nothing. */
export function assertProvedPerson(caller: Caller, now: Time): void {
  if (caller.via === 'session') assertProof(caller, now)
}

const PROVE = 'Confirm that it is you first (POST /profile/proof), then send this again.'
