/** The state of the backups, for the operator. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { isLocked } from './backup-file.ts'
import { lastProved, nextBackup, recent } from './backup-log.ts'
import { byHand } from './by-hand.ts'
import type { BackupRow } from './tables.ts'

const MOST_SHOWN = 30

export function backupState(tx: ReadTx, { config }: Install) {
  const on = config.backup_keep > 0 && !config.passive
  const nightly = recent(tx, MOST_SHOWN)
  const made = [...nightly, ...byHand(config).filter(({ name }) => nightly.every((row) => row.name !== name))]
    .sort((a, b) => (a.started_at < b.started_at ? 1 : -1))
    .slice(0, MOST_SHOWN)
  const last = made.find(({ state }) => state === 'proved' || state === 'gone') ?? lastProved(tx)
  const [newest] = nightly
  return {
    place: config.backup_to || 'backups',
    keep: config.backup_keep,
    encrypted: isLocked({ passphrase: config.backup_passphrase, recipients: config.backup_recipient }),
    last_at: last?.started_at ?? null,
    last_restored_at: last?.finished_at ?? null,
    error: newest?.state === 'failed' ? newest.error : null,
    next_at: on ? nextBackup(tx) : null,
    recent: made.map((row) => ({ ...row, encrypted: row.encrypted === 1 })),
    checked: checkedBy(tx, newest),
  }
}

/** Each backup checks the whole database first. */
function checkedBy(tx: ReadTx, newest: BackupRow | undefined) {
  const damaged = newest?.error?.includes('is damaged') ? newest : null
  return { checked_at: damaged?.started_at ?? lastProved(tx)?.started_at ?? null, damage: damaged?.error ?? null }
}
