/** Actions of report readers without an account, by the sealed address in a letter: confirm, stop, start again. */
export {
  confirmReader,
  type ReportReader,
  readAgain,
  readerToConfirm,
  readerToStop,
  stopReader,
} from './consent.ts'
