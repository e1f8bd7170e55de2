/** Accounts and properties as the API shows them, and changes of a property. */
import { INDEXING_SCOPE, WRITE_SCOPE } from '../../domains/checks/index.ts'
import { idsOf, inReach, tenantsAmong } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { conflict, notFound } from '../../kernel/operation/fault.ts'
import { accountById, LOST_WORDS, serveProperties } from './accounts.ts'
import { type HostLinks, linksByHost, linksInside } from './coverage.ts'
import type { GoogleAccountShape, GooglePropertyShape } from './shapes.ts'
import type { AccountRow, PropertyRow } from './tables.ts'

export const findAccount = (tx: ReadTx, caller: Caller, id: string): AccountRow =>
  inReach(tx, caller, accountById(tx, id), 'Google account')

type AccountCounts = { id: string; name: string; properties: number; used: number }

/** Rows on the wire, with their counts in one query. */
export function accountsOnWire(tx: ReadTx, rows: readonly AccountRow[]): GoogleAccountShape[] {
  const counts = tx.rows<AccountCounts>(
    `select a.id, t.name, count(p.id) as properties,
       count(p.id) filter (where exists (select 1 from google_property_workspaces where property_id = p.id)) as used
     from google_accounts a join tenants t on t.id = a.tenant_id left join google_properties p on p.account_id = a.id
     where a.id in (select value from json_each(?)) group by a.id`,
    JSON.stringify(rows.map(({ id }) => id)),
  )
  const by_id = new Map(counts.map((one) => [one.id, one]))
  return rows.map(({ lost_why, scopes, ...row }) => {
    const { name, properties, used } = by_id.get(row.id)!
    return {
      ...row,
      workspace: name,
      state: row.state === 'ok' && row.ends_at ? 'testing' : row.state,
      why: lost_why && LOST_WORDS[lost_why],
      may_submit_sitemaps: scopes.split(' ').includes(WRITE_SCOPE),
      may_publish_jobs: scopes.split(' ').includes(INDEXING_SCOPE),
      properties,
      used,
    }
  })
}

export type ListedProperty = PropertyRow & { email: string; account_state: AccountRow['state'] }

export const PROPERTIES = 'google_properties p join google_accounts a on a.id = p.account_id'
export const PROPERTY_COLUMNS = 'p.*, a.email, a.state as account_state'

export function propertiesOnWire(
  tx: ReadTx,
  caller: Caller,
  rows: readonly ListedProperty[],
  hosts: readonly HostLinks[] = rows.length ? linksByHost(tx, caller.path) : [],
): GooglePropertyShape[] {
  const served = Map.groupBy(
    tx.rows<{ property_id: string; tenant_id: string }>(
      `select property_id, tenant_id from google_property_workspaces
       where property_id in (select value from json_each(?)) order by tenant_id`,
      JSON.stringify(rows.map(({ id }) => id)),
    ),
    ({ property_id }) => property_id,
  )
  return rows.map(({ account_state, inspect, impressions, sitemaps, indexing, ...row }) => {
    const tenant_ids = (served.get(row.id) ?? []).map(({ tenant_id }) => tenant_id)
    return {
      ...row,
      usable: account_state === 'ok' && isVerified(row),
      tenant_ids,
      links: linksInside(hosts, { site_url: row.site_url, tenant_ids }),
      inspect: inspect === 1,
      impressions: impressions === 1,
      sitemaps: sitemaps === 1,
      indexing: indexing === 1,
    }
  })
}

export const isVerified = ({ permission }: Pick<PropertyRow, 'permission'>): boolean =>
  permission !== 'siteUnverifiedUser'

export type FoundProperty = ListedProperty & Pick<AccountRow, 'tenant_id' | 'scopes'>

export function findProperty(tx: ReadTx, caller: Caller, id: string): FoundProperty {
  const row = tx.row<FoundProperty>(
    `select ${PROPERTY_COLUMNS}, a.tenant_id, a.scopes from ${PROPERTIES} where p.id = ?`,
    id,
  )
  return inReach(tx, caller, row, 'property')
}

export const propertiesBelow = (caller: Caller) => treeOf(caller, 'a.tenant_id')

export type PropertyChanges = {
  tenant_ids?: readonly string[] | undefined
  inspect?: boolean | undefined
  impressions?: boolean | undefined
  sitemaps?: boolean | undefined
  indexing?: boolean | undefined
  reserve_pct?: number | undefined
}

/** Changes what a property is used for. Throws 404 for workspaces out of reach, and 409 for what Google or others forbid. */
export function changeProperty(tx: Tx, caller: Caller, row: FoundProperty, given: PropertyChanges): void {
  if (given.sitemaps && !row.scopes.split(' ').includes(WRITE_SCOPE))
    throw conflict(`Its consent is for reading alone. Connect the account again with sitemaps (${WRITE_SCOPE}).`)
  if (given.indexing && !row.scopes.split(' ').includes(INDEXING_SCOPE))
    throw conflict(
      `Its consent lacks the Indexing API. Connect the account again with job postings (${INDEXING_SCOPE}).`,
    )
  if (given.tenant_ids) setWorkspaces(tx, caller, row, [...new Set(given.tenant_ids)])
  const flag = (value: boolean | undefined, was: number): number => (value === undefined ? was : Number(value))
  tx.run(
    'update google_properties set inspect = ?, impressions = ?, sitemaps = ?, indexing = ?, reserve_pct = ? where id = ?',
    flag(given.inspect, row.inspect),
    flag(given.impressions, row.impressions),
    flag(given.sitemaps, row.sitemaps),
    flag(given.indexing, row.indexing),
    given.reserve_pct ?? row.reserve_pct,
    row.id,
  )
  serveProperties(tx, [row.site_url])
}

function setWorkspaces(tx: Tx, caller: Caller, row: FoundProperty, ids: readonly string[]): void {
  const found = tenantsAmong(tx, caller, ids)
  if (found.size < ids.length) throw notFound('workspace')
  if (ids.length > 0 && !isVerified(row)) throw conflict('It is not verified at Google, so it answers nothing.')
  if (ids.length > 0 && row.account_state !== 'ok') throw conflict('Its account is no longer connected.')
  const roots = new Set([...found.values()].map(({ path }) => idsOf(path)[0]!))
  const own = idsOf(tx.row<{ path: string }>('select path from tenants where id = ?', row.tenant_id)!.path)[0]!
  if ([...roots].some((root) => root !== own)) throw conflict('A property serves workspaces of one agency.')
  if (ids.length > 0 && isGivenElsewhere(tx, row.site_url, own))
    throw conflict('This property already serves another agency of this install.')
  tx.run('delete from google_property_workspaces where property_id = ?', row.id)
  tx.run(
    'insert into google_property_workspaces (property_id, tenant_id) select ?, value from json_each(?)',
    row.id,
    JSON.stringify(ids),
  )
}

/** Whether an account of another tree gives the same property to its workspaces now. */
export const isGivenElsewhere = (tx: ReadTx, site_url: string, root: string): boolean =>
  tx.row(
    `select 1 from ${PROPERTIES} join google_property_workspaces s on s.property_id = p.id
     join tenants t on t.id = s.tenant_id
     where p.site_url = ? and a.state = 'ok' and substr(t.path, 1, ?) <> ? limit 1`,
    site_url,
    root.length + 2,
    `/${root}/`,
  ) !== null
