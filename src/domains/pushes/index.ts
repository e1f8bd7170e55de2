export { advancePushes } from './advance.ts'
export { markCancelled, SETTLE_CANCELLED, settleAllCancelled } from './cancel-job.ts'
export { linksToStop } from './cancel-links.ts'
export { cancel, cancelPreview, countLeftLinks } from './cancel-request.ts'
export { chosenAnyway } from './chosen-anyway.ts'
export {
  byOwner,
  type ForeignLinks,
  foreignInput,
  foreignWarning,
  heldOut,
  hostsInWords,
  ruleWarning,
} from './foreign-links.ts'
export { answerDay, COUNTED_DAY } from './guarantee.ts'
export { type HostOwner, ownersOf } from './host-owners.ts'
export { nextStepOf } from './next-step.ts'
export { planGuaranteeLooks, RECHECK_LINKS } from './plan-guarantee-looks.ts'
export { planRetry, retryFailed, writeRetries } from './retrying.ts'
export { readingFor } from './screening.ts'
export { sendLinks } from './sending.ts'
export {
  forgetSent,
  indexedSince,
  isUpToDate,
  lastSent,
  moveSent,
  rememberPinged,
  rememberSent,
  sentSince,
} from './sent-urls.ts'
export { settleLooks } from './settle-looks.ts'
export { DelaySeconds, DripDays, flag, Mode, PAGE_DELAY_S, Progress } from './shapes.ts'
export { ADVANCE_PUSHES, progressOf, resume } from './stages.ts'
export { planPush, submitPush } from './submission.ts'
export { UNDO, undoUntil } from './undo.ts'
export { hashOf } from './url-hash.ts'
