/** What lies on the disk: the folder, the database. The database is opened as any other process would. */
import { Database } from 'bun:sqlite'
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { clockDoubt, DOUBT_ADVICE, doubtInWords } from '../kernel/clock-doubt.ts'
import type { Config } from '../kernel/config.ts'
import { databaseFile } from '../kernel/data-folder.ts'
import { openForReading } from '../kernel/database.ts'
import type { Finding } from './finding.ts'

export function checkFolder({ data_dir }: Config): Finding {
  if (!existsSync(data_dir)) return { verdict: 'ok', found: `${data_dir} is made at the first start` }
  const { uid, mode } = statSync(data_dir)
  const me = process.getuid?.()
  if (me !== undefined && uid !== me)
    return {
      verdict: 'fail',
      found: `${data_dir} belongs to user ${uid}, this is user ${me}`,
      advice: `run as that user, or chown -R ${me} ${data_dir}`,
    }
  try {
    accessSync(data_dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return { verdict: 'fail', found: `${data_dir} cannot be written`, advice: `chmod 700 ${data_dir}` }
  }
  if (mode & 0o077)
    return { verdict: 'warn', found: `others may look into ${data_dir}`, advice: `chmod 700 ${data_dir}` }
  return { verdict: 'ok', found: data_dir }
}

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
    : { verdict: 'ok', found: 'local' }
}

const GIB = 2 ** 30

export function checkDisk({ data_dir }: Config): Finding {
  const { bavail, bsize } = statfsSync(nearest(data_dir))
  const free = (bavail * bsize) / GIB
  const found = `${free.toFixed(1)} GiB free`
  if (free >= 1) return { verdict: 'ok', found }
  return { verdict: free < 0.2 ? 'fail' : 'warn', found, advice: 'make room: writes fail when the disk is full' }
}

export function checkDatabase({ data_dir }: Config): Finding {
  const file = databaseFile({ data_dir })
  if (!existsSync(file)) return { verdict: 'ok', found: 'made at the first start' }
  const database = new Database(file, { readonly: true })
  try {
    const verdict = database.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get()!.quick_check
    if (verdict !== 'ok')
      return { verdict: 'fail', found: `damaged: ${verdict}`, advice: 'stop the install and restore a backup' }
    const { user_version } = database.query<{ user_version: number }, []>('PRAGMA user_version').get()!
    const found = `sound, schema ${user_version} of ${migrations.length}`
    if (statSync(file).nlink > 1)
      return {
        verdict: 'fail',
        found: `${file} has another name (a hard link)`,
        advice: 'remove that: two installs on one file ruin it, and a backup that shares it is none',
      }
    if (user_version > migrations.length)
      return { verdict: 'fail', found, advice: 'a newer Signalpost wrote it: install that version again' }
    return { verdict: 'ok', found }
  } finally {
    database.close()
  }
}

/** Whether anything is held, since the clock stands where it cannot be. */
export function checkTime(config: Config): Finding {
  if (!existsSync(databaseFile(config))) return { verdict: 'ok', found: 'nothing to compare with yet' }
  const db = openForReading(databaseFile(config), systemClock)
  try {
    const doubt = db.read(clockDoubt)
    return doubt
      ? { verdict: 'fail', found: doubtInWords(doubt), advice: DOUBT_ADVICE }
      : { verdict: 'ok', found: 'follows the latest time that was seen' }
  } finally {
    db.close()
  }
}

function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path))
}
