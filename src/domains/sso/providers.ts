import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type Condition, when } from '../../kernel/database/list.ts'
import type { App, Install } from '../../kernel/operation/app.ts'
import { type Caller, inTree, treeOf } from '../../kernel/operation/caller.ts'
import { conflict, forbidden, invalid, notFound } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { hintOf, sealContext } from '../../kernel/secrets/seal.ts'
import { siteOf } from '../branding/index.ts'
import { pathOfTenant } from '../tenants/index.ts'
import { issuerOf } from './issuers.ts'
import { DEFAULTS, optionsOf, type ProviderOptions } from './options.ts'
import { PROVIDER_SECRETS } from './sealed-columns.ts'
import type { ProviderRow } from './tables.ts'

const MOST = 10

/** The provider, or 404: one of the install is there for platform admins alone. */
export function findProvider(tx: ReadTx, caller: Caller, id: string): ProviderRow {
  const found = providerById(tx, id)
  const reaches = found && (found.tenant_id === null ? caller.platform : inTree(tx, caller, found.tenant_id))
  if (!reaches) throw notFound('identity provider')
  return found
}

export const providerById = (tx: ReadTx, id: string): ProviderRow | null =>
  tx.row<ProviderRow>('select * from identity_providers where id = ?', id)

/** Providers in the caller's reach, for lists. */
export const reachOf = (caller: Caller): Condition =>
  caller.platform ? when("(tenant_id is null or tenant_id > '')") : treeOf(caller)

/** A provider in the shape of the API. */
export function providerView(tx: ReadTx, app: Install, row: ProviderRow) {
  const { id, tenant_id, secret_sealed, domain_token } = row
  const options = optionsOf(row)
  const secret = secret_sealed ? app.sealer.open(secret_sealed, sealContext(PROVIDER_SECRETS, id)) : null
  const sites = [...new Set([app.config.site_url, ...(tenant_id ? [siteOf(tx, app, tenant_id)] : [])])]
  return {
    ...row,
    ...options,
    enforce: row.enforce === 1,
    enabled: row.enabled === 1,
    client_secret: secret === null ? null : hintOf(secret),
    redirect_uris: sites.map((site) => redirectOf(site, id)),
    sign_in_url: `${sites.at(-1)}${startOf(id)}`,
    domain_proofs: options.domains.map((domain) => ({ domain, ...proofOf(domain, domain_token) })),
    people: tx.count('select count(distinct user_id) from identities where provider_id = ?', id),
  }
}

export const startOf = (id: string): string => `/app/sso/${id}/start`
export const redirectOf = (site: string, id: string): string => `${site}/app/sso/${id}/callback`
const proofOf = (domain: string, token: string) => ({
  txt_name: `_signalpost.${domain}`,
  text: `signalpost-domain=${token}`,
})

/**
 * Whether the DNS proves the domain for this provider now. It is asked at each new account, so that a record that was
 * taken away ends it. A DNS that does not answer proves nothing.
 */
export async function lookUpDomain(
  app: Pick<App, 'lookUpTxt'>,
  { domain_token }: Pick<ProviderRow, 'domain_token'>,
  domain: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { txt_name, text } = proofOf(domain, domain_token)
  const records = await app.lookUpTxt(txt_name, signal).catch(() => [])
  return records.some((record) => record.trim() === text)
}

type NewProvider = Partial<Omit<ProviderOptions, 'organisation'>> & {
  level: 'workspace' | 'install'
  tenant_id: string
  name: string
  kind: ProviderRow['kind']
  issuer?: string
  organisation?: string
  client_id: string
  client_secret?: string
}

/** Adds a provider: 403 for the install's by anybody but platform admins, 409 for one that is there. */
export function createProvider(tx: Tx, app: Install, caller: Caller, given: NewProvider): ProviderRow {
  const { level, name, kind, issuer: _, organisation: __, client_id, client_secret, tenant_id: of, ...asked } = given
  if (level === 'install' && !caller.platform) throw forbidden('Only platform admins add a provider for the install.')
  const tenant_id = level === 'install' ? null : of
  const { issuer, organisation } = issuerOf(app, given)
  const options = judged(tx, tenant_id, { ...DEFAULTS, ...defined(asked), organisation })
  if (tx.count('select count(*) from identity_providers where tenant_id is ?', tenant_id) >= MOST)
    throw conflict(`There are ${MOST} providers here. Delete one first.`)
  const id = newId()
  const same = 'select 1 from identity_providers where tenant_id is ? and issuer = ? and client_id = ?'
  if (tx.row(same, tenant_id, issuer, client_id)) throw conflict('This client of this issuer is added already.')
  tx.run(
    `insert into identity_providers (id, tenant_id, name, kind, issuer, client_id, secret_sealed, options, domain_token,
       created_at, updated_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10)`,
    ...[id, tenant_id, name.trim(), kind, issuer, client_id, sealedSecret(app, id, client_secret ?? '')],
    ...[JSON.stringify(options), newId().replaceAll('-', ''), tx.now],
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

/** Changes the given fields; the rest stays. Whether it may be required is judged by `assertMayEnforce`. */
export function changeProvider(tx: Tx, app: Install, row: ProviderRow, given: ProviderChanges): ProviderRow {
  const { name = row.name, client_id = row.client_id, client_secret, enabled, enforce, ...asked } = given
  const options = judged(tx, row.tenant_id, { ...optionsOf(row), ...defined(asked) })
  const sealed = client_secret === undefined ? row.secret_sealed : sealedSecret(app, row.id, client_secret)
  tx.run(
    `update identity_providers set name = ?, client_id = ?, secret_sealed = ?, options = ?, enabled = ?, enforce = ?,
       updated_at = ? where id = ?`,
    ...[name.trim(), client_id, sealed, JSON.stringify(options), Number(enabled ?? row.enabled === 1)],
    ...[Number(enforce ?? row.enforce === 1), tx.now, row.id],
  )
  return providerById(tx, row.id)!
}

export const deleteProvider = (tx: Tx, id: string): number => tx.run('delete from identity_providers where id = ?', id)

const sealedSecret = (app: Install, id: string, secret: string): string =>
  secret && app.sealer.seal(secret, sealContext(PROVIDER_SECRETS, id))

const defined = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>

/** Options as they are kept: workspaces at or below that of the provider, domains in lower case. */
function judged(tx: ReadTx, tenant_id: string | null, options: ProviderOptions): ProviderOptions {
  const scopes = [...new Set(['openid', ...options.scopes])]
  if (scopes.includes('offline_access'))
    throw invalid({ path: 'scopes', message: 'must not ask for offline_access: no refresh token is kept' })
  if (tenant_id && options.home && options.home !== tenant_id)
    throw invalid({ path: 'home', message: 'is for providers of the install' })
  const wanted: [string, string][] = options.rules.map((rule, n) => [rule.tenant_id, `rules.${n}.tenant_id`])
  if (options.home) wanted.push([options.home, 'home'])
  for (const [id, path] of wanted)
    if (!isBelow(tx, id, tenant_id))
      throw invalid({ path, message: 'is no workspace at or below that of the provider' })
  return { ...options, scopes, domains: [...new Set(options.domains.map((domain) => domain.toLowerCase()))] }
}

/** Whether a workspace is there, at or below another one; below the install are all. */
export function isBelow(tx: ReadTx, id: string, above: string | null): boolean {
  const path = pathOfTenant(tx, id)
  return path !== null && (above === null || path.includes(`/${above}/`))
}
