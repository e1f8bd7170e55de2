import { pathOfTenant } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { conflict, invalid, notFound } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { hintOf, sealContext } from '../../kernel/secrets/seal.ts'
import { DEFAULTS, optionsOf, type ProviderOptions } from './options.ts'
import { issuerOf } from './protocol/issuers.ts'
import { PROVIDER_SECRETS } from './sealed-columns.ts'
import { endSessionsOf, endTrustedSessionsOf } from './sessions.ts'
import type { ProviderRow } from './tables.ts'

const MOST = 10

/** The provider, or 404. */
export function findProvider(tx: ReadTx, id: string): ProviderRow {
  const found = providerById(tx, id)
  if (!found) throw notFound('identity provider')
  return found
}

export const providerById = (tx: ReadTx, id: string): ProviderRow | null =>
  tx.row<ProviderRow>('select * from identity_providers where id = ?', id)

/** A provider in the shape of the API. */
export function providerView(tx: ReadTx, app: Install, row: ProviderRow) {
  const { id, secret_sealed } = row
  const options = optionsOf(row)
  const secret = secret_sealed ? app.sealer.open(secret_sealed, sealContext(PROVIDER_SECRETS, id)) : null
  return {
    ...row,
    ...options,
    enforce: row.enforce === 1,
    enabled: row.enabled === 1,
    client_secret: secret === null ? null : hintOf(secret),
    redirect_uri: redirectOf(app.config.site_url, id),
    sign_in_url: app.config.site_url + startOf(id),
    people: tx.count('select count(distinct user_id) from identities where provider_id = ?', id),
  }
}

export const startOf = (id: string): string => `/app/sso/${id}/start`
export const redirectOf = (site: string, id: string): string => `${site}/app/sso/${id}/callback`

type NewProvider = Partial<Omit<ProviderOptions, 'organisation'>> & {
  name: string
  kind: ProviderRow['kind']
  issuer?: string
  organisation?: string
  client_id: string
  client_secret?: string
}

/** Adds a provider: 409 for one that is there. */
export function createProvider(tx: Tx, app: Install, given: NewProvider): ProviderRow {
  const { name, kind, issuer: _, organisation: __, client_id, client_secret, ...asked } = given
  const { issuer, organisation } = issuerOf(app, given)
  const options = judged(tx, { ...DEFAULTS, ...defined(asked), organisation })
  if (tx.count('select count(*) from identity_providers') >= MOST)
    throw conflict(`There are ${MOST} providers here. Delete one first.`)
  const id = newId()
  if (tx.row('select 1 from identity_providers where issuer = ? and client_id = ?', issuer, client_id))
    throw conflict('This client of this issuer is added already.')
  tx.run(
    `insert into identity_providers (id, name, kind, issuer, client_id, secret_sealed, options, created_at, updated_at)
     values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)`,
    ...[id, name.trim(), kind, issuer, client_id, sealedSecret(app, id, client_secret ?? '')],
    ...[JSON.stringify(options), tx.now],
  )
  return providerById(tx, id)!
}

type ProviderChanges = Partial<Omit<ProviderOptions, 'organisation'>> & {
  name?: string
  client_id?: string
  client_secret?: string
  enabled?: boolean
  enforce?: boolean
}

/**
 * Changes the given fields; the rest stays. Turned off, it ends the sessions that it opened; trusted less with a second
 * factor, those that it opened with one. Whether it may be required is judged by `assertMayEnforce`.
 */
export function changeProvider(tx: Tx, app: Install, row: ProviderRow, given: ProviderChanges) {
  const { name = row.name, client_id = row.client_id, client_secret, enabled, enforce, ...asked } = given
  const options = judged(tx, { ...optionsOf(row), ...defined(asked) })
  const sealed = client_secret === undefined ? row.secret_sealed : sealedSecret(app, row.id, client_secret)
  tx.run(
    `update identity_providers set name = ?, client_id = ?, secret_sealed = ?, options = ?, enabled = ?, enforce = ?,
       updated_at = ? where id = ?`,
    ...[name.trim(), client_id, sealed, JSON.stringify(options), Number(enabled ?? row.enabled === 1)],
    ...[Number(enforce ?? row.enforce === 1), tx.now, row.id],
  )
  const sessions_ended =
    enabled === false
      ? endSessionsOf(tx, row.id)
      : trustsLess(optionsOf(row), options)
        ? endTrustedSessionsOf(tx, row.id)
        : 0
  return { row: providerById(tx, row.id)!, sessions_ended }
}

const trustsLess = (before: ProviderOptions, after: ProviderOptions): boolean =>
  before.trust_mfa && (!after.trust_mfa || before.mfa_values.some((one) => !after.mfa_values.includes(one)))

/** Deletes a provider, and ends the sessions that it opened; their number. */
export function deleteProvider(tx: Tx, id: string): number {
  const ended = endSessionsOf(tx, id)
  tx.run('delete from identity_providers where id = ?', id)
  return ended
}

const sealedSecret = (app: Install, id: string, secret: string): string =>
  secret && app.sealer.seal(secret, sealContext(PROVIDER_SECRETS, id))

const defined = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>

/** Options as they are kept: workspaces that are there, domains in lower case. */
function judged(tx: ReadTx, options: ProviderOptions): ProviderOptions {
  const scopes = [...new Set(['openid', ...options.scopes])]
  if (scopes.includes('offline_access'))
    throw invalid({ path: 'scopes', message: 'must not ask for offline_access: no refresh token is kept' })
  const home = options.home || null
  const wanted: [string, string][] = options.rules.map((rule, n) => [rule.tenant_id, `rules.${n}.tenant_id`])
  if (home) wanted.push([home, 'home'])
  for (const [id, path] of wanted)
    if (pathOfTenant(tx, id) === null) throw invalid({ path, message: 'is no workspace of this install' })
  return { ...options, home, scopes, domains: [...new Set(options.domains.map((domain) => domain.toLowerCase()))] }
}
