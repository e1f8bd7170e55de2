export { countOldLetters, dropOldLetters, keepLostLetters } from './after-restore.ts'
export { passwordIn, serverIn, userIn } from './as-pasted.ts'
export { BOUNCE_PATH, bounceHook, bounceHooks, deleteBounceHook, renewBounceHook } from './bounce-hooks/hooks.ts'
export { BOUNCE_SERVICES, BounceHook, type BounceService, Service } from './bounce-hooks/shapes.ts'
export type { ReportedBounce } from './bounce-hooks/vendors.ts'
export { type Bounce, type BounceKind, SOFT, softBouncesOf } from './bounces.ts'
export { isDoubtful, sendMails } from './delivery.ts'
export { readDeliveryReport } from './delivery-report.ts'
export {
  type DrawLetter,
  type FindEnclosures,
  inFacts,
  type LetterBrand,
  type LetterFacts,
  type LetterFigures,
  type LetterKinds,
  type LetterSection,
  type LetterText,
  type StoredSection,
  sectionsIn,
  stopsOf,
  TEMPLATES,
  type Template,
  type Wording,
} from './letters.ts'
export { limitConfirmations, limitLetters } from './limit-letters.ts'
export {
  findMail,
  forgetLettersTo,
  installName,
  LETTERS_IN_FUTURE,
  LINKS,
  letterBrand,
  letterOf,
  linkOf,
  type MailApp,
  queueMail,
  REPORT_PLACE,
  reachOf,
  SEND_MAILS,
  shownLink,
  withdrawMail,
} from './outbox.ts'
export { peopleInCharge } from './people-in-charge.ts'
export { forgetRefused, refusalsOf } from './refused-addresses.ts'
export { readMail, sendNow } from './send-now.ts'
export { canSend, EMAIL_SETTING, emailSettings, PASSWORD_SECRET, storedEmail } from './settings.ts'
export * from './shapes.ts'
export { noteAnswer, openStopToken, stopLink } from './stop-link.ts'
export { receiveBounces, takeBounce } from './take-bounces.ts'
export { platformAdmins, tellPlatform } from './tell-platform.ts'
export { allTemplates, findTemplate, previewOf, sampleOf, TemplatePreview, TemplateShape } from './templates.ts'
