/** Members of a workspace: it always keeps an owner, and nobody gives a role above their own. */

import type { Static } from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type ListArguments, type Listed, list, when } from '../../kernel/database/list.ts'
import { text } from '../../kernel/language/say.ts'
import { atLeast, type Caller, inTree, type Role } from '../../kernel/operation/caller.ts'
import { conflict, notFound } from '../../kernel/operation/fault.ts'
import { pathOfTenant } from '../tenants/index.ts'
import { roleIn } from './access.ts'
import {
  dropInvitation,
  endInvitationsBy,
  type Invitation,
  invitationTo,
  lowerInvitation,
  writeInvitation,
} from './invitations/invitations.ts'
import { PLACES } from './member-counts.ts'
import { assertMayGive, assertRole, isOurs, mayInvite } from './member-rights.ts'
import { wasNeverEntered } from './never-entered.ts'
import { isWithinReach } from './reach.ts'
import { Member, secondFactorOf } from './shapes.ts'
import { renewSessionsOf } from './sign-in/sessions.ts'
import { createInvitation, endLink } from './sign-in/setup-links.ts'
import type { UserRow } from './tables.ts'
import { createUser, userByEmail, userById } from './users.ts'

type MemberFacts = Static<typeof Member>

/** Members and invited people. For invited people only the inviter's own input is shown. */
const FROM = `(
  select m.tenant_id, m.user_id, m.role, u.email, u.name, u.status, 1 as joined, m.created_at
    from members m join users u on u.id = m.user_id
  union all
  select i.tenant_id, i.user_id, i.role, u.email, i.name, 'active', 0, i.created_at
    from invitations i join users u on u.id = i.user_id) m`
const COLUMNS = columnsOf(Member, 'm', {
  id: 'm.user_id',
  uid: 'm.user_id',
  second_factor: secondFactorOf('iif(m.joined, m.user_id, null)'),
})

export const listMembersOf = (tx: ReadTx, tenant_id: string, page: ListArguments): Listed<MemberFacts> =>
  list(
    tx,
    {
      select: COLUMNS,
      from: FROM,
      where: [when('m.tenant_id = ?', tenant_id)],
      sorts: { name: 'm.name', email: 'm.email', created_at: 'm.created_at' },
      tie: 'm.user_id',
    },
    page,
  )

/** The member of the workspace, or 404. The workspace itself must be in the caller's reach. */
export function findMember(tx: ReadTx, caller: Caller, tenant_id: string, uid: string): MemberFacts {
  const found = placeOf(tx, tenant_id, uid)
  if (!found || !inTree(tx, caller, tenant_id)) throw notFound('member')
  return found
}

const placeOf = (tx: ReadTx, tenant_id: string, uid: string): MemberFacts | null =>
  tx.row<MemberFacts>(`select ${COLUMNS} from ${FROM} where m.tenant_id = ? and m.user_id = ?`, tenant_id, uid)

export type NewMember = { tenant_id: string; email: string; role: Role; name?: string }

type InvitedMember = MemberFacts & { invitation_url: string | null; invited_again: boolean }

/**
 * Invites a person. For an address without an account it creates one, and returns a one-time link on `site` for the
 * admin to pass on, which sets the password. A person with an account has to accept. An open invitation is renewed with
 * the new role; 409 for a member.
 */
export function addMemberTo(
  tx: Tx,
  caller: Caller,
  site: string,
  { tenant_id, email, role, name }: NewMember,
): InvitedMember {
  assertMayGive(caller, role)
  const known = userByEmail(tx, email)
  const before = known && placeOf(tx, tenant_id, known.id)
  if (before?.joined) throw conflict(text('This person is a member already. Change their role instead.'))
  const may_link = known === null || mayInvite(tx, caller, known)
  if (known && !may_link) assertMayAsk(tx, caller, known, tenant_id, role)
  if (before) assertRole(caller, before.role)
  const called = name?.trim() || before?.name || email.split('@')[0]!
  const user = known ?? createUser(tx, { email, name: called })
  writeInvitation(tx, caller, { tenant_id, user_id: user.id, role, name: called })
  const invitation_url = may_link ? createInvitation(tx, site, tenant_id, user.id) : null
  return { ...placeOf(tx, tenant_id, user.id)!, invitation_url, invited_again: before !== null }
}

/** Throws 409 for an account that must not get more rights before its address is verified or its link opened. */
function assertMayAsk(tx: ReadTx, caller: Caller, user: UserRow, tenant_id: string, role: Role): void {
  if (user.email_verified_at !== null) return
  if (wasNeverEntered(tx, user)) throw conflict(isOurs(tx, caller, user) ? NOT_OPENED : UNCONFIRMED)
  assertWithinReach(tx, user, tenant_id, role)
}

function assertWithinReach(tx: ReadTx, user: UserRow, tenant_id: string, role: Role): void {
  if (!isWithinReach(tx, user, pathOfTenant(tx, tenant_id)!, role)) throw conflict(UNCONFIRMED)
}

