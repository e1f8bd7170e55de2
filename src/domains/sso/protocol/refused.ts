/** Why a sign-in through a provider failed; the word is in the audit trail, the sentence is for the person. */
type SsoReason =
  | 'state'
  | 'issuer'
  | 'denied'
  | 'provider_error'
  | 'token'
  | 'algorithm'
  | 'key'
  | 'signature'
  | 'audience'
  | 'party'
  | 'expired'
  | 'clock'
  | 'nonce'
  | 'claims'
  | 'too_large'
  | 'organisation'
  | 'domain'
  | 'no_email'
  | 'groups'
  | 'no_access'
  | 'not_fresh'
  | 'taken'
  | 'unreachable'

export class SsoRefused extends Error {
  constructor(
    readonly reason: SsoReason,
    message: string,
  ) {
    super(message)
    this.name = 'SsoRefused'
  }
}

/** The public message about an answer that does not verify. */
export const START_AGAIN = 'This sign-in could not be verified. Start again.'

/** Refuses the provider's answer; `detail` is for its admins, not for the person. */
export class Unverified extends SsoRefused {
  constructor(
    reason: SsoReason,
    readonly detail: string,
  ) {
    super(reason, START_AGAIN)
  }
}
