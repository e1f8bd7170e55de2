/** The start of a supplier's sign-in: gets a code for the approval page, and stores it with the endpoints. */
import type { Tx } from '../../../kernel/database/database.ts'
import { secretHint, writeSecret } from '../../../kernel/database/settings.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { conflict, invalid } from '../../../kernel/operation/fault.ts'
import { assertEntered } from '../../../kernel/secrets/destination.ts'
import { plus, SECOND } from '../../../kernel/time/clock.ts'
import { crawlSettings, SUPPLIER_TOKEN } from '../settings.ts'
import type { DeviceGrant, SignInSettings } from './sign-in.ts'
import {
  DEVICE_CODE,
  isSimulated,
  REFRESH_TOKEN,
  signInOf,
  storedSupplier,
  throwAsFault,
  writeSupplier,
} from './supplier.ts'

/** `endpoints` is null for a simulated supplier, which needs no approval. */
export type StartedSignIn = { grant: DeviceGrant; endpoints: SignInSettings | null }

/** @throws Fault validation_failed, conflict while an endpoint is missing, upstream_unavailable */
export async function startSignIn(
  app: App,
  given: Partial<SignInSettings>,
  signal: AbortSignal,
): Promise<StartedSignIn> {
  for (const path of ['device_endpoint', 'token_endpoint'] as const)
    if (given[path] !== undefined && !URL.canParse(given[path])) throw invalid({ path, message: 'is not a valid URL' })
  const known = app.db.read((tx) => ({
    endpoints: storedSupplier(tx).endpoints,
    simulated: isSimulated(tx),
    supplier: crawlSettings(tx).routes.primary,
  }))
  // Its sign-in goes to the supplier of the primary route, so that one is named first.
  if (!known.supplier)
    throw conflict('Name the supplier of the account first: the primary route of PUT /settings/crawl, not enabled yet.')
  const endpoints = { ...known.endpoints, ...given }
  // The code of one place must not be polled at another.
  const tokens = known.endpoints?.token_endpoint ?? null
  if (tokens !== null && given.token_endpoint !== undefined)
    assertEntered(tokens, given.token_endpoint, [
      { path: 'device_endpoint', stored: true, given: given.device_endpoint !== undefined },
    ])
  if (isComplete(endpoints))
    return { grant: await signInOf(app, endpoints).start(signal).catch(throwAsFault), endpoints }
  if (known.simulated) return { grant: simulatedGrant(app.config.site_url), endpoints: null }
  throw conflict(
    'Give device_endpoint, token_endpoint and client_id of the supplier, or enter its API key with PUT /settings/crawl.',
  )
}

export function keepStarted(tx: Tx, { sealer }: Pick<App, 'sealer'>, { grant, endpoints }: StartedSignIn) {
  const { user_code, verification_uri, verification_uri_complete, interval } = grant
  const expires_at = plus(tx.now, grant.expires_in * SECOND)
  writeSecret(tx, sealer, DEVICE_CODE, grant.device_code)
  const pending = { user_code, verification_uri, expires_at, interval, ask_at: tx.now, endpoints }
  const keeps = secretHint(tx, REFRESH_TOKEN) ?? secretHint(tx, SUPPLIER_TOKEN)
  writeSupplier(tx, keeps ? { pending } : { pending, endpoints })
  return { ...pending, verification_uri_complete }
}

const isComplete = (endpoints: Partial<SignInSettings>): endpoints is SignInSettings =>
  Boolean(endpoints.device_endpoint && endpoints.token_endpoint && endpoints.client_id)

const simulatedGrant = (site_url: string): DeviceGrant => ({
  device_code: 'simulated',
  user_code: 'SIMULATED',
  verification_uri: site_url,
  verification_uri_complete: null,
  expires_in: 900,
  interval: 5,
})
