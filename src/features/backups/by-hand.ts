/** Backups made by `signalpost backup`, in a file: only the running install writes to the database. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../kernel/secrets/ids.ts'
import { plus } from '../../kernel/time/clock.ts'
import type { BackupResult } from './backups.ts'
import type { BackupRow } from './tables.ts'

const MOST = 30

const fileOf = (data_dir: string): string => join(data_dir, 'backups-by-hand.json')

/** Newest first. Includes nightly backups, because the same command makes them. */
export function byHand({ data_dir }: { data_dir: string }): BackupRow[] {
  try {
    const rows = JSON.parse(readFileSync(fileOf(data_dir), 'utf8')) as BackupRow[]
    return rows.map((row) => ({ ...row, state: isGone(row) ? 'gone' : row.state }))
  } catch {
    return []
  }
}

const isGone = ({ place, name }: BackupRow): boolean => !place.startsWith('s3://') && !existsSync(join(place, name))

export function noteByHand(
  { data_dir }: { data_dir: string },
  { encrypted, ...where }: { name: string; place: string; encrypted: boolean },
  { header, bytes, sha256, took_ms, held_ms }: BackupResult,
): void {
  const { made_at } = header
  const row: BackupRow = {
    id: newId(),
    ...where,
    state: 'proved',
    encrypted: encrypted ? 1 : 0,
    error: null,
    started_at: made_at,
    finished_at: plus(made_at, took_ms),
    bytes,
    sha256,
    took_ms,
    held_ms,
  }
  const part = `${fileOf(data_dir)}.new`
  writeFileSync(part, JSON.stringify([row, ...byHand({ data_dir })].slice(0, MOST)), { mode: 0o600 })
  renameSync(part, fileOf(data_dir))
}
