/** The OAuth client that the operator registered at Google. */
import type { Google } from '../../domains/checks/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App, Install } from '../../kernel/operation/app.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { sealContext } from '../../kernel/secrets/seal.ts'
import { contextOf } from '../../kernel/web-fetch/adapter.ts'

import { CLIENT_SECRET } from './sealed-columns.ts'
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

type Given = { client_id: string; secret_sealed: string; base_url: string | null }

export function putClient(tx: Tx, { client_id, secret_sealed, base_url }: Given): void {
  tx.run(
    `insert into google_clients (id, client_id, secret_sealed, base_url, updated_at) values ('google', ?1, ?2, ?3, ?4)
     on conflict (id) do update set client_id = ?1, secret_sealed = ?2, base_url = ?3, tested_at = null, updated_at = ?4`,
    client_id,
    secret_sealed,
    base_url,
    tx.now,
  )
}

export const noteTested = (tx: Tx): number => tx.run('update google_clients set tested_at = ?', tx.now)
