/** Takes the consent of a person: its tokens, and the properties that they can read. */

import { READ_SCOPE, type Site, type Tokens, WRITE_SCOPE } from '../../domains/checks/index.ts'
import { idsOf } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { said, text } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { plus, SECOND } from '../../kernel/time/clock.ts'
import { sealedToken, serveProperties, sitesOf } from './accounts.ts'
import { googleOf, redirectOf } from './client.ts'
import { type Invite, inviteByHash, useInvite } from './invites.ts'
import { isGivenElsewhere } from './listing.ts'

export type Consented = { code: string; verifier: string; by: Caller | null; ip: string | null }

/** A quarter of a day is left to the owner's own tools. */
const RESERVE_PCT = 25

/** Redeems a code and keeps the account; returns its id. Throws `UpstreamError`, and 409 for too small a consent. */
export async function connectAccount(
  app: App,
  invite: Invite,
  { code, verifier, by, ip }: Consented,
  signal: AbortSignal,
): Promise<string> {
  const google = app.db.read((tx) => googleOf(tx, app))
  const tokens = await google.redeem({ code, verifier, redirect_uri: redirectOf(app) }, signal)
  const reads = tokens.scopes.some((scope) => scope === READ_SCOPE || scope === WRITE_SCOPE)
  if (!reads) {
    await google.revoke(tokens.access_token, signal)
    throw conflict(
      said('Google was not allowed to share Search Console ({scope}). Connect again and leave it ticked.', {
        scope: READ_SCOPE,
      }),
    )
  }
  const sites = await google.sites(tokens.access_token, signal)
  return app.db.write((tx) => {
    if (!inviteByHash(tx, invite.token_hash)) throw conflict(text('This invitation was used or withdrawn meanwhile.'))
    useInvite(tx, invite.token_hash)
    const id = keepAccount(tx, app, invite, tokens, by)
    keepProperties(tx, id, sites)
    assertOwn(tx, invite, id)
    const after = { email: tokens.email, scopes: tokens.scopes, properties: sites.length, invited_by: invite.made_by }
    const { tenant_id } = invite
    writeAudit(tx, by ?? visitorOf(invite, tokens.email), {
      ...{ action: 'connect_google', tenant_id, target: id, after, ip, request_id: null },
    })
    return id
  })
}

/** While its consent was gone, another agency may have been given what it served. */
function assertOwn(tx: ReadTx, { path }: Invite, account_id: string): void {
  const served = tx.rows<{ site_url: string }>(
    `select site_url from google_properties p where account_id = ?
       and exists (select 1 from google_property_workspaces where property_id = p.id)`,
    account_id,
  )
  if (served.some(({ site_url }) => isGivenElsewhere(tx, site_url, idsOf(path)[0]!)))
    throw conflict(
      text(
        'A property of this account serves another agency of this install now. Disconnect the account, then connect it again.',
      ),
    )
}

function keepAccount(tx: Tx, app: App, { tenant_id }: Invite, tokens: Tokens, by: Caller | null): string {
  const { refresh_token, scopes, lasts } = tokens
  const email = tokens.email ?? 'an account without an address'
  const known = tx.row<{ id: string; refresh_sealed: string }>(
    'select id, refresh_sealed from google_accounts where tenant_id = ? and email = ?',
    tenant_id,
    email,
  )
  if (refresh_token === null && !known?.refresh_sealed)
    throw conflict(
      text(
        'Google gave no lasting consent. Remove Signalpost at myaccount.google.com/connections, then connect again.',
      ),
    )
  const id = known?.id ?? newId()
  tx.run(
    `insert into google_accounts
       (id, tenant_id, email, refresh_sealed, scopes, connected_by, connected_at, refreshed_at, state, ends_at)
     values (?1, ?2, ?3, coalesce(?4, ''), ?5, ?6, ?7, ?7, 'ok', ?8)
     on conflict (id) do update set refresh_sealed = coalesce(?4, refresh_sealed), scopes = ?5, connected_by = ?6,
       connected_at = ?7, refreshed_at = ?7, state = 'ok', lost_why = null, lost_at = null, ends_at = ?8`,
    ...[id, tenant_id, email, refresh_token && sealedToken(app, id, refresh_token), scopes.join(' ')],
    ...[by ? by.label : 'invitation', tx.now, lasts === null ? null : plus(tx.now, lasts * SECOND)],
  )
  return id
}

/** Reads the list again: what is new is added, and what is gone goes. */
export function keepProperties(tx: Tx, account_id: string, sites: readonly Site[]): void {
  const before = sitesOf(tx, account_id)
  const json = JSON.stringify(sites)
  tx.run(
    `delete from google_properties where account_id = ? and site_url not in (select value ->> 'site_url' from json_each(?))`,
    account_id,
    json,
  )
  tx.run(
    `insert into google_properties (id, account_id, site_url, permission, reserve_pct, inspect, impressions, sitemaps)
     select lower(hex(randomblob(16))), ?1, value ->> 'site_url', value ->> 'permission', ?2, 1, 1, 0 from json_each(?3)
     where true on conflict (account_id, site_url) do update set permission = excluded.permission`,
    ...[account_id, RESERVE_PCT, json],
  )
  tx.run('update google_accounts set read_at = ? where id = ?', tx.now, account_id)
  serveProperties(tx, [...before, ...sites.map(({ site_url }) => site_url)])
}

const visitorOf = ({ tenant_id, path }: Invite, email: string | null): Caller => ({
  ...{ via: 'system', user_id: null, key_id: null, label: email ?? 'Google account', tenant_id, path },
  ...{ role: 'client_viewer', platform: false, daily_credit_cap: null, approved: true },
})
