/** What a person may do where. A role in a workspace holds in every workspace below it. */
import { type Caller, higher, NOWHERE, type Role } from '../../kernel/caller.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { idsOf, isArchived } from '../tenants/index.ts'
import type { UserRow } from './tables.ts'

type Person = Pick<UserRow, 'id' | 'email' | 'status' | 'platform_admin'>
type Place = { id: string; path: string }

/** The highest role over the workspace at `path` and those above it; null for a stranger. */
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

/** Whether the account may sign in and act at all (a pending one may look around). */
export const mayEnter = (status: UserRow['status']): boolean => status === 'active' || status === 'pending'

/**
 * The person as a caller in the wanted workspace (default: the first membership, for a platform admin without one the
 * oldest workspace). Null when it is not theirs, is archived, or they have none.
 */
export function callerIn(tx: ReadTx, person: Person, via: 'session' | 'oauth', tenant_id?: string): Caller | null {
  const place = tenant_id === undefined ? firstPlace(tx, person) : placeOf(tx, tenant_id)
  if (!place || isArchived(tx, place.path)) return null
  const platform = person.platform_admin === 1 && person.status === 'active'
  const role = platform ? 'owner' : roleIn(tx, person.id, place.path)
  return role && { ...callerAt(person, place, role), via, platform }
}

/**
 * The person as one who looks on in a workspace of the tree at `path`: what its admin sees, and nothing that changes
 * anything. Null beyond the tree, and where it is archived.
 */
export function onlookerIn(tx: ReadTx, person: Person, view: { tenant_id: string; path: string }, tenant_id?: string) {
  const place = placeOf(tx, tenant_id ?? view.tenant_id)
  if (!place?.path.startsWith(view.path) || isArchived(tx, place.path)) return null
  return { ...callerAt(person, place, 'admin'), viewing: true } as const
}

const callerAt = (person: Person, place: Place, role: Role): Caller => ({
  via: 'session',
  user_id: person.id,
  key_id: null,
  label: person.email,
  tenant_id: place.id,
  path: place.path,
  role,
  platform: false,
  daily_credit_cap: null,
  approved: person.status === 'active',
})

/** The person without a workspace, who may still see, change and delete their own account. */
export const callerNowhere = (person: Person): Caller => ({
  ...NOWHERE,
  via: 'session',
  user_id: person.id,
  key_id: null,
  label: person.email,
  role: 'client_viewer',
  platform: false,
  daily_credit_cap: null,
  approved: person.status === 'active',
})

/** The workspaces a person is a member of, oldest membership first, archived ones left out. */
export const placesOf = (tx: ReadTx, user_id: string): (Place & { name: string; role: Role })[] =>
  tx
    .rows<Place & { name: string; role: Role }>(
      `select t.id, t.path, t.name, m.role from members m join tenants t on t.id = m.tenant_id
       where m.user_id = ? order by m.created_at, t.path`,
      user_id,
    )
    .filter((place) => !isArchived(tx, place.path))

const placeOf = (tx: ReadTx, id: string): Place | null => tx.row<Place>('select id, path from tenants where id = ?', id)

function firstPlace(tx: ReadTx, person: Person): Place | null {
  const [own] = placesOf(tx, person.id)
  if (own || !person.platform_admin) return own ?? null
  return tx.row<Place>(
    'select id, path from tenants where parent_id is null and archived_at is null order by created_at, id',
  )
}
