/** Where secrets of single sign-on are kept. */
import type { SealedColumn } from '../../kernel/secrets/seal.ts'

export const PROVIDER_SECRETS: SealedColumn = {
  table: 'identity_providers',
  column: 'secret_sealed',
  key: ['id'],
  what: 'client secrets of identity providers',
  forget: "update identity_providers set secret_sealed = '' where id = ?",
  afterwards: 'enter them again on the page Single sign-on; until then sign in with a password',
}

export const SESSION_TOKENS: SealedColumn = {
  table: 'sso_sessions',
  column: 'id_token_sealed',
  key: ['id'],
  what: 'ID tokens of sessions',
  forget: "update sso_sessions set id_token_sealed = '' where id = ?",
  afterwards: 'nothing: signing out ends only the session here',
}
