import { type Said, text } from '../../../kernel/language/say.ts'
import { inEnglish } from '../../../kernel/operation/fault.ts'
import { isFields } from '../../../kernel/operation/shape.ts'

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
  /** The message as a text with its values. */
  readonly said: Said

  constructor(
    readonly reason: SsoReason,
    message: string | Said,
  ) {
    super(inEnglish(message))
    this.said = typeof message === 'string' ? [message] : message
    this.name = 'SsoRefused'
  }
}

/** Nothing answers, or not what everybody needs: the provider is left alone for a while if others see it too. */
export class ProviderDown extends SsoRefused {
  constructor(message: string) {
    super('unreachable', message)
  }
}

/** The public message about an answer that does not verify. */
export const START_AGAIN = text('This sign-in could not be verified. Start again.')

/** Refuses the provider's answer; `detail` is for its admins, not for the person. */
export class Unverified extends SsoRefused {
  constructor(
    reason: SsoReason,
    readonly detail: string,
  ) {
    super(reason, START_AGAIN)
  }
}

/** A refusal of the library in our words; an error that is none of its own stays as it is. */
export function refusalOf(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof SsoRefused) return at
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!code.startsWith('OAUTH_')) return error
  const { message, cause, error: said } = error as Error & { error?: unknown }
  const inner = cause instanceof Error ? cause : null
  const more = inner?.message ?? (typeof said === 'string' && /^[\w.-]{1,60}$/.test(said) ? said : '')
  const about = inner ? inner.cause : cause
  return new Unverified(reasonOf(code, about), (more ? `${message}: ${more}` : message).slice(0, 200))
}

const BY_CLAIM: Readonly<Record<string, SsoReason>> = { iss: 'issuer', aud: 'audience', azp: 'party', nonce: 'nonce' }

/** `about`: what the library found wrong. */
function reasonOf(code: string, about: unknown): SsoReason {
  const facts = isFields(about) ? about : {}
  switch (code) {
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
    case 'OAUTH_RESPONSE_BODY_ERROR':
    case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return 'provider_error'
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return BY_CLAIM[String(facts.claim)] ?? 'claims'
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return facts.claim === 'nbf' ? 'clock' : 'expired'
    case 'OAUTH_KEY_SELECTION_FAILED':
      return 'key'
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return facts.attribute === 'sub' ? 'claims' : 'issuer'
  }
  if ('signature' in facts) return 'signature'
  if ('parameters' in facts) return 'issuer'
  if ('claims' in facts) return 'claims'
  return 'reason' in facts || 'alg' in facts ? 'algorithm' : 'token'
}
