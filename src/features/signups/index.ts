export { ACCESS_SETTING, accessSettings, canSignUp, storedAccess } from './access.ts'
export { answerStrangers } from './answer.ts'
export { askInvite, askReset, resetPassword } from './ask-reset.ts'
export {
  CODES,
  createInvite,
  findInvite,
  hasStatus,
  inviteOf,
  inviteOfCode,
  readInvite,
  revokeInvite,
  sendInvite,
} from './invites.ts'
export * from './shapes.ts'
export {
  ANSWER_STRANGERS,
  askSignUp,
  confirmSignUp,
  denySignUp,
  dropOldSignUps,
  findSignUp,
  isSameBrowser,
} from './sign-up.ts'
export type { StrangerOrigin } from './strangers.ts'
export type { InviteRow } from './tables.ts'
export {
  approveRequest,
  countAsking,
  declineRequest,
  findRequestForInvite,
  forgetStranger,
  readWaitlist,
} from './waitlist.ts'