/** The signed-in person accepts an invitation. 404 without one, 409 when their address must be verified first. */
export function joinWorkspace(tx: Tx, user: UserRow, tenant_id: string): void {
  const invitation = invitationTo(tx, tenant_id, user.id)
  if (!invitation) throw notFound('invitation')
  if (!isWithinReach(tx, user, invitation.path, invitation.role)) throw conflict(PROVE_FIRST)
  enter(tx, invitation)
}

/** Turns an invitation into a membership. */
export function enter(tx: Tx, { tenant_id, user_id, role }: Pick<Invitation, 'tenant_id' | 'user_id' | 'role'>): void {
  dropInvitation(tx, { tenant_id, user_id })
  putMember(tx, tenant_id, user_id, role)
}

/**
 * Makes a person a member without asking them, or changes a member's role; for the platform admin. 409 for an account
 * that must not get more rights before its address is verified, and for the last owner.
 */
export function giveMembership(tx: Tx, caller: Caller, user: UserRow, tenant_id: string, role: Role): void {
  const before = placeOf(tx, tenant_id, user.id)
  if (before?.joined) {
    if (before.role !== role) changeRole(tx, caller, before, role)
    return
  }
  assertMayAsk(tx, caller, user, tenant_id, role)
  enter(tx, { tenant_id, user_id: user.id, role })
}

const PROVE_FIRST = text(
  'Your account was created by somebody with a lower role than this workspace offers you. Verify your e-mail address first, then accept.',
)

const UNCONFIRMED = text(
  'The owner of this account has not verified its address yet. Ask them to sign in (or first to open the invitation they have), and to verify the address in their profile; then add them again.',
)

/** The person who created their link could use it, and would get the new rights too. */
const NOT_OPENED = text(
  'This person has not opened their invitation yet, and has a role above yours in another workspace. Ask them to open it, or ask somebody with that role to add them.',
)

/** Writes a membership without a check of rights. The person's sessions get new tokens when their rights change. */
export function putMember(tx: Tx, tenant_id: string, user_id: string, role: Role): void {
  withChangedRights(tx, tenant_id, user_id, () =>
    tx.run(
      `insert into members (tenant_id, user_id, role, created_at) values (?, ?, ?, ?)
       on conflict (tenant_id, user_id) do update set role = excluded.role`,
      tenant_id,
      user_id,
      role,
      tx.now,
    ),
  )
}

/**
 * Changes a member's role. 403 above the caller's own role, 409 for the last owner. A higher role ends an invitation
 * that was not opened, because somebody below that role may have its link.
 */
export function changeRole(tx: Tx, caller: Caller, member: MemberFacts, role: Role): void {
  assertMayGive(caller, role)
  assertRole(caller, member.role)
  if (role !== 'owner') keepAnOwner(tx, member)
  const { tenant_id, uid: user_id, name } = member
  const user = userById(tx, user_id)!
  const higher = !atLeast(member.role, role)
  if (higher) {
    assertWithinReach(tx, user, tenant_id, role)
    endLink(tx, user_id)
  }
  if (member.joined) putMember(tx, tenant_id, user_id, role)
  else if (higher) writeInvitation(tx, caller, { tenant_id, user_id, role, name })
  else lowerInvitation(tx, { tenant_id, user_id }, role)
  endInvitationsBy(tx, user_id)
}

/** Removes a member or an invitation. The account stays; the person's keys stop, and their invitations end. */
export function removeMemberFrom(tx: Tx, caller: Caller, member: MemberFacts): void {
  assertRole(caller, member.role)
  keepAnOwner(tx, member)
  const { tenant_id, uid: user_id } = member
  dropInvitation(tx, { tenant_id, user_id })
  endMembership(tx, tenant_id, user_id)
}

/** Ends a membership without a check of rights; the last owner stays. */
export function takeMembership(tx: Tx, tenant_id: string, user_id: string): void {
  const member = placeOf(tx, tenant_id, user_id)
  if (!member?.joined || (member.role === 'owner' && !hasOtherOwner(tx, member))) return
  endMembership(tx, tenant_id, user_id)
}

function endMembership(tx: Tx, tenant_id: string, user_id: string): void {
  withChangedRights(tx, tenant_id, user_id, () =>
    tx.run('delete from members where tenant_id = ? and user_id = ?', tenant_id, user_id),
  )
  endInvitationsBy(tx, user_id)
}

/** Renews a person's session tokens only if their rights changed. */
function withChangedRights(tx: Tx, tenant_id: string, user_id: string, change: () => number): void {
  const path = pathOfTenant(tx, tenant_id)!
  const before = roleIn(tx, user_id, path)
  change()
  if (roleIn(tx, user_id, path) !== before) renewSessionsOf(tx, user_id)
}

/** Throws 409 for the last owner. For an invited owner another invited one is enough. */
function keepAnOwner(tx: ReadTx, member: MemberFacts): void {
  if (member.role === 'owner' && !hasOtherOwner(tx, member))
    throw conflict(text('This is the last owner of the workspace. Make someone else an owner first.'))
}

const hasOtherOwner = (tx: ReadTx, { tenant_id, uid, joined }: MemberFacts): boolean =>
  tx.row(
    `select 1 from ${joined ? 'members' : PLACES} where tenant_id = ? and role = 'owner' and user_id <> ? limit 1`,
    tenant_id,
    uid,
  ) !== null
