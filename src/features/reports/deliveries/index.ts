export { receiveBounces, takeBounce } from '../../../domains/mail/take-bounces.ts'
export { confirmReader, type ReportReader, readAgain, readerToConfirm, readerToStop, stopReader } from './consent.ts'
export { letterFacts, letterPreview, readersOf } from './letter.ts'
export { MOST_PEOPLE, othersLeft, peopleToWriteTo, writeLetters } from './letters.ts'
export {
  addRecipient,
  findRecipient,
  MOST_RECIPIENTS,
  readRecipient,
  recipientsOf,
  removeRecipient,
  updateRecipient,
} from './recipients.ts'
export type { DrawReportFile, ReportFile } from './report-file.ts'
export { reportEnclosures, reportPdfOf } from './report-pdf.ts'
export { senderOfReports } from './report-sender.ts'
export { sendReportNow, TAKE_BACK, takeReportBack } from './send-now.ts'
export { SEND_REPORTS, sendNextReport } from './sending.ts'
export { assertWanted, deliveriesOf, followMail, settleDeliveries } from './settling.ts'
export {
  KnownPerson,
  RecipientId,
  ReportDelivery,
  ReportLetter,
  ReportRecipient,
  ReportSender,
  recipientFields,
} from './shapes.ts'
