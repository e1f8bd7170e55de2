export { tellNext } from './alerts.ts'
export {
  type Addressee,
  askedToConfirm,
  askedToStop,
  confirmRecipient,
  subscribeAgain,
  tryAgain,
  unsubscribe,
} from './answers.ts'
export { makeDueDigest, previewDigest, sendDigest } from './digest.ts'
export { listRecipients, ownEmail } from './recipients.ts'
export { changeNotices, DIGESTS_IN_FUTURE, noticesOf } from './settings.ts'
export { DigestPreview, type NoticeEvent, NoticeSettings, noticeFields } from './shapes.ts'
export { writeNews } from './webhook-news.ts'
