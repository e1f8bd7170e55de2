/** The OAuth client that the operator registered at Google. */
import type { Google } from '../../domains/checks/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App, Install } from '../../kernel/operation/app.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { assertEntered } from '../../kernel/secrets/destination.ts'
import { hintOf, sealContext } from '../../kernel/secrets/seal.ts'
import { contextOf, withoutSlash } from '../../kernel/web-fetch/adapter.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { CLIENT_SECRET } from './sealed-columns.ts'
import type { GoogleClientShape } from './shapes.ts'
import type { ClientRow } from './tables.ts'

export const clientRow = (tx: ReadTx): ClientRow | null => tx.row<ClientRow>('select * from google_clients')

/** The redirect to register at Google: at the address of the install, also for people at own domains. */
export const redirectOf = ({ config }: Pick<Install, 'config'>): string => `${config.site_url}/connect/google/callback`

/** Google as the operator's client; null without one, or without its secret. */
export function openGoogle(tx: ReadTx, app: App): Google | null {
  const row = clientRow(tx)
  if (!row?.secret_sealed) return null
  const client_secret = app.sealer.open(row.secret_sealed, sealContext(CLIENT_SECRET, row.id))
  const { client_id, base_url } = row
  return app.google({ client_id, client_secret, base_url }, contextOf(app))
}

export const NO_CLIENT = 'Google cannot be connected yet: the operator of this install has not set up its client.'

export function googleOf(tx: ReadTx, app: App): Google {
  const google = openGoogle(tx, app)
  if (!google) throw conflict(NO_CLIENT)
  return google
}

type Given = { client_id: string; client_secret?: string | undefined; base_url?: string | null | undefined }

/** Throws 422 where a stored secret would go to another address, or belong to another client. */
export function storeClient(tx: Tx, app: Pick<Install, 'sealer'>, given: Given): void {
  const was = clientRow(tx)
  const base_url = given.base_url === undefined ? (was?.base_url ?? null) : withoutSlash(given.base_url)
  const secret = { path: 'client_secret', stored: Boolean(was?.secret_sealed), given: Boolean(given.client_secret) }
  assertEntered(was && (was.base_url ?? GOOGLE), base_url ?? GOOGLE, [secret])
  if (!secret.given && !(secret.stored && was?.client_id === given.client_id))
    throw invalid({ path: 'client_secret', message: 'is required: enter the secret of this client' })
  const secret_sealed = given.client_secret
    ? app.sealer.seal(given.client_secret, sealContext(CLIENT_SECRET, 'google'))
    : was!.secret_sealed
  tx.run(
    `insert into google_clients (id, client_id, secret_sealed, base_url, updated_at) values ('google', ?1, ?2, ?3, ?4)
     on conflict (id) do update set client_id = ?1, secret_sealed = ?2, base_url = ?3, tested_at = null, updated_at = ?4`,
    given.client_id,
    secret_sealed,
    base_url,
    tx.now,
  )
}

const GOOGLE = 'https://oauth2.googleapis.com'

/** Keeps when Google last knew the client. */
export const noteTested = (tx: Tx, ok: boolean): number =>
  tx.run('update google_clients set tested_at = ?', ok ? tx.now : null)

export function clientOnWire(tx: ReadTx, app: Pick<Install, 'config' | 'sealer'>): GoogleClientShape {
  const row = clientRow(tx)
  const secret = row?.secret_sealed && app.sealer.open(row.secret_sealed, sealContext(CLIENT_SECRET, row.id))
  return {
    client_id: row?.client_id ?? null,
    client_secret: secret ? hintOf(secret) : null,
    base_url: row?.base_url ?? null,
    redirect_uri: redirectOf(app),
    problem: problemOf(redirectOf(app)),
    tested_at: row?.tested_at ?? null,
  }
}

/** Why nobody can connect an account; null where they can. */
export function closedBecause(tx: ReadTx, app: Pick<Install, 'config'>): string | null {
  return clientRow(tx)?.secret_sealed ? problemOf(redirectOf(app)) : NO_CLIENT
}

/** Google takes https addresses with a name, and this machine by any of its own (developers.google.com/identity/protocols/oauth2/web-server). */
function problemOf(redirect: string): string | null {
  const { protocol, hostname } = new URL(redirect)
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return null
  if (/^[\d.]+$|^\[/.test(hostname))
    return `Google takes no redirect to an IP address (${hostname}): set SIGNALPOST_SITE_URL to a name.`
  return protocol === 'https:'
    ? null
    : 'Google takes redirects to https alone: set SIGNALPOST_SITE_URL to an https address.'
}

/** Asks Google whether it knows the client and its redirect. */
export async function testClient(app: App, signal: AbortSignal): Promise<{ ok: boolean; message: string }> {
  const google = app.db.read((tx) => googleOf(tx, app))
  const redirect = redirectOf(app)
  try {
    const error = await google.refusalOfClient(redirect, signal)
    if (error === null) return { ok: true, message: 'Google knows this client, its secret and the redirect.' }
    return { ok: false, message: REFUSALS[error]?.(redirect) ?? `Google refuses this client: ${error}.` }
  } catch (error) {
    if (error instanceof UpstreamError) return { ok: false, message: error.message }
    throw error
  }
}

const REFUSALS: Readonly<Record<string, (redirect: string) => string>> = {
  invalid_client: () => 'Google does not know this client, or its secret is another one. Copy both again.',
  unauthorized_client: () => 'This client may not connect people: its type must be Web application.',
  redirect_uri_mismatch: (redirect) => `The client has another redirect. Enter exactly ${redirect} at Google.`,
}
