export {
  actsAbove,
  adminPaths,
  brandOfPerson,
  callerIn,
  callerNowhere,
  callerViewing,
  type DomainWorkspace,
  mayEnter,
  readsNotes,
  roleIn,
  taggedWith,
  withoutNotes,
  workspacesOf,
} from './access.ts'
export { assertOneScript, plainEmail } from './email/email-address.ts'
export { forgetPendingEmail } from './email/email-proofs.ts'
export { confirmEmail, disownAddress, proofAt, sendProof } from './email/verification.ts'
export {
  creationOptions,
  passkeyHosts,
  passkeySite,
  proofOptions,
  signInOptions,
  siteOfSession,
} from './factors/ceremonies.ts'
export { dropRules, installRule, ruleFrom, ruleOf, setInstallRule, setRule } from './factors/factor-rules.ts'
export {
  allFactorsOf,
  beginTotp,
  confirmTotp,
  FACTOR_SECRETS,
  factorView,
  findFactor,
  removeFactor,
  removeFactors,
  renameFactor,
  writeFactorLetter,
} from './factors/factors.ts'
export { finishStep, proveByAnyCode, proveByCode } from './factors/finish-step.ts'
export { addPasskey, newPasskeyFrom, proveByPasskey, signInByPasskey } from './factors/passkeys.ts'
export { countRecoveryCodes, makeRecoveryCodes } from './factors/recovery-codes.ts'
export { assertMayResetFactors, findUserInReach } from './factors/reset-factors.ts'
export { type Offer, offersTo, writeInvitation } from './invitations/invitations.ts'
export { INVITATIONS, invite, nameOfCaller, unlinked } from './invitations/invite.ts'
export { acceptOffer, declineOffer } from './invitations/offers.ts'
export { knownName } from './known-name.ts'
export { assertMayLeave } from './leaving.ts'
export { countMembersOf, countPeople } from './member-counts.ts'
export { assertRole, isBounded } from './member-rights.ts'
export {
  changeRole,
  findMember,
  giveMembership,
  listMembersOf,
  putMember,
  removeMemberFrom,
  takeMembership,
} from './members.ts'
export { wasNeverEntered } from './never-entered.ts'
export { rowOfLink } from './one-time-links.ts'
export { otherWorkspaces } from './other-workspaces.ts'
export { assertAtHome, assertWholePerson, isWholePerson, userToSecure } from './own-account.ts'
export { ownTrees } from './own-trees.ts'
export { createReset, dropReset, findReset, hasResets, useReset } from './passwords/password-resets.ts'
export { faultOfNewPassword, LONGEST, SHORTEST } from './passwords/password-rules.ts'
export { hashPassword, provePassword } from './passwords/passwords.ts'
export {
  findLetter,
  MOST_PEOPLE,
  membersKnownTo,
  othersLeft,
  peopleToWriteTo,
  TAKE_BACK,
  takeLetterBack,
  writeLetters,
} from './personal-letters.ts'
export { localeOf, nameInGreeting, ownProfile, ownUser } from './profile.ts'
export { unprovedAccounts } from './reach.ts'
export { languageOfClient, readerOfPerson } from './reader.ts'
export * from './shapes.ts'
export { deviceOf } from './sign-in/device.ts'
export { actor, writeEntry } from './sign-in/entry-row.ts'
export { logFailedSignIn } from './sign-in/failed-sign-in.ts'
export { FirstRun, firstRun } from './sign-in/first-run.ts'
export { ViewShape, viewOnWire, viewSource } from './sign-in/past-views.ts'
export { closeSessionsOf, dropExpired, endSessionsOutOfForce } from './sign-in/session-store.ts'
export {
  closeSession,
  isByProvider,
  type OpenedSession,
  OVERLAP,
  openSession,
  proveSession,
  removeSession,
  renewSession,
  renewSessionsOf,
  type SignInOrigin,
  sessionCookieName,
  sessionOf,
} from './sign-in/sessions.ts'
export { createInvitation, createSetupLink, findSetupLink } from './sign-in/setup-links.ts'
export { acceptInvitation, invitedBy, SecondStep, type SignedIn, signIn } from './sign-in/sign-in.ts'
export { beginStep, endHandedOn, hasFactor, lacksFactor, personOfStep, proofsOf } from './sign-in/sign-in-steps.ts'
export { forgetTries } from './sign-in/sign-in-throttle.ts'
export { callerOfSession, type Visitor, visitorOfPage } from './sign-in/visitor.ts'
export {
  countViewedPage,
  endOldViews,
  endView,
  endViewInTime,
  startView,
  viewOfCookie,
  type WorkspaceView,
} from './sign-in/workspace-views.ts'
export type { UserRow } from './tables.ts'
export { activateUser, approveUser, declineUser, setPlatformAdmin, suspendUser } from './user-states.ts'
export { countUsers, findUser, readUser, USER_COLUMNS } from './user-view.ts'
export { createUser, hasUsers, personOf, removeUser, setPassword, setProfile, userByEmail, userById } from './users.ts'
