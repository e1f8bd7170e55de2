export { BackupError, type BackupHeader, type BackupKeys, isLocked } from './backup-file.ts'
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
} from './backups.ts'
export { type Bucket, type BucketSettings, handOver } from './bucket.ts'
export { noteByHand } from './by-hand.ts'
