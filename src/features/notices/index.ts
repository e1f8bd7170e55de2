export { moveHappenings, tellNext } from './alerts.ts'
export {
  type Addressee,
  confirmRecipient,
  recipientToConfirm,
  recipientToStop,
  subscribeAgain,
  tryAgain,
  unsubscribe,
} from './answers.ts'
export { makeDueDigest, previewDigest, sendDigest } from './digest.ts'
export { listRecipients, ownEmail } from './recipients.ts'
export { changeNotices, DIGESTS_IN_FUTURE, noticesOf, storedNotices } from './settings.ts'
export { DigestPreview, type NoticeEvent, NoticeSettings, noticeFields } from './shapes.ts'
