/** Apps. All that is known about an app is its own description. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { DAY, HOUR, plus, SECOND } from '../../kernel/time/clock.ts'
import { OauthError } from './oauth-error.ts'
import { isRedirectUri, redirectFault, shownPlace } from './redirects.ts'
import { type ClientRow, oauthClients } from './tables.ts'

/** The stored fields of an app. */
export type Client = Pick<ClientRow, 'id' | 'kind' | 'name' | 'fresh_until'> & { redirect_uris: string[] }

/** Metadata as defined by RFC 7591, from a registration or a document. */
export type Metadata = Readonly<Record<string, unknown>>

const MOST_REDIRECTS = 10
/** Limit of listed addresses, some of which may be left out. */
const MOST_NAMED = 50
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

/** A description that was read. `left_out` are return addresses that cannot be registered, each with the reason. */
export type ReadMetadata = Pick<Client, 'name' | 'redirect_uris'> & { left_out: { uri: string; reason: string }[] }

/**
 * Checks the metadata of an app. Of several return addresses, those that are not allowed are left out: Cursor registers
 * three at once, of which it uses one. Throws `invalid_redirect_uri` or `invalid_client_metadata`.
 */
export function readMetadata(given: Metadata): ReadMetadata {
  const uris = given.redirect_uris
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MOST_NAMED)
    throw new OauthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${MOST_NAMED} addresses`)
  const odd = uris.find((uri) => typeof uri !== 'string')
  const fine = [...new Set(uris)].filter((uri) => typeof uri === 'string' && isRedirectUri(uri)) as string[]
  const redirect_uris = fine.slice(0, MOST_REDIRECTS)
  if (odd !== undefined || redirect_uris.length === 0) {
    const bad = odd ?? uris[0]
    const reason = typeof bad === 'string' ? redirectFault(bad) : 'must be text'
    throw new OauthError('invalid_redirect_uri', `${JSON.stringify(bad).slice(0, 200)}: ${reason}`)
  }
  assertHolds(given, 'grant_types', 'authorization_code')
  assertHolds(given, 'response_types', 'code')
  const left_out = [...new Set(uris as string[])]
    .filter((uri) => !redirect_uris.includes(uri))
    .map((uri) => ({
      uri: uri.slice(0, 200),
      reason: isRedirectUri(uri) ? `beyond the first ${MOST_REDIRECTS}` : redirectFault(uri),
    }))
  return { name: nameIn(given) || shownPlace(redirect_uris[0]!), redirect_uris, left_out }
}

/**
 * Stores an app that registers itself, from a /24 or /48. Throws 429 for a network that registers too many. Above the
 * total limit the network with the most apps loses its oldest, so that no network can displace the apps of others.
 */
export function registerClient(tx: Tx, metadata: Metadata, network: string | null = null): Client & ReadMetadata {
  const { name, redirect_uris, left_out } = readMetadata(metadata)
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
  return { ...client, left_out }
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
