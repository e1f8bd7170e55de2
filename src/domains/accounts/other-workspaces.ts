/** Workspaces that a person can switch to. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { inUseBelow, readTenant } from '../tenants/index.ts'
import { workspacesOf } from './access.ts'

/** More are found by search. */
const MOST_BELOW = 30

/** The workspace above, the memberships of the person, and those below the workspace that they are in. */
export function otherWorkspaces(tx: ReadTx, caller: Caller): { id: string; name: string }[] {
  const { user_id, within } = caller
  const person = caller.via === 'session' ? user_id : null
  const places = person === null ? [] : workspacesOf(tx, person)
  const home = person === null ? caller.path : places.find(({ path }) => caller.path.startsWith(path))?.path
  const top = home && within?.startsWith(home) ? within : home
  const { parent_id } = readTenant(tx, caller.tenant_id)
  const above =
    parent_id !== null && top && caller.path !== top && caller.path.startsWith(top) ? [readTenant(tx, parent_id)] : []
  const member = places.filter(({ path }) => path.startsWith(within ?? '/'))
  const all = [...above, ...member, ...(top ? inUseBelow(tx, top, MOST_BELOW) : [])]
  return [...new Map(all.map((one) => [one.id, one])).values()].filter(({ id }) => id !== caller.tenant_id)
}
