/** Properties whose impressions may be read, and the workspaces that they serve. */
import { type Engine, integrations, openSearchConsole } from '../../../domains/checks/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { contextOf } from '../../../kernel/web-fetch/adapter.ts'
import { USABLE } from '../accounts.ts'
import { accessFor } from '../properties.ts'

const READABLE = `select p.site_url, s.tenant_id from google_properties p join google_accounts a on a.id = p.account_id
  join google_property_workspaces s on s.property_id = p.id
  where p.impressions = 1 and ${USABLE}`

const ofService = (tx: ReadTx, app: App): string[] =>
  openSearchConsole(tx, app) ? (integrations(tx).search_console?.properties ?? []) : []

export function readableProperties(tx: ReadTx, app: App): string[] {
  const connected = tx.rows<{ site_url: string }>(`select distinct site_url from (${READABLE})`)
  return [...new Set([...ofService(tx, app), ...connected.map(({ site_url }) => site_url)])]
}

/** The adapter that reads a property; null without access. */
export function engineFor(tx: ReadTx, app: App, property: string): Engine | null {
  if (ofService(tx, app).includes(property)) return openSearchConsole(tx, app)
  const access = accessFor(tx, app, property, 'impressions')
  const settings = { adapter: 'search_console', base_url: access?.base_url ?? undefined, token: access?.token }
  return access && app.engines.get('search_console')!.create({ ...settings, properties: [property] }, contextOf(app))
}

/** Workspaces that a property serves; null for all, as the service account of the install does. */
export function servedBy(tx: ReadTx, app: App, property: string): Set<string> | null {
  if (ofService(tx, app).includes(property)) return null
  const served = tx.rows<{ id: string }>(
    `select distinct t.id from (${READABLE}) s join tenants t on instr(t.path, '/' || s.tenant_id || '/') where s.site_url = ?`,
    property,
  )
  return new Set(served.map(({ id }) => id))
}
