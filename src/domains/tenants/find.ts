import { eq } from 'drizzle-orm'
import type { Static } from 'typebox'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import type { Place } from './places.ts'
import { TENANT_COLUMNS, type Tenant } from './shapes.ts'
import { type TenantRow, tenants } from './tables.ts'
import { below, idsOf, pathBelow, pathOfTenant } from './tree.ts'

/** The workspace with this id in the caller's reach, or 404. */
export function findTenant(tx: ReadTx, caller: Caller, id: string): TenantRow {
  const tenant = tx.row<TenantRow>('select * from tenants where id = ?', id)
  if (!tenant || !inTree(tx, caller, id)) throw notFound('workspace')
  return tenant
}

/** The workspaces with these ids in the caller's reach, by id. */
export function tenantsAmong(tx: ReadTx, caller: Caller, ids: readonly string[]): Map<string, TenantRow> {
  const found = tx.rows<TenantRow>(
    `select t.* from json_each(?) w cross join tenants t on t.id = w.value where t.path >= ? and t.path < ?`,
    JSON.stringify(ids),
    ...below(caller.platform ? '/' : caller.path),
  )
  return new Map(found.map((tenant) => [tenant.id, tenant]))
}

/** This row, if there is one and its workspace is in the caller's reach; else 404. */
export function inReach<Row extends { tenant_id: string }>(
  tx: ReadTx,
  caller: Caller,
  row: Row | null,
  what: string,
): Row {
  if (!row || !inTree(tx, caller, row.tenant_id)) throw notFound(what)
  return row
}

/** Ids of the workspace and those above it, nearest first. */
export const findAbove = (tx: ReadTx, id: string): string[] => idsOf(pathOfTenant(tx, id) ?? '').reverse()

/** A workspace in the shape of the API. */
export const readTenant = (tx: ReadTx, id: string): Static<typeof Tenant> =>
  tx.row<Static<typeof Tenant>>(`select ${TENANT_COLUMNS} from tenants where id = ?`, id)!

type NewTenant = { name: string; kind: TenantRow['kind']; notes?: string | null }

/** Adds a workspace under `parent`, or a new tree. The caller has checked that `parent` may have it. */
export function createTenant(tx: Tx, parent: TenantRow | null, { name, kind, notes = null }: NewTenant): TenantRow {
  const id = newId()
  const path = pathBelow(parent, id)
  const [made] = tx.orm
    .insert(tenants)
    .values({ id, parent_id: parent?.id ?? null, path, kind, name, notes, created_at: tx.now, updated_at: tx.now })
    .returning()
    .all()
  return made!
}

/** Sets where the checks of a workspace are asked; null: where those of the workspace above it are. */
export const setPlace = (tx: Tx, id: string, place: Place | null): number =>
  tx.run('update tenants set search_place = ?, updated_at = ? where id = ?', place && JSON.stringify(place), tx.now, id)

type TenantFacts = Pick<TenantRow, 'name' | 'kind' | 'notes' | 'default_recheck_days'>

export function describeTenant(tx: Tx, id: string, { name, kind, notes, default_recheck_days }: TenantFacts): void {
  const facts = { name, kind, notes, default_recheck_days, updated_at: tx.now }
  tx.orm.update(tenants).set(facts).where(eq(tenants.id, id)).run()
}
