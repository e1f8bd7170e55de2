import Type from 'typebox'
import type { App } from '../../app.ts'
import { plus, SECOND } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/database.ts'
import { conflict } from '../../kernel/fault.ts'
import { outbound } from '../../kernel/operation.ts'
import { readSecret, writeSecret } from '../../kernel/settings.ts'
import type { SignInAnswer } from '../sign-in.ts'
import {
  DEVICE_CODE,
  isSimulated,
  keepTokens,
  type StoredSupplier,
  signInOf,
  storedSupplier,
  supplierStatus,
  sync,
  told,
  writeSupplier,
} from '../supplier.ts'
import { SupplierStatus } from '../supplier-shape.ts'

export const finishSupplierConnect = outbound({
  name: 'finish_supplier_connect',
  route: 'POST /admin/providers/supplier/connect/finish',
  role: 'platform',
  summary:
    'Finish connecting after the approval: the sign-in is sealed, never told, and balance and batches are synced.',
  input: Type.Object({}),
  output: SupplierStatus,
  example: {},
  faults: ['conflict', 'upstream_unavailable'],

  async handle({ app, signal, read, write, changed }) {
    const { stored, device_code, simulated } = read((tx) => ({
      stored: storedSupplier(tx),
      device_code: readSecret(tx, app.sealer, DEVICE_CODE),
      simulated: isSimulated(tx) && !storedSupplier(tx).endpoints,
    }))
    const tokens = simulated
      ? { access_token: 'simulated', refresh_token: null, expires_in: null }
      : await granted(app, stored, device_code, signal)
    changed({ target: 'supplier', after: { connected: true, simulated } })
    app.db.write((tx) => {
      writeSecret(tx, app.sealer, DEVICE_CODE, null)
      keepTokens(tx, app, tokens)
      return null
    })
    await sync(app, signal, write)
    return read(supplierStatus)
  },
})

/** The tokens, once they are granted. Asked too soon, the supplier is not bothered. */
async function granted(app: App, stored: StoredSupplier, device_code: string | undefined, signal: AbortSignal) {
  const { pending, endpoints } = stored
  const now = app.clock.now()
  if (!pending || !endpoints || !device_code)
    throw conflict('Nothing is waiting for approval. Start with POST /admin/providers/supplier/connect.')
  if (pending.expires_at <= now) throw conflict('The code has expired. Start again.', { state: 'expired' })
  if (pending.ask_at > now)
    throw conflict(`Not approved yet. Ask again in ${pending.interval} seconds.`, { state: 'pending' })
  const answer = await signInOf(app, endpoints).poll(device_code, signal).catch(told)
  if (answer.state === 'granted') return answer.tokens
  app.db.write((tx) => notGranted(tx, pending, answer.state))
  throw conflict(MEANING[answer.state], { state: answer.state === 'slow_down' ? 'pending' : answer.state })
}

type Refused = Exclude<SignInAnswer['state'], 'granted'>

const MEANING: Record<Refused, string> = {
  pending: 'Not approved yet. Approve it on the approval page, then finish again.',
  slow_down: 'Not approved yet, and asked too often. Wait a little longer before you finish again.',
  denied: 'The approval was denied. Start again.',
  expired: 'The code has expired. Start again.',
}

function notGranted(tx: Tx, pending: NonNullable<StoredSupplier['pending']>, state: Refused): null {
  const over = state === 'denied' || state === 'expired'
  const interval = state === 'slow_down' ? pending.interval + 5 : pending.interval
  writeSupplier(tx, { pending: over ? null : { ...pending, interval, ask_at: plus(tx.now, interval * SECOND) } })
  return null
}
