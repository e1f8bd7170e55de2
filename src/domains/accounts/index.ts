import type { Job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { forgetSignIns } from '../../tasks/forget-sign-ins.ts'
import { changePassword } from '../../operations/account/change-password.ts'
import { deleteOauthGrant } from '../../operations/account/delete-oauth-grant.ts'
import { deleteSession } from '../../operations/account/delete-session.ts'
import { getProfile } from '../../operations/account/get-profile.ts'
import { listMembers } from '../../operations/members/list-members.ts'
import { listOauthGrants } from '../../operations/account/list-oauth-grants.ts'
import { listOwnMembers } from '../../operations/members/list-own-members.ts'
import { listSessions } from '../../operations/account/list-sessions.ts'
import { removeMember } from '../../operations/members/remove-member.ts'
import { updateMemberRole } from '../../operations/members/update-member-role.ts'

export { callerIn, callerNowhere, placesOf, roleIn } from './access.ts'
export { createEmailProof, findEmailProof, proveEmail } from './email-proofs.ts'
export { addMemberTo, countPeople, countPlaces, judgeRole, putMember } from './members.ts'
export { requireAtHome, requireWholePerson } from './own-account.ts'
export { faultOfPassword } from './password-rules.ts'
export { hashPassword } from './passwords.ts'
export { asLocale, asTimeZone, ownProfile, ownUser, profileOf } from './profile.ts'
export { provePassword } from './prove-password.ts'
export { closeSession, closeSessionsOf, openSession, renewSessionsOf, sessionCookieName } from './sessions.ts'
export { createInvitation, createSetupLink, findSetupLink, useSetupLink } from './setup-links.ts'
export * from './shapes.ts'
export { acceptInvitation, invitedBy, signIn } from './sign-in.ts'
export type { UserRow } from './tables.ts'
export { createUser, hasUsers, plainEmail, userByEmail, userById } from './users.ts'
export { callerOfSession, type Visitor, visitorOfPage } from './visitor.ts'

export const operations: readonly AnyOperation[] = [
  listMembers,
  updateMemberRole,
  removeMember,
  listOwnMembers,
  getProfile,
  changePassword,
  listSessions,
  deleteSession,
  listOauthGrants,
  deleteOauthGrant,
]

export const jobs: readonly Job[] = [forgetSignIns]
