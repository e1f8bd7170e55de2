/** Apps: each is known by what it said of itself, and by nothing else. */
import { DAY, plus } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { newId } from '../../kernel/ids.ts'
import { OauthError } from './oauth-error.ts'
import { isRedirectUri } from './redirects.ts'
import type { ClientRow } from './tables.ts'

/** What is kept of an app. */
export type Client = Pick<ClientRow, 'id' | 'kind' | 'name' | 'fresh_until'> & { redirect_uris: string[] }

/** Metadata as RFC 7591 names it, from a registration or a document. */
export type Metadata = Readonly<Record<string, unknown>>

const MOST_REDIRECTS = 10
const LONGEST_NAME = 100
/** Apps that nobody has connected yet. More than these are a flood. */
const MOST_UNUSED = 5000
/** Registered, and never connected: forgotten after. */
const UNUSED_KEPT = DAY
const KEPT = 90 * DAY

export function findClient(tx: ReadTx, id: string): Client | null {
  const row = tx.row<ClientRow>('select * from oauth_clients where id = ?', id)
  return row && { ...row, redirect_uris: JSON.parse(row.redirect_uris) as string[] }
}

/** What an app says of itself, judged. Throws `invalid_redirect_uri` or `invalid_client_metadata`. */
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

/** Keeps an app that registers itself. Throws `temporarily_unavailable` while too many wait that nobody has connected. */
export function registerClient(tx: Tx, metadata: Metadata): Client {
  const { name, redirect_uris } = readMetadata(metadata)
  if (tx.number('select count(*) from oauth_clients where last_used_at is null') >= MOST_UNUSED)
    throw new OauthError('temporarily_unavailable', 'Too many apps have registered lately. Try again tomorrow.')
  const client: Client = { id: newId(), kind: 'registered', name, redirect_uris, fresh_until: null }
  putClient(tx, client)
  return client
}

/** Keeps an app, in place of what was known of it. */
export function putClient(tx: Tx, { id, kind, name, redirect_uris, fresh_until }: Client): void {
  tx.run(
    `insert into oauth_clients (id, kind, name, redirect_uris, fresh_until, created_at) values (?, ?, ?, ?, ?, ?)
     on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
       fresh_until = excluded.fresh_until`,
    id,
    kind,
    name,
    JSON.stringify(redirect_uris),
    fresh_until,
    tx.now,
  )
}

/** Notes that somebody connected the app. */
export const useClient = (tx: Tx, id: string): number =>
  tx.run('update oauth_clients set last_used_at = ? where id = ?', tx.now, id)

/** Drops apps that nobody uses; says how many. */
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

/** Without what would make it look like something else: line breaks, and signs that turn the writing round. */
function nameIn({ client_name }: Metadata): string {
  if (typeof client_name !== 'string') return ''
  const plain = client_name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...plain].slice(0, LONGEST_NAME).join('').trim()
}
