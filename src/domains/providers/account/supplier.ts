/** The supplier account that the operator connected: its state, and the sealed sign-in. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { readSetting, writeSecret, writeSetting } from '../../../kernel/database/settings.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { Fault } from '../../../kernel/operation/fault.ts'
import { plus, SECOND, type Time } from '../../../kernel/time/clock.ts'
import { contextOf, TEST_CALL } from '../../../kernel/web-fetch/adapter.ts'
import { UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { SEND_LINKS } from '../batches/batches.ts'
import { breakerOf, closeBreaker } from '../breaker.ts'
import { crawlSettings, keyOf, SUPPLIER_TOKEN } from '../settings.ts'
import type { SignIn, SignInSettings, Tokens } from './sign-in.ts'

export type StoredSupplier = {
  endpoints: SignInSettings | null
  /** A sign-in that waits. Its endpoints replace the stored ones with its tokens, so those before are never sent there. */
  pending: {
    user_code: string
    verification_uri: string
    expires_at: Time
    interval: number
    ask_at: Time
    endpoints?: SignInSettings | null
  } | null
  connected_at: Time | null
  expires_at: Time | null
  synced: { at: Time; ok: boolean; message: string; credits: number | null; batches: number } | null
}

const SETTING = 'supplier'
export const DEVICE_CODE = 'supplier:device_code'
export const REFRESH_TOKEN = 'supplier:refresh_token'
const NONE: StoredSupplier = { endpoints: null, pending: null, connected_at: null, expires_at: null, synced: null }

export const storedSupplier = (tx: ReadTx): StoredSupplier => readSetting<StoredSupplier>(tx, SETTING) ?? NONE

export function writeSupplier(tx: Tx, change: Partial<StoredSupplier>): StoredSupplier {
  const after = { ...storedSupplier(tx), ...change }
  writeSetting(tx, SETTING, after)
  return after
}

/** The simulated supplier signs in without a request and says so. */
export const isSimulated = (tx: ReadTx): boolean => crawlSettings(tx).routes.primary?.adapter === 'simulated'

export function supplierStatus(tx: ReadTx) {
  const { endpoints, pending, synced, ...rest } = storedSupplier(tx)
  return {
    ...rest,
    connected: rest.connected_at !== null,
    simulated: isSimulated(tx),
    adapter: crawlSettings(tx).routes.primary?.adapter ?? null,
    endpoints,
    pending: pending && pending.expires_at > tx.now ? pending : null,
    synced,
  }
}

export const signInOf = (app: App, endpoints: SignInSettings): SignIn =>
  app.signIn(endpoints, contextOf(app, TEST_CALL))

/** Seals the sign-in. Where no key was entered it is the primary route's key, so refusals of a key are reset. */
export function keepTokens(
  tx: Tx,
  app: Pick<App, 'sealer' | 'wake'>,
  { access_token, refresh_token, expires_in }: Tokens,
): void {
  writeSecret(tx, app.sealer, SUPPLIER_TOKEN, access_token)
  writeSecret(tx, app.sealer, REFRESH_TOKEN, refresh_token)
  const expires_at = expires_in === null ? null : plus(tx.now, expires_in * SECOND)
  const { connected_at, pending, endpoints } = storedSupplier(tx)
  writeSupplier(tx, {
    connected_at: connected_at ?? tx.now,
    expires_at,
    endpoints: pending?.endpoints ?? endpoints,
    pending: null,
  })
  const refused = keyOf(tx, 'primary') === SUPPLIER_TOKEN && breakerOf(tx, 'primary')?.cause === 'auth'
  if (refused && closeBreaker(tx, 'primary')) tx.afterCommit(() => app.wake(SEND_LINKS))
}

export function forgetSupplier(tx: Tx, app: Pick<App, 'sealer'>): void {
  for (const name of [SUPPLIER_TOKEN, REFRESH_TOKEN, DEVICE_CODE]) writeSecret(tx, app.sealer, name, null)
  writeSupplier(tx, { pending: null, connected_at: null, expires_at: null, synced: null })
}

/** A failing supplier is not our bug, so its error becomes a fault. */
export function throwAsFault(error: unknown): never {
  if (error instanceof UpstreamError) throw new Fault('upstream_unavailable', error.message)
  throw error
}
