/**
 * Which property of Search Console covers a URL of a workspace, and how it is read: by the consent of its owner, or by
 * the service account of the install.
 */
import { integrations, type PropertyAccess, propertyFor } from '../../domains/checks/index.ts'
import { idsOf, pathOfTenant } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { accessToken, USABLE } from './accounts.ts'
import { clientRow } from './client.ts'

/** The uses of a property, each with its owner's consent. */
export type Use = 'inspect' | 'impressions' | 'sitemaps' | 'indexing'

/** `account_id`: null for the service account. `site_url`: as Google spells it. */
export type UsableProperty = { site_url: string; account_id: string | null; reserve_pct: number }

/** The properties that a workspace may use now, each once: those given to it or to a workspace above it. */
export function propertiesOf(tx: ReadTx, tenant_id: string, use: Use): UsableProperty[] {
  const connected = tx.rows<{ site_url: string; account_id: string; reserve_pct: number }>(
    `select p.site_url, min(a.id) as account_id, max(p.reserve_pct) as reserve_pct from google_property_workspaces s
     join google_properties p on p.id = s.property_id join google_accounts a on a.id = p.account_id
     where s.tenant_id in (select value from json_each(?)) and p.${use} = 1 and ${USABLE} group by p.site_url order by p.site_url`,
    JSON.stringify(idsOf(pathOfTenant(tx, tenant_id) ?? '')),
  )
  const known = new Set(connected.map(({ site_url }) => site_url))
  const { properties = [], reserve_pct = 0 } = integrations(tx).search_console ?? {}
  const ours = use === 'sitemaps' || use === 'indexing' ? [] : properties.filter((site_url) => !known.has(site_url))
  return [...connected, ...ours.map((site_url) => ({ site_url, account_id: null, reserve_pct }))]
}

/** The narrowest of them that covers the URL; null where none does. */
export function propertyOf(tx: ReadTx, tenant_id: string, url: string, use: Use): UsableProperty | null {
  const usable = propertiesOf(tx, tenant_id, use)
  const site = propertyFor(
    url,
    usable.map(({ site_url }) => site_url),
  )
  return usable.find(({ site_url }) => site_url === site) ?? null
}

/** How a property is read by the consent of an owner who lets it be used so. */
export function accessFor(tx: ReadTx, app: App, property: string, use: Use): PropertyAccess | null {
  const client = clientRow(tx)
  const account = tx.row<{ id: string }>(
    `select a.id from google_properties p join google_accounts a on a.id = p.account_id
     where p.site_url = ? and p.${use} = 1 and ${USABLE}
       and exists (select 1 from google_property_workspaces where property_id = p.id) order by a.id limit 1`,
    property,
  )
  if (!client || !account) return null
  return { base_url: client.base_url, token: (signal, fresh) => accessToken(app, account.id, signal, fresh) }
}

export const propertyAccess = (tx: ReadTx, app: App, property: string): PropertyAccess | null =>
  accessFor(tx, app, property, 'inspect')
