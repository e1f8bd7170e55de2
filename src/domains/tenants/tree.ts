/** The tree of workspaces, read from their paths (`/agency/…/own/`). */
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Condition, looseCondition } from '../../kernel/database/list.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import type { Party } from '../../kernel/scheduling/fair-pool.ts'
import type { TenantRow } from './tables.ts'

/** Levels from the root to the deepest workspace, both included. */
export const MAX_DEPTH = 5

export const pathBelow = (parent: { path: string } | null, id: string): string => `${parent?.path ?? '/'}${id}/`

/** Ids from the root down to the workspace itself. */
export const idsOf = (path: string): string[] => path.split('/').filter(Boolean)

/** 1 for a root. */
const depthOf = (path: string): number => idsOf(path).length

/** The path of a workspace; null when there is none with this id. */
export const pathOfTenant = (tx: ReadTx, id: string): string | null =>
  tx.row<{ path: string }>('select path from tenants where id = ?', id)?.path ?? null

/** The root of the workspace's tree, the only workspace with a plan. */
export function rootOf(tx: ReadTx, tenant_id: string): string {
  const path = pathOfTenant(tx, tenant_id)
  return path === null ? tenant_id : idsOf(path)[0]!
}

/** The one agency of an install that has no other; null where there are several. */
export function onlyRoot(tx: ReadTx): string | null {
  const roots = tx.rows<{ id: string }>(
    'select id from tenants where parent_id is null and archived_at is null limit 2',
  )
  return roots.length === 1 ? roots[0]!.id : null
}

/** Work is shared first between agencies (roots), then between the workspaces of an agency. */
export function partyAtPath(path: string): Party {
  const ids = idsOf(path)
  return { agency: ids[0]!, workspace: ids.at(-1)! }
}

/** The same, by the id of the workspace. */
export const partyIn = (tx: ReadTx, tenant_id: string): Party => partyAtPath(pathOfTenant(tx, tenant_id)!)

/** Everything at and below `path`, as a range of the path index. */
export const below = (path: string): [from: string, to: string] => [path, `${path}~`]

/** Whether the workspace or a workspace above it is archived. */
export function isArchived(tx: ReadTx, path: string): boolean {
  const ids = idsOf(path)
  const marks = ids.map(() => '?').join(', ')
  return tx.row(`select 1 from tenants where id in (${marks}) and archived_at is not null limit 1`, ...ids) !== null
}

/** The same, by the id of the workspace. */
export function isArchivedById(tx: ReadTx, id: string): boolean {
  const path = pathOfTenant(tx, id)
  return path !== null && isArchived(tx, path)
}

/** The workspaces at and below `path` that are not archived, in tree order. */
export const inUseBelow = (tx: ReadTx, path: string, most: number): { id: string; name: string; path: string }[] =>
  tx.rows(
    `select id, name, path from tenants where path >= ? and path < ? and ${NOT_ARCHIVED} order by path limit ?`,
    ...below(path),
    most,
  )

/** The ids of all workspaces at and below `path`, including archived ones. */
export const idsBelow = (tx: ReadTx, path: string): string[] =>
  tx.rows<{ id: string }>('select id from tenants where path >= ? and path < ?', ...below(path)).map(({ id }) => id)

/** The number of workspaces below `path` that are not archived. */
export const countBelow = (tx: ReadTx, path: string): number =>
  tx.number(`select count(*) from tenants where path > ? and path < ? and ${NOT_ARCHIVED}`, ...below(path))

/** SQL for the ids of archived workspaces and of all workspaces below them. */
export const ARCHIVED = `(
  with recursive hidden (id) as (
    select id from tenants where archived_at is not null
    union
    select t.id from hidden h join tenants t on t.parent_id = h.id)
  select id from hidden)`

/** Condition on `tenants`: neither the workspace nor a workspace above it is archived. */
export const NOT_ARCHIVED = `id not in ${ARCHIVED}`

/** The same for lists: null while nothing is archived, which is known from one commit to the next. */
export const notArchived = (tx: ReadTx): Condition | null =>
  tx.count('select exists (select 1 from tenants where archived_at is not null)') ? looseCondition(NOT_ARCHIVED) : null

/** The root of a tree must be an agency; every other workspace must not. */
export function assertKind(tenant: TenantRow, kind: TenantRow['kind']): void {
  if (tenant.parent_id === null && kind !== tenant.kind)
    throw conflict('The workspace at the root of a tree stays an agency.')
}

/** Throws 409 when a workspace with `levels` levels (its own included) would nest too deep under `parent`. */
export function assertPlace(tx: ReadTx, parent: TenantRow, levels: number): void {
  assertInUse(tx, parent.id)
  if (depthOf(parent.path) + levels > MAX_DEPTH)
    throw conflict(`Workspaces nest at most ${MAX_DEPTH} levels deep.`, { max_depth: MAX_DEPTH })
}

/** The number of levels of the tree at `path`, its own included. */
export function levelsOf(tx: ReadTx, path: string): number {
  const paths = tx.rows<{ path: string }>('select path from tenants where path >= ? and path < ?', ...below(path))
  return Math.max(1, ...paths.map((one) => depthOf(one.path))) - depthOf(path) + 1
}
