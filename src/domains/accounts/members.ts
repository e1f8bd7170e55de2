/** Who belongs to a workspace: never without its last owner, never with more power than the one who gives it. */
import type { Static } from 'typebox'
import { atLeast, type Caller, inTree, type Role } from '../../kernel/caller.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { conflict, forbidden, notFound } from '../../kernel/fault.ts'
import { type ListArguments, type Listed, list, when } from '../../kernel/list.ts'
import { below, NOT_ARCHIVED } from '../tenants/index.ts'
import { renewSessionsOf } from './sessions.ts'
import { createInvitation, endInvitation } from './setup-links.ts'
import type { Member } from './shapes.ts'
import type { UserRow } from './tables.ts'
import { createUser, userByEmail } from './users.ts'

export type MemberFacts = Static<typeof Member>

const COLUMNS = `m.user_id as id, m.user_id as uid, m.tenant_id, u.email, u.name, m.role, u.status,
  u.password_hash is not null as joined, m.created_at`
const FROM = 'members m join users u on u.id = m.user_id'

export const listMembersOf = (tx: ReadTx, tenant_id: string, page: ListArguments): Listed<MemberFacts> =>
  list(
    tx,
    {
      select: COLUMNS,
      from: FROM,
      where: [when('m.tenant_id = ?', tenant_id)],
      sorts: { name: 'u.name', email: 'u.email', created_at: 'm.created_at' },
      tie: 'm.user_id',
    },
    page,
  )

/** The member of the workspace, or 404. The workspace itself must be in the caller's reach. */
export function findMember(tx: ReadTx, caller: Caller, tenant_id: string, uid: string): MemberFacts {
  const found = tx.row<MemberFacts>(
    `select ${COLUMNS} from ${FROM} where m.tenant_id = ? and m.user_id = ?`,
    tenant_id,
    uid,
  )
  if (!found || !inTree(tx, caller, tenant_id)) throw notFound('member')
  return found
}

type Wanted = { tenant_id: string; email: string; role: Role; name?: string }

type Added = MemberFacts & { invitation_url: string | null; invited_again: boolean }

/**
 * Adds a person at once. For an address without an account one is made, and the answer holds a one-time link on `site`
 * that the admin hands over: whoever opens it chooses the password. A member who never did so is invited again, in the role now
 * wanted; 409 for any other member.
 */
export function addMemberTo(tx: Tx, caller: Caller, site: string, { tenant_id, email, role, name }: Wanted): Added {
  assertRole(caller, role)
  const known = userByEmail(tx, email)
  const member = known && tx.row('select 1 from members where tenant_id = ? and user_id = ?', tenant_id, known.id)
  if (known && !member && known.email_verified_at === null && !isOurs(tx, caller, known)) throw conflict(UNCONFIRMED)
  const user = known ?? createUser(tx, { email, name: name?.trim() || email.split('@')[0]! })
  const may_invite = user.password_hash === null && mayInvite(tx, caller, user)
  if (member && !may_invite) throw conflict('This person is a member already. Change their role instead.')
  if (user.password_hash === null && user.email_verified_at === null && !may_invite) throw conflict(NOT_OPENED)
  if (member) changeRole(tx, caller, findMember(tx, caller, tenant_id, user.id), role)
  else putMember(tx, tenant_id, user.id, role)
  const invitation_url = may_invite ? createInvitation(tx, site, user.id) : null
  return { ...findMember(tx, caller, tenant_id, user.id), invitation_url, invited_again: member !== null }
}

const UNCONFIRMED =
  'This address belongs to an account whose owner has not confirmed it yet. Ask them to sign in (or first to open the invitation they have), and to confirm the address in their profile (PATCH /profile with that address sends the link); then add them again.'

/** Whoever made the link that they have could use it, and would be given what the link was never meant for. */
const NOT_OPENED =
  'This person has not opened their invitation yet, and has a role above yours in another workspace. Ask them to open it, or have somebody of that role add them.'

/** How many people belong to the workspaces in use at and below `path`. */
export const countPeople = (tx: ReadTx, path: string): number =>
  tx.number(
    `select count(distinct m.user_id) from tenants t join members m on m.tenant_id = t.id
     where t.path >= ? and t.path < ? and t.${NOT_ARCHIVED}`,
    ...below(path),
  )

/** Of how many workspaces in use at and below `path` the person is a member. */
export const countPlaces = (tx: ReadTx, path: string, user_id: string): number =>
  tx.number(
    `select count(*) from members m join tenants t on t.id = m.tenant_id
     where m.user_id = ? and t.path >= ? and t.path < ? and t.${NOT_ARCHIVED}`,
    user_id,
    ...below(path),
  )

/** Writes a membership, without asking who may. The person's sessions get new tokens. */
export function putMember(tx: Tx, tenant_id: string, user_id: string, role: Role): void {
  tx.run(
    `insert into members (tenant_id, user_id, role, created_at) values (?, ?, ?, ?)
     on conflict (tenant_id, user_id) do update set role = excluded.role`,
    tenant_id,
    user_id,
    role,
    tx.now,
  )
  renewSessionsOf(tx, user_id)
}

/**
 * Gives a member another role. 403 above the caller's own, 409 for the last owner. A higher one ends an invitation that
 * was not opened: it may be in the hands of somebody below that role.
 */
export function changeRole(tx: Tx, caller: Caller, member: MemberFacts, role: Role): void {
  assertRole(caller, role)
  assertRole(caller, member.role)
  if (role !== 'owner') keepAnOwner(tx, member)
  if (!atLeast(member.role, role)) endInvitation(tx, member.uid)
  putMember(tx, member.tenant_id, member.uid, role)
}

/** Takes a member out. Their account stays; keys that they made for the workspace stop. */
export function removeMemberFrom(tx: Tx, caller: Caller, member: MemberFacts): void {
  assertRole(caller, member.role)
  keepAnOwner(tx, member)
  tx.run('delete from members where tenant_id = ? and user_id = ?', member.tenant_id, member.uid)
  renewSessionsOf(tx, member.uid)
}

/** Throws 403 for a role above the caller's own. */
export function assertRole(caller: Caller, role: Role): void {
  if (!caller.platform && !atLeast(caller.role, role))
    throw forbidden(`The role ${role} is above yours, which is ${caller.role}.`)
}

/**
 * Whether all the person's workspaces are in the caller's reach. Of others only a verified address will do: nobody may
 * plant an account under a foreign address and wait for it to be let in elsewhere, nor get a link to set its password.
 */
function isOurs(tx: ReadTx, caller: Caller, user: UserRow): boolean {
  if (caller.platform) return true
  const places = tx.rows<{ tenant_id: string }>('select tenant_id from members where user_id = ?', user.id)
  if (places.length === 0) return user.password_hash === null && user.platform_admin === 0
  return places.every(({ tenant_id }) => inTree(tx, caller, tenant_id))
}

/** Whether the caller may have a link to set the person's password: it gives all that the person can do, anywhere. */
function mayInvite(tx: ReadTx, caller: Caller, user: UserRow): boolean {
  if (caller.platform) return true
  const roles = tx.rows<{ role: Role }>('select role from members where user_id = ?', user.id)
  return isOurs(tx, caller, user) && roles.every(({ role }) => atLeast(caller.role, role))
}

function keepAnOwner(tx: ReadTx, member: MemberFacts): void {
  if (member.role !== 'owner') return
  const others = tx.row(
    "select 1 from members where tenant_id = ? and role = 'owner' and user_id <> ? limit 1",
    member.tenant_id,
    member.uid,
  )
  if (!others) throw conflict('This is the last owner of the workspace. Make someone else an owner first.')
}
