import { existsSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { maskText } from '../../kernel/environment/log.ts'
import { setGauge } from '../../kernel/environment/metrics.ts'
import { runOwn } from '../../kernel/environment/spawn-self.ts'
import type { App } from '../../kernel/operation/app.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { HOUR, MINUTE, millis, plus, SECOND } from '../../kernel/time/clock.ts'
import { isLocked } from './backup-file.ts'
import {
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
} from './backup-log.ts'
import { nameOfBackup } from './backups.ts'
import { handOver } from './bucket.ts'
import { dropPieces, removePieces } from './pieces.ts'

/** Not right after a start, when there is enough other work. */
const AFTER_START = 10 * MINUTE
const LONGEST = 6 * HOUR

/** A separate process makes and verifies each night's backup. A backup in a bucket is read back. */
export const makeBackupsTask = task({
  name: taskName('make_backups'),
  every: 15 * MINUTE,
  summary: 'Makes and verifies the nightly backup, and deletes those beyond SIGNALPOST_BACKUP_KEEP.',
  async run(app, signal) {
    const { config, db, clock, started_at } = app
    if (config.backup_keep === 0 || plus(started_at, AFTER_START) > clock.now()) return 0
    db.write(failBroken)
    const made = db.read(isBackupDue) ? await attempt(app, signal) : 0
    await forgetOld(app)
    const last = db.read(lastProved)
    if (last) setGauge('backup_proved_timestamp_seconds', millis(last.started_at) / SECOND)
    const since = db.read(staleSince)
    if (since) db.write((tx) => tellOfBackup(tx, app, `None was made since ${since.slice(0, 10)}.`) as undefined)
    return made
  },
})

const isBucket = (place: string): boolean => place.startsWith('s3://')
const folderOf = ({ config }: App): string =>
  isBucket(config.backup_to) || !config.backup_to ? join(config.data_dir, 'backups') : config.backup_to

async function attempt(app: App, signal: AbortSignal): Promise<number> {
  const { config, db, clock } = app
  const encrypted = isLocked({ passphrase: config.backup_passphrase, recipients: config.backup_recipient })
  const place = config.backup_to || folderOf(app)
  const waiting = db.read((tx) => unhanded(tx, place) as never) as ReturnType<typeof unhanded>
  const again = waiting && existsSync(join(folderOf(app), waiting.name)) ? waiting : null
  const name = again?.name ?? nameOfBackup(clock.now(), encrypted)
  const id = again?.id ?? db.write((tx) => beginBackup(tx, { name, place, encrypted }))
  try {
    tidy(app, again?.name)
    const made = again ?? (await makeHere(app, id, name, signal))
    if (isBucket(place)) await handOver(app.bucket(config, place), name, join(folderOf(app), name), made.sha256)
    db.write((tx) => keepBackup(tx, id))
    if ('wrong' in made && made.wrong.length) throw new BooksError(made.wrong.map(({ rule }) => rule).join('; '))
    return 1
  } catch (error) {
    if (signal.aborted) throw error
    const reason = maskText((error as Error).message).slice(0, 500)
    db.write((tx) => {
      if (!(error instanceof BooksError)) failBackup(tx, id, reason)
      tellOfBackup(tx, app, reason)
    })
    app.log.warn('the backup failed; it is tried again within the hour', { reason })
    return 0
  }
}

/** Removes the remains of earlier tries. A complete file is kept for the next try if it goes to a bucket. */
function tidy(app: App, keep?: string): void {
  const { clock, config, db } = app
  const broken = db.read(failedNames)
  dropPieces(folderOf(app), broken, nameOfBackup(plus(clock.now(), -LONGEST), false))
  if (isBucket(config.backup_to))
    for (const name of broken) if (name !== keep) rmSync(join(folderOf(app), name), { force: true })
}

async function makeHere(app: App, id: string, name: string, signal: AbortSignal): Promise<Report> {
  const file = join(folderOf(app), name)
  const made = await make(app, file, AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]))
  app.db.write((tx) => noteMade(tx, id, made))
  return made
}

/** The backup equals the install, but the books of both are wrong. */
class BooksError extends Error {
  constructor(rules: string) {
    super(`the backup was made, but the books do not balance: ${rules}`)
  }
}

type Report = { bytes: number; sha256: string; took_ms: number; held_ms: number; wrong: { rule: string }[] }

async function make(app: App, file: string, signal: AbortSignal): Promise<Report> {
  mkdirSync(folderOf(app), { recursive: true, mode: 0o700 })
  assertRoom(app)
  const ended = app.db.storage.reading('a backup')
  const { code, out, err } = await runOwn(['backup', file, '--json'], settingsOf(app), signal).finally(ended)
  // A process that was ended by a signal could not clean up.
  removePieces(file)
  if (code !== 0 && code !== 3) throw new Error(reasonIn(err) || `the backup ended with ${code}`)
  return JSON.parse(out) as Report
}

function settingsOf({ config }: App): Record<string, string> {
  return {
    SIGNALPOST_DATA_DIR: config.data_dir,
    SIGNALPOST_SECRET_KEY: config.secret_key.join('\n'),
    SIGNALPOST_BACKUP_PASSPHRASE: config.backup_passphrase,
    SIGNALPOST_BACKUP_RECIPIENT: config.backup_recipient.join(' '),
  }
}

function reasonIn(err: string): string {
  try {
    return (JSON.parse(err) as { error: { message: string } }).error.message
  } catch {
    return err.trim().slice(0, 300)
  }
}

/** The copy, the file and the copy that verifies it need space at the same time. */
function assertRoom(app: App): void {
  const { bavail, bsize } = statfsSync(folderOf(app))
  const need = 3 * statSync(app.db.file).size
  if (bavail * bsize < need)
    throw new Error(`${folderOf(app)} has no room: a backup needs ${Math.ceil(need / 1e6)} MB for a while`)
}

async function forgetOld(app: App): Promise<void> {
  for (const { id, name, place } of app.db.read((tx) => surplusBackups(tx, app.config.backup_keep))) {
    if (isBucket(place)) await app.bucket(app.config, place).remove(name)
    else rmSync(join(place, name), { force: true })
    app.db.write((tx) => markGone(tx, id))
  }
}
