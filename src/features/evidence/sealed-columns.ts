/** Where secrets of Google are kept. */
import type { SealedColumn } from '../../kernel/secrets/seal.ts'

export const CLIENT_SECRET: SealedColumn = {
  table: 'google_clients',
  column: 'secret_sealed',
  key: ['id'],
  what: 'the secret of the Google client',
  forget: "update google_clients set secret_sealed = '', tested_at = null where id = ?",
  afterwards: 'enter it again under Operator, Suppliers, Google; until then connected accounts are not read',
}

export const REFRESH_TOKENS: SealedColumn = {
  table: 'google_accounts',
  column: 'refresh_sealed',
  key: ['id'],
  what: 'consents of Google accounts',
  forget:
    "update google_accounts set refresh_sealed = '', state = 'lost', lost_why = 'revoked', lost_at = refreshed_at where id = ?",
  afterwards: 'connect each account again under Settings, Search engines',
}
