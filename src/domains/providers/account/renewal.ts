/** Renews the sign-in of a connected supplier account before it expires, so that no order fails by it. */

import type { Tx } from '../../../kernel/database/database.ts'
import { readSecret } from '../../../kernel/database/settings.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { HOUR, MINUTE, plus, type Time } from '../../../kernel/time/clock.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { keepTokens, REFRESH_TOKEN, signInOf, storedSupplier, writeSupplier } from './supplier.ts'

/** A refresh token may work only once, so this process runs one renewal at a time and all callers share it. */
type Renewal = { under_way: Promise<void> | null; not_before: Time }
const renewals = new WeakMap<App['db'], Renewal>()

const AHEAD = MINUTE
const PAUSE = MINUTE
/** A refused renewal would be refused again until a person reconnects the account. */
const REFUSED_PAUSE = HOUR

/** Renews the sign-in when it is about to expire. Throws `UpstreamError`. */
export function renewSignIn(app: App): Promise<void> {
  const renewal = renewals.get(app.db) ?? { under_way: null, not_before: '' }
  renewals.set(app.db, renewal)
  renewal.under_way ??= renew(app, renewal).finally(() => {
    renewal.under_way = null
  })
  return renewal.under_way
}

/** The same for background calls: a failure is logged, and not retried at once. */
export async function keepSignedIn(app: App): Promise<void> {
  if (!isDue(app) || (renewals.get(app.db)?.not_before ?? '') > app.clock.now()) return
  try {
    await renewSignIn(app)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    app.log.warn('the supplier sign-in could not be renewed', { failure: error.failure, reason: error.message })
  }
}

function isDue(app: App): boolean {
  const { expires_at, endpoints } = app.db.read(storedSupplier)
  return endpoints !== null && expires_at !== null && plus(app.clock.now(), AHEAD) > expires_at
}

async function renew(app: App, renewal: Renewal): Promise<void> {
  if (!isDue(app)) return
  const { endpoints, refresh_token } = app.db.read((tx) => ({
    endpoints: storedSupplier(tx).endpoints,
    refresh_token: readSecret(tx, app.sealer, REFRESH_TOKEN),
  }))
  if (!endpoints || !refresh_token) return
  try {
    const tokens = await signInOf(app, endpoints).refresh(refresh_token, new AbortController().signal)
    app.db.write((tx) => keepTokens(tx, app, tokens))
  } catch (error) {
    const refused = error instanceof UpstreamError && error.failure === 'auth'
    renewal.not_before = plus(app.clock.now(), refused ? REFUSED_PAUSE : PAUSE)
    if (refused) app.db.write((tx) => tellEnd(tx, error))
    throw error
  }
}

function tellEnd(tx: Tx, { message }: UpstreamError): void {
  const ended = `The sign-in could not be renewed. Connect it again. ${message}`
  writeSupplier(tx, { synced: { at: tx.now, ok: false, message: ended, credits: null, batches: 0 } })
}
