export { callerIn, callerNowhere, type Domain, mayEnter, placesOf, roleIn } from './access.ts'
export { deviceOf } from './device.ts'
export { assertOneScript, plainEmail } from './email-address.ts'
export { createEmailProof, dropOldProofs, findEmailProof, forgetPendingEmail, proveEmail } from './email-proofs.ts'
export { FirstRun, firstRun } from './first-run.ts'
export { type Offer, offersTo, writeInvitation } from './invitations.ts'
export { INVITATIONS, invite, nameOfCaller } from './invite.ts'
export { assertMayLeave } from './leaving.ts'
export {
  addMemberTo,
  assertRole,
  changeRole,
  countMembersOf,
  countPeople,
  countPlaces,
  findMember,
  giveMembership,
  isBounded,
  joinWorkspace,
  listMembersOf,
  putMember,
  removeMemberFrom,
} from './members.ts'
export { acceptOffer, declineOffer } from './offers.ts'
export { assertAtHome, assertWholePerson, isWholePerson } from './own-account.ts'
export { createReset, dropOldResets, dropReset, findReset, hasResets, useReset } from './password-resets.ts'
export { faultOfPassword, LONGEST, SHORTEST } from './password-rules.ts'
export { hashPassword } from './passwords.ts'
export { asLocale, greetedAs, ownProfile, ownUser, profileOf } from './profile.ts'
export { provePassword } from './prove-password.ts'
export { type Unproved, unprovedAccounts } from './reach.ts'
export {
  closeSession,
  closeSessionsOf,
  dropExpired,
  type From,
  OVERLAP,
  openSession,
  removeSession,
  renewSession,
  renewSessionsOf,
  sessionCookieName,
  sessionOf,
} from './sessions.ts'
export { createInvitation, createSetupLink, dropOldLinks, findSetupLink, useSetupLink } from './setup-links.ts'
export * from './shapes.ts'
export { acceptInvitation, actor, invitedBy, type SignedIn, signIn } from './sign-in.ts'
export { forgetTries } from './sign-in-throttle.ts'
export type { UserRow } from './tables.ts'
export { activateUser, approveUser, declineUser, setPlatformAdmin, suspendUser } from './user-states.ts'
export { countUsers, findUser, readUser, USER_COLUMNS } from './user-view.ts'
export {
  createUser,
  hasUsers,
  removeUser,
  setPassword,
  setProfile,
  userByEmail,
  userById,
} from './users.ts'
export { confirmEmail, disownAddress, proofAt, sendProof } from './verification.ts'
export { callerOfSession, type Visitor, visitorOfPage } from './visitor.ts'
export { endOldViews, endView, endViewInTime, startView, viewOfCookie, type WorkspaceView } from './workspace-views.ts'
