/** Roles of people in workspaces. A role in a workspace also holds in every workspace below it. */

import type { ReadTx } from '../../kernel/database/database.ts'
import { type Condition, looseCondition } from '../../kernel/database/list.ts'
import { atLeast, type Caller, higher, NOWHERE, type Role } from '../../kernel/operation/caller.ts'
import { idsOf, isArchived, pathOfTenant, type WorkspaceNode, type WorkspaceRef } from '../tenants/index.ts'
import type { UserRow } from './tables.ts'

type Person = Pick<UserRow, 'id' | 'email' | 'status' | 'platform_admin'>
/** The workspace at whose own domain a request arrives; null at the install's address. */
export type DomainWorkspace = WorkspaceNode | null

/** The person's highest role in the workspace at `path` or above it; null for none. */
export function roleIn(tx: ReadTx, user_id: string, path: string): Role | null {
  const ids = idsOf(path)
  const marks = ids.map(() => '?').join(', ')
  const found = tx.rows<{ role: Role }>(
    `select role from members where user_id = ? and tenant_id in (${marks})`,
    user_id,
    ...ids,
  )
  return found.reduce<Role | null>((best, { role }) => (best ? higher(best, role) : role), null)
}

/** Paths of the workspaces at and below which the caller is an admin; a person who is signed in has those of all memberships. */
export function adminPaths(tx: ReadTx, caller: Caller): string[] {
  if (caller.platform) return ['/']
  const own = atLeast(caller.role, 'admin') ? [caller.path] : []
  if (caller.via !== 'session' || caller.viewing || caller.user_id === null) return own
  const others = workspacesOf(tx, caller.user_id, caller.within).filter(({ role }) => atLeast(role, 'admin'))
  return [...own, ...others.map(({ path }) => path)]
}

/** Whether the caller also acts above this workspace, with at least this role; a person may do so although a page is of this workspace alone. */
export function actsAbove(
  tx: ReadTx,
  { platform, path, via, user_id }: Caller,
  tenant_id: string,
  least: 'member' | 'admin' = 'member',
): boolean {
  const its = pathOfTenant(tx, tenant_id)!
  if (platform || path !== its || idsOf(its).length === 1) return true
  return (
    via === 'session' &&
    tx.row(
      `select 1 from members m join tenants a on a.id = m.tenant_id
       where m.user_id = ? and a.path <> ? and instr(?, a.path) = 1 and (m.role in ('admin', 'owner') or (m.role = 'member' and ? = 'member'))`,
      user_id,
      its,
      its,
      least,
    ) !== null
  )
}

/** Notes and tags of a workspace are of the staff above it: its own people neither read nor change them. */
export const readsNotes = (tx: ReadTx, caller: Caller, tenant_id: string): boolean =>
  caller.platform ||
  (caller.role !== 'client_viewer' && (tenant_id !== caller.tenant_id || actsAbove(tx, caller, tenant_id)))

export const withoutNotes = <Workspace extends { id: string; notes: string | null; tags: unknown }>(
  tx: ReadTx,
  caller: Caller,
  workspace: Workspace,
): Workspace => (readsNotes(tx, caller, workspace.id) ? workspace : { ...workspace, notes: null, tags: [] })

/** A person must not find a workspace by tags that they do not read. */
export function taggedWith(tx: ReadTx, caller: Caller, tag: string): Condition {
  if (!caller.platform && caller.role === 'client_viewer') return looseCondition('0')
  const unread = readsNotes(tx, caller, caller.tenant_id) ? null : caller.tenant_id
  return looseCondition('exists (select 1 from json_each(tags) where value = ?) and id is not ?', tag, unread)
}

/** Whether the account may sign in at all (a pending account may only read). */
export const mayEnter = (status: UserRow['status']): boolean => status === 'active' || status === 'pending'

/**
 * The person as a caller in the wanted workspace (default: the first membership, for a platform admin without one the
 * oldest workspace). Null when it is not theirs or archived, or they have none. At an own domain only its tree counts,
 * and nobody is a platform admin, because the owner of the domain can read the cookies that browsers send there.
 */
export function callerIn(
  tx: ReadTx,
  person: Person,
  via: 'session' | 'oauth',
  tenant_id?: string,
  domain: DomainWorkspace = null,
): Caller | null {
  const workspace = tenant_id === undefined ? firstWorkspace(tx, person, domain) : workspaceNodeOf(tx, tenant_id)
  if (!workspace || isArchived(tx, workspace.path) || (domain && !workspace.path.startsWith(domain.path))) return null
  const platform = person.platform_admin === 1 && person.status === 'active' && !domain
  const role = platform ? 'owner' : roleIn(tx, person.id, workspace.path)
  return role && { ...callerAt(person, workspace, role), via, platform, ...(domain ? { within: domain.path } : {}) }
}

/**
 * The person as a viewer of a workspace in the tree at `path`: reads all that its admin reads, and changes nothing.
 * Null outside the tree, and where it is archived.
 */
export function callerViewing(
  tx: ReadTx,
  person: Person,
  view: { tenant_id: string; path: string },
  tenant_id?: string,
) {
  const workspace = workspaceNodeOf(tx, tenant_id ?? view.tenant_id)
  if (!workspace?.path.startsWith(view.path) || isArchived(tx, workspace.path)) return null
  return { ...callerAt(person, workspace, 'admin'), viewing: true } as const
}

const callerAt = (person: Person, workspace: WorkspaceNode, role: Role): Caller => ({
  via: 'session',
  user_id: person.id,
  key_id: null,
  label: person.email,
  tenant_id: workspace.id,
  path: workspace.path,
  role,
  platform: false,
  daily_credit_cap: null,
  approved: person.status === 'active',
})

/** The person without a workspace, who may still read, change and delete their own account. */
export const callerNowhere = (person: Person): Caller =>
  callerAt(person, { id: NOWHERE.tenant_id, path: NOWHERE.path }, 'client_viewer')

/** The active workspaces of a person within a tree, oldest membership first. */
export const workspacesOf = (tx: ReadTx, user_id: string, within = '/'): (WorkspaceRef & { role: Role })[] =>
  tx
    .rows<WorkspaceRef & { role: Role }>(
      `select t.id, t.path, t.name, m.role from members m join tenants t on t.id = m.tenant_id
       where m.user_id = ? order by m.created_at, t.path`,
      user_id,
    )
    .filter(({ path }) => path.startsWith(within) && !isArchived(tx, path))

/** The workspace whose brand a letter to the account carries: the first one, after the address is verified. */
export const brandOfPerson = (tx: ReadTx, user: { id: string; email_verified_at: string | null }): string | null =>
  user.email_verified_at === null ? null : (workspacesOf(tx, user.id)[0]?.id ?? null)

const workspaceNodeOf = (tx: ReadTx, id: string): WorkspaceNode | null =>
  tx.row<WorkspaceNode>('select id, path from tenants where id = ?', id)

function firstWorkspace(tx: ReadTx, person: Person, domain: DomainWorkspace): WorkspaceNode | null {
  if (domain && roleIn(tx, person.id, domain.path)) return domain
  const own = workspacesOf(tx, person.id, domain?.path)[0] ?? null
  if (own || domain || !person.platform_admin) return own
  return tx.row<WorkspaceNode>(
    'select id, path from tenants where parent_id is null and archived_at is null order by created_at, id',
  )
}
