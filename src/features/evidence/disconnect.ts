/** Ends the consent of an account at Google, and forgets it here. */
import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { forgetAccount, forgetTokens, isSharedConsent, refreshTokenOf } from './accounts.ts'
import { openGoogle } from './client.ts'
import type { AccountRow } from './tables.ts'

type Write = (work: (tx: Tx) => undefined) => unknown

/** Returns whether Google ended the consent. It is forgotten here in any case, first, so that a failure keeps nothing. */
export async function disconnectAccount(
  app: App,
  row: AccountRow,
  write: Write,
  signal: AbortSignal,
): Promise<boolean> {
  const token = row.refresh_sealed && refreshTokenOf(app, row)
  const google = app.db.read((tx) => (isSharedConsent(tx, row) ? null : openGoogle(tx, app)))
  write((tx) => void forgetAccount(tx, row))
  if (!token) return false
  forgetTokens(token)
  if (!google) return false
  try {
    await google.revoke(token, signal)
    return true
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    app.log.warn('a consent could not be withdrawn at Google', { failure: error.failure, reason: error.message })
    return false
  }
}
