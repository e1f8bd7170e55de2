/** Archived workspaces: every workspace below an archived one is archived with it. */
import type { ReadTx } from '../database/database.ts'
import { conflict, type Fault } from './fault.ts'

type ArchivedWorkspace = { id: string; name: string }

/** SQL for the archived workspaces at and above the one at a path. */
const archivedOver = (path: string): string =>
  `from json_each('["' || replace(trim(${path}, '/'), '/', '","') || '"]') step
   join tenants a on a.id = step.value where a.archived_at is not null`

/**
 * A column for rows of `tenants`: the topmost archived workspace above, as JSON; null when there is none. Paths are
 * split only if something is archived and the row has a parent.
 */
export const ARCHIVED_BY = `case when parent_id is not null and exists (select 1 from tenants where archived_at is not null)
  then (select json_object('id', a.id, 'name', a.name) ${archivedOver('tenants.path')}
    and a.id <> tenants.id order by length(a.path) limit 1) end`

/** Throws 409 for a workspace that is archived or below an archived one: nothing new may start there. */
export function assertInUse(tx: ReadTx, tenant_id: string): void {
  const path = tx.row<{ path: string }>('select path from tenants where id = ?', tenant_id)?.path
  const archived = path === undefined ? null : topmostArchived(tx, path)
  if (archived) throw outOfUse(archived, archived.id === tenant_id)
}

/** Throws 409 when a workspace above the one at `path` is archived: it cannot come back before that one. */
export function assertInUseAbove(tx: ReadTx, { id, path }: { id: string; path: string }): void {
  const archived = topmostArchived(tx, path)
  if (archived && archived.id !== id) throw outOfUse(archived, false)
}

const topmostArchived = (tx: ReadTx, path: string): ArchivedWorkspace | null =>
  tx.row<ArchivedWorkspace>(`select a.id, a.name ${archivedOver('?')} order by length(a.path) limit 1`, path)

/** Names the workspace to restore. This reveals nothing: a caller who may act below it can see it. */
const outOfUse = (archived: ArchivedWorkspace, itself: boolean): Fault =>
  conflict(
    itself
      ? `The workspace "${archived.name}" is archived. Restore it first.`
      : `The workspace "${archived.name}" above this one is archived. Restore that one first.`,
    { archived },
  )
