/** The public page of a workspace: its secret address, and the sites that may embed it. */

import Type from 'typebox'
import { siteOf } from '../../../domains/branding/index.ts'
import { isArchived } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Nullable, SecretOnce } from '../../../kernel/operation/shape.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { type SealedColumn, sealContext } from '../../../kernel/secrets/seal.ts'
import type { ReportApp } from '../pushes/shared-job-reports.ts'
import type { PortalRow } from '../tables.ts'

export const PORTAL_ADDRESSES: SealedColumn = {
  table: 'portals',
  column: 'token_sealed',
  key: ['tenant_id'],
  what: 'addresses of portals',
  forget: 'delete from portals where tenant_id = ?',
  afterwards: 'they no longer work: switch each portal on again and replace its line in the site that embeds it',
}

const PREFIX = 'spw'

export const PortalShape = Shape('Portal', {
  tenant_id: Type.String(),
  enabled: Type.Boolean(),
  origins: Type.Array(Type.String(), { description: 'Sites that may embed it' }),
  url: Nullable(SecretOnce('Address of the portal')),
  embed: Nullable(SecretOnce('Line of HTML that embeds it')),
})

export const MOST_ORIGINS = 10

export function portalOf(tx: ReadTx, app: ReportApp, tenant_id: string) {
  const row = tx.row<PortalRow>('select * from portals where tenant_id = ?', tenant_id)
  if (!row) return { tenant_id, enabled: false, origins: [], url: null, embed: null }
  const url = `${siteOf(tx, app, tenant_id)}/portal/${app.sealer.open(row.token_sealed, placeOf(tenant_id))}`
  const embed = `<iframe src="${url}" title="Is my page indexed?" width="100%" height="900" loading="lazy"></iframe>`
  return { tenant_id, enabled: true, origins: JSON.parse(row.origins) as string[], url, embed }
}

/** Switches it on, or changes its sites. Its address stays. */
export function openPortal(tx: Tx, app: ReportApp, tenant_id: string, origins: readonly string[]): void {
  const token = newSecret(PREFIX)
  tx.run(
    `insert into portals (tenant_id, token_hash, token_sealed, origins, created_at, updated_at) values (?1, ?2, ?3, ?4, ?5, ?5)
     on conflict (tenant_id) do update set origins = excluded.origins, updated_at = excluded.updated_at`,
    tenant_id,
    hashSecret(token),
    app.sealer.seal(token, placeOf(tenant_id)),
    JSON.stringify(origins),
    tx.now,
  )
}

/** Switches it off: its address never works again. */
export const closePortal = (tx: Tx, tenant_id: string): number =>
  tx.run('delete from portals where tenant_id = ?', tenant_id)

export type PortalFound = { tenant_id: string; name: string; path: string; origins: string[] }

/** The active workspace of a portal's address. */
export function portalAt(tx: ReadTx, token: string): PortalFound | null {
  if (!looksLikeSecret(PREFIX, token)) return null
  const found = tx.row<Omit<PortalFound, 'origins'> & { origins: string }>(
    `select p.tenant_id, p.origins, t.name, t.path from portals p join tenants t on t.id = p.tenant_id
     where p.token_hash = ?`,
    hashSecret(token),
  )
  if (!found || isArchived(tx, found.path)) return null
  return { ...found, origins: JSON.parse(found.origins) as string[] }
}

/** Names alone: a URL's host may hold `;` and `*`, which mean something else in a policy's header. */
const HOST = /^[a-z0-9.-]+$/

/** An origin as a browser compares it: `https://agency.example`. */
export function originIn(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`)
  if (
    url?.protocol !== 'https:' ||
    url.username ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    !HOST.test(url.hostname)
  )
    throw invalid({ path: 'origins', message: 'takes https:// addresses without a path' })
  return url.origin
}

const placeOf = (tenant_id: string): string => sealContext(PORTAL_ADDRESSES, tenant_id)
