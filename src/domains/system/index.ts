export { deliverTest } from '../../features/audit-streams/deliver.ts'
export { streamAudit } from '../../features/audit-streams/send.ts'
export {
  AuditSink,
  SINK_STATES,
  SinkAuthority,
  SinkAuthorization,
  SinkId,
  SinkUrl,
} from '../../features/audit-streams/shapes.ts'
export {
  changeSink,
  createSink,
  deleteSink,
  findSink,
  SINK_SECRETS,
  SINKS_IN_FUTURE,
  STREAM_AUDIT,
  sinkOnWire,
} from '../../features/audit-streams/sinks.ts'
export { BackupError, type BackupHeader, type BackupKeys, isLocked } from '../../features/backups/backup-file.ts'
export {
  beginBackup,
  failBackup,
  failBroken,
  failedNames,
  isBackupDue,
  keepBackup,
  lastProved,
  markGone,
  noteMade,
  staleSince,
  surplusBackups,
  tellOfBackup,
  unhanded,
} from '../../features/backups/backup-log.ts'
export {
  type BackupProgram,
  type BackupResult,
  hashOf,
  isOwnCopy,
  makeBackup,
  nameOfBackup,
  proveBackup,
  proveCopy,
  putInPlace,
  type VerifiedBackup,
} from '../../features/backups/backups.ts'
export { type Bucket, type BucketSettings, handOver } from '../../features/backups/bucket.ts'
export { byHand, noteByHand } from '../../features/backups/by-hand.ts'
export { dropPieces, removePieces } from '../../features/backups/pieces.ts'
export { changesByVersion } from '../../features/releases/changelog.ts'
export {
  type Artefact,
  artefactFor,
  assertFits,
  MANIFEST,
  type Manifest,
  MOST_BYTES,
  NOTES,
  nowAtLeast,
  numberOf,
  ReleaseError,
  readManifest,
  releaseKeys,
  SIGNATURE,
  target,
} from '../../features/releases/manifest.ts'
export { askForRelease, isReleaseDue, newInstalled, programState } from '../../features/releases/program.ts'
export { exportStep, isComplete, onOwnConnection } from './audit-export.ts'
export { auditPage, auditStep, readerOf } from './audit-trail.ts'
export { dismissSetup, isSetupDismissed, SETUP_TASKS, type SetupTask, setupDone } from './checklist.ts'
export { noteSize } from './disk.ts'
export { ERROR_COLUMNS, type ErrorRow, findError, readError } from './errors.ts'
export { damageIn, examine } from './examine.ts'
export { booksOf, wrongBooks } from './reconcile.ts'
export { holdCopy, holdRestore, releaseHeld, restoredState } from './restored.ts'
export { AuditLine, auditFilters, auditListFilters, TrackedError, TrackedErrorWhole } from './shapes.ts'
export { AddressCheck, checkAddress, lastAddressCheck } from './site-address.ts'
export { systemState } from './state.ts'
export { ProgramState, SystemState } from './system-shape.ts'
export type { SinkRow } from './tables.ts'
