/** A refusal with an error code of OAuth (RFC 6749, 7591, 8707), for programs; the message is for their logs. */
export class OauthError extends Error {
  constructor(
    readonly code: OauthErrorCode,
    message: string,
  ) {
    super(message)
    this.name = 'OauthError'
  }

  /** The message in the characters that `error_description` allows (RFC 6749, section 5.2). */
  get description(): string {
    return this.message.replace(/[’"]/g, "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, '?')
  }
}

export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'temporarily_unavailable'
