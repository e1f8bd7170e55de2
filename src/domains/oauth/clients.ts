/** Apps. All that is known about an app is its own description. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { DAY, HOUR, plus, SECOND } from '../../kernel/time/clock.ts'
import { OauthError } from './oauth-error.ts'
import { isRedirectUri } from './redirects.ts'
import { type ClientRow, oauthClients } from './tables.ts'

/** The stored fields of an app. */
export type Client = Pick<ClientRow, 'id' | 'kind' | 'name' | 'fresh_until'> & { redirect_uris: string[] }

/** Metadata as defined by RFC 7591, from a registration or a document. */
export type Metadata = Readonly<Record<string, unknown>>

const MOST_REDIRECTS = 10
const LONGEST_NAME = 100
/** Limit of registered apps that nobody has connected yet, against floods. */
const MOST_UNUSED = 5000
/** Registrations from one /24 or /48 in an hour. */
const AN_HOUR = 60
/** How long a registered app is kept that nobody connects. */
const UNUSED_KEPT = DAY
const KEPT = 90 * DAY

export function findClient(tx: ReadTx, id: string): Client | null {
  const row = tx.row<ClientRow>('select * from oauth_clients where id = ?', id)
  return row && { ...row, redirect_uris: JSON.parse(row.redirect_uris) as string[] }
}

/** Checks the metadata of an app. Throws `invalid_redirect_uri` or `invalid_client_metadata`. */
export function readMetadata(given: Metadata): Pick<Client, 'name' | 'redirect_uris'> {
  const uris = given.redirect_uris
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MOST_REDIRECTS)
    throw new OauthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${MOST_REDIRECTS} addresses`)
  const bad = uris.find((uri) => typeof uri !== 'string' || !isRedirectUri(uri))
  if (bad !== undefined)
    throw new OauthError(
      'invalid_redirect_uri',
      `${JSON.stringify(bad).slice(0, 200)}: must be https, or http on 127.0.0.1, [::1] or localhost, without a fragment`,
    )
  assertHolds(given, 'grant_types', 'authorization_code')
  assertHolds(given, 'response_types', 'code')
  return { name: nameIn(given) || new URL(uris[0]).host, redirect_uris: uris }
}

/**
 * Stores an app that registers itself, from a /24 or /48. Throws 429 for a network that registers too many. Above the
 * total limit the network with the most apps loses its oldest, so that no network can displace the apps of others.
 */
export function registerClient(tx: Tx, metadata: Metadata, network: string | null = null): Client {
  const { name, redirect_uris } = readMetadata(metadata)
  const since = plus(tx.now, -HOUR)
  if (tx.number('select count(*) from oauth_clients where network = ? and created_at > ?', network, since) >= AN_HOUR)
    throw new Fault(
      'rate_limited',
      `${AN_HOUR} apps can register from one network in an hour, and this limit is reached. Try again later.`,
      { code: 'rate_limited' },
      HOUR / SECOND,
    )
  if (tx.number(`select count(*) from oauth_clients where ${UNUSED}`) >= MOST_UNUSED) dropOldest(tx)
  const client: Client = { id: newId(), kind: 'registered', name, redirect_uris, fresh_until: null }
  putClient(tx, client)
  tx.run('update oauth_clients set network = ? where id = ?', network, client.id)
  return client
}

const UNUSED = "kind = 'registered' and last_used_at is null"

const dropOldest = (tx: Tx): number =>
  tx.run(
    `delete from oauth_clients where id = (select id from oauth_clients where ${UNUSED} and network is (
       select network from oauth_clients where ${UNUSED} group by network order by count(*) desc limit 1)
     order by created_at, id limit 1)`,
  )

/** Stores an app, in place of its previous description. */
export function putClient(tx: Tx, { id, kind, name, redirect_uris, fresh_until }: Client): void {
  const description = { name, redirect_uris: JSON.stringify(redirect_uris), fresh_until }
  tx.orm
    .insert(oauthClients)
    .values({ ...description, id, kind, created_at: tx.now })
    .onConflictDoUpdate({ target: oauthClients.id, set: description })
    .run()
}

/** Notes that a person connected the app. */
export const useClient = (tx: Tx, id: string): number =>
  tx.run('update oauth_clients set last_used_at = ? where id = ?', tx.now, id)

/** Deletes apps that nobody uses; returns their number. */
export const forgetClients = (tx: Tx): number =>
  tx.run(
    `delete from oauth_clients where (last_used_at < ? or last_used_at is null and created_at < ?)
       and not exists (select 1 from oauth_grants g
         where g.client_id = oauth_clients.id and g.revoked_at is null and g.expires_at > ?)`,
    plus(tx.now, -KEPT),
    plus(tx.now, -UNUSED_KEPT),
    tx.now,
  )

function assertHolds(given: Metadata, name: string, wanted: string): void {
  const list = given[name]
  if (list === undefined) return
  if (!Array.isArray(list) || !list.includes(wanted))
    throw new OauthError('invalid_client_metadata', `${name} must hold ${wanted}`)
}

/** The name without characters that would disguise it: line breaks, and marks that change the direction of text. */
function nameIn({ client_name }: Metadata): string {
  if (typeof client_name !== 'string') return ''
  const plain = client_name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...plain].slice(0, LONGEST_NAME).join('').trim()
}
