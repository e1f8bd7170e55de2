export { type ExportLine, exportStep, isComplete, onOwnConnection } from './audit-export.ts'
export { auditPage, auditStep, readerOf } from './audit-trail.ts'
export { dismissSetup, isSetupDismissed, SETUP_TASKS, type SetupTask, setupDone } from './checklist.ts'
export { noteSize } from './disk.ts'
export { ERROR_COLUMNS, type ErrorRow, findError, readError } from './errors.ts'
export { damageIn, examine, readApart } from './examine.ts'
export { type BookSums, type BrokenRule, booksOf, wrongBooks } from './reconcile.ts'
export { holdCopy, holdRestore, type Outgoing, releaseHeld, restoredState } from './restored.ts'
export {
  hasSample,
  isAgency,
  isEmptyAgency,
  isSampleWanted,
  markSample,
  SampleData,
  type SampleStore,
  sampleHomeOf,
  unmarkSample,
  WITHOUT_SAMPLE,
} from './sample.ts'
export { AuditLine, auditFilters, auditListFilters, TrackedError, TrackedErrorWhole } from './shapes.ts'
export { AddressCheck, checkAddress, lastAddressCheck } from './site-address.ts'
export { programState, systemState, WITHOUT_FEATURES } from './state.ts'
export { ProgramState, SystemState } from './system-shape.ts'
