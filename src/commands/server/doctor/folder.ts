/** The data folder and its database, which is opened as any other process would open it. */
import { Database } from 'bun:sqlite'
import { constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrations } from '../../../../migrations/index.ts'
import { databaseFile } from '../../../kernel/database/data-folder.ts'
import { LONG_LOG } from '../../../kernel/database/write-back.ts'
import type { Config } from '../../../kernel/environment/config.ts'
import { heldInWords, heldRestore } from '../../../kernel/scheduling/restored.ts'
import { clockDoubt, DOUBT_ADVICE, doubtInWords } from '../../../kernel/time/clock-doubt.ts'
import { type Finding, fail, warn, well } from '../finding.ts'
import { inDatabase } from '../in-database.ts'
import { may, nameOf } from '../this-install.ts'

export function checkFolder({ data_dir }: Config): Finding {
  if (!may(data_dir, constants.R_OK | constants.W_OK | constants.X_OK))
    return fail(`${data_dir} cannot be written`, `chmod 700 ${data_dir}`)
  const { uid, mode } = statSync(data_dir)
  // Root reads on behalf of the account that runs the install.
  const account = process.getuid?.() || uid || statSync(databaseFile({ data_dir })).uid
  const foreign = readdirSync(data_dir).filter((name) => ownerOf(join(data_dir, name), account) !== account)
  if (foreign.length)
    return fail(
      `${data_dir}: ${foreign.map((name) => `${name} belongs to ${nameOf(ownerOf(join(data_dir, name), account))}`).join(', ')}, and the install runs as ${nameOf(account)}`,
      `as root, run: chown -R ${nameOf(account).replace(/^user /, '')}: ${data_dir}`,
    )
  if (mode & 0o077) return warn(`others may look into ${data_dir}`, `chmod 700 ${data_dir}`)
  return well(data_dir)
}

/** A file that went away meanwhile is nobody's fault. */
const ownerOf = (path: string, otherwise: number): number => statSync(path, { throwIfNoEntry: false })?.uid ?? otherwise

/** By the numbers of statfs(2). SQLite's locks and shared memory need a local file system. */
const FILE_SYSTEMS: Record<number, { name: string; verdict: 'warn' | 'fail'; advice: string }> = {
  26985: { name: 'NFS', verdict: 'fail', advice: 'move the data folder to a local disk; locks do not hold here' },
  4283649346: { name: 'CIFS', verdict: 'fail', advice: 'move the data folder to a local disk; locks do not hold here' },
  4266872130: { name: 'SMB', verdict: 'fail', advice: 'move the data folder to a local disk; locks do not hold here' },
  1702057286: { name: 'FUSE', verdict: 'warn', advice: 'make sure that it keeps locks and syncs, or use a local disk' },
  16914836: { name: 'tmpfs', verdict: 'warn', advice: 'it is memory: everything is lost at the next boot' },
}

export function checkFileSystem({ data_dir }: Config): Finding {
  const { type } = statfsSync(nearest(data_dir))
  const known = FILE_SYSTEMS[type >>> 0]
  return known
    ? { verdict: known.verdict, found: `the data folder is on ${known.name}`, advice: known.advice }
    : well('local')
}

const GIB = 2 ** 30

export function checkDisk({ data_dir }: Config): Finding {
  const { bavail, bsize } = statfsSync(nearest(data_dir))
  const free = (bavail * bsize) / GIB
  const found = `${free.toFixed(1)} GiB free`
  if (free >= 1) return well(found)
  return { verdict: free < 0.2 ? 'fail' : 'warn', found, advice: 'make room: writes fail when the disk is full' }
}

export function checkDatabase({ data_dir }: Config): Finding {
  const file = databaseFile({ data_dir })
  const database = new Database(file, { readonly: true })
  try {
    const verdict = quickCheck(database)
    if (verdict !== 'ok') return fail(`damaged: ${verdict}`, 'stop the install and restore a backup')
    const { user_version } = database.query<{ user_version: number }, []>('PRAGMA user_version').get()!
    const found = `sound, schema ${user_version} of ${migrations.length}`
    if (statSync(file).nlink > 1)
      return fail(
        `${file} has another name (a hard link)`,
        'remove that: two installs on one file ruin it, and a backup that shares it is none',
      )
    if (user_version > migrations.length) return fail(found, 'a newer Signalpost wrote it: install that version again')
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (log > LONG_LOG)
      return warn(
        `${found}; its log has ${Math.round(log / 1e6)} MB: a reader holds the log`,
        'a backup ends by itself; close other programs that have the database open',
      )
    return well(found)
  } finally {
    database.close()
  }
}

/** SQLite throws when it cannot read even the schema. */
function quickCheck(database: Database): string {
  try {
    return database.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get()!.quick_check
  } catch (error) {
    return (error as Error).message
  }
}

/** Whether work is held because the clock cannot be right. */
export function checkTime(config: Config): Finding {
  const doubt = inDatabase(config, clockDoubt)
  return doubt ? fail(doubtInWords(doubt), DOUBT_ADVICE) : well('not before the latest time in the database')
}

/** Whether work waits because the install was restored from a backup. */
export function checkRestored(config: Config): Finding {
  const held = inDatabase(config, heldRestore)
  return held
    ? fail(heldInWords(held), 'release it on Today, or on Operator, System, Backups')
    : well('nothing is held')
}

function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path))
}
