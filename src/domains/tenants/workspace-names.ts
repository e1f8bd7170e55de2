import type { ReadTx } from '../../kernel/database/database.ts'
import { when } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { below, NOT_ARCHIVED, notArchived } from './tree.ts'

export type WorkspaceRef = { id: string; path: string; name: string }
/** The position of a workspace in the tree. */
export type WorkspaceNode = Pick<WorkspaceRef, 'id' | 'path'>

/** A workspace on a page. */
export type NamedWorkspace = WorkspaceRef & { created_at: Time }

/** The workspace at `path` first, then the active ones below it, in tree order. */
export const workspacesAt = (tx: ReadTx, path: string): NamedWorkspace[] =>
  tx.rows(
    `select id, name, path, created_at from tenants where path >= ? and path < ? and (path = ? or ${NOT_ARCHIVED})
     order by path`,
    ...below(path),
    path,
  )

export const namedWorkspace = (tx: ReadTx, id: string): NamedWorkspace =>
  tx.row<NamedWorkspace>('select id, name, path, created_at from tenants where id = ?', id)!

export const namesOf = (tx: ReadTx, ids: readonly string[]): Map<string, string> =>
  new Map(
    tx
      .rows<{ id: string; name: string }>(
        'select t.id, t.name from json_each(?) w cross join tenants t on t.id = w.value',
        JSON.stringify(ids),
      )
      .map(({ id, name }) => [id, name]),
  )

/** Active workspaces whose name has the text, in tree order. */
export const workspacesNamed = (tx: ReadTx, caller: Caller, q: string, page: { page_size: number }) =>
  searchList<object>(
    tx,
    {
      select: 'id, name, kind',
      from: 'tenants',
      where: [when('path >= ? and path < ?', ...below(caller.platform ? '/' : caller.path)), notArchived(tx)],
      sought: { q, columns: ['name'] },
      sorts: { tree: 'path' },
      tie: 'path',
    },
    page,
  )
