export { type AuditQuery, auditPage, auditStep } from './audit-trail.ts'
export {
  beginBackup,
  beyondKept,
  failBackup,
  failBroken,
  isBackupDue,
  lastProved,
  markGone,
  nextBackup,
  proveMade,
  recent as recentBackups,
  staleSince,
  tellOfBackup,
} from './backup-book.ts'
export { BackupError, type BackupHeader, type BackupKeys, type BackupLock, isLocked } from './backup-file.ts'
export {
  hashOf,
  type Made,
  makeBackup,
  nameOfBackup,
  type Program,
  type Proved,
  proveBackup,
  putInPlace,
} from './backups.ts'
export { type Books, booksOf, type Wrong, wrongBooks } from './books.ts'
export type { Bucket, BucketSettings } from './bucket.ts'
export { dismissSetup, isSetupDismissed, SETUP_TASKS, type SetupTask, setupDone } from './checklist.ts'
export { noteSize } from './disk.ts'
export { ERROR_COLUMNS, type ErrorRow, findError, readError } from './errors.ts'
export { damageIn, type Examined, examine } from './examine.ts'
export { AuditLine, auditFilters, TrackedError, TrackedErrorWhole } from './shapes.ts'
export { type AddressCheck, checkAddress, lastAddressCheck } from './site-address.ts'
export { systemState } from './state.ts'
export { SystemState } from './system-shape.ts'
