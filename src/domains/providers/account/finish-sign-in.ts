/** The end of a supplier's sign-in: asks whether the code was approved, and keeps the tokens. */
import type { Tx } from '../../../kernel/database/database.ts'
import { readSecret, writeSecret } from '../../../kernel/database/settings.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { conflict } from '../../../kernel/operation/fault.ts'
import { plus, SECOND } from '../../../kernel/time/clock.ts'
import type { SignInAnswer, SignInSettings, Tokens } from './sign-in.ts'
import {
  DEVICE_CODE,
  isSimulated,
  keepTokens,
  type StoredSupplier,
  signInOf,
  storedSupplier,
  throwAsFault,
  writeSupplier,
} from './supplier.ts'

/** Stores the tokens of an approved code; a simulated supplier approves everything. */
export async function finishSignIn(app: App, signal: AbortSignal): Promise<{ simulated: boolean }> {
  const { device_code, simulated } = app.db.read((tx) => ({
    device_code: readSecret(tx, app.sealer, DEVICE_CODE),
    simulated: isSimulated(tx) && !endpointsIn(storedSupplier(tx)),
  }))
  const tokens = simulated
    ? { access_token: 'simulated', refresh_token: null, expires_in: null }
    : await granted(app, device_code, signal)
  app.db.write((tx) => {
    writeSecret(tx, app.sealer, DEVICE_CODE, null)
    return keepTokens(tx, app, tokens)
  })
  return { simulated }
}

/**
 * The tokens, once granted. The supplier is polled no faster than it asks, and slower after a failed poll (RFC 8628,
 * 3.5), so the time of the next poll is stored before this one.
 */
async function granted(app: App, device_code: string | undefined, signal: AbortSignal): Promise<Tokens> {
  const { pending, endpoints } = app.db.write((tx) => claimQuestion(tx, device_code))
  const answer = await signInOf(app, endpoints)
    .poll(device_code!, signal)
    .catch((error) => {
      app.db.write((tx) => askLater(tx, pending, 2 * pending.interval))
      return throwAsFault(error)
    })
  if (answer.state === 'granted') return answer.tokens
  app.db.write((tx) => notGranted(tx, pending, answer.state))
  throw conflict(MEANING[answer.state], { state: answer.state === 'slow_down' ? 'pending' : answer.state })
}

const endpointsIn = ({ pending, endpoints }: StoredSupplier): SignInSettings | null => pending?.endpoints ?? endpoints

type Pending = NonNullable<StoredSupplier['pending']>

function claimQuestion(tx: Tx, device_code: string | undefined): { pending: Pending; endpoints: SignInSettings } {
  const { pending } = storedSupplier(tx)
  const endpoints = endpointsIn(storedSupplier(tx))
  if (!pending || !endpoints || !device_code)
    throw conflict('Nothing is waiting for approval. Start with POST /admin/providers/supplier/connect.')
  if (pending.expires_at <= tx.now) throw conflict('The code has expired. Start again.', { state: 'expired' })
  if (pending.ask_at > tx.now)
    throw conflict(`Not approved yet. Ask again in ${pending.interval} seconds.`, { state: 'pending' })
  askLater(tx, pending, pending.interval)
  return { pending, endpoints }
}

function askLater(tx: Tx, pending: Pending, interval: number): void {
  writeSupplier(tx, { pending: { ...pending, interval, ask_at: plus(tx.now, interval * SECOND) } })
}

type Refused = Exclude<SignInAnswer['state'], 'granted'>

const MEANING: Record<Refused, string> = {
  pending: 'Not approved yet. Approve the code on the approval page, then finish again.',
  slow_down: 'Not approved yet, and called too often. Wait longer before you finish again.',
  denied: 'The approval was denied. Start again.',
  expired: 'The code has expired. Start again.',
}

function notGranted(tx: Tx, pending: Pending, state: Refused): void {
  if (state === 'denied' || state === 'expired') writeSupplier(tx, { pending: null })
  else askLater(tx, pending, pending.interval + (state === 'slow_down' ? 5 : 0))
}
