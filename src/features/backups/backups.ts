/** Makes, proves and restores backups, also beside a working install: nothing here writes to its database. */
import { Database } from 'bun:sqlite'
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BookSums, type BrokenRule, booksOf, examine, readApart, wrongBooks } from '../../domains/system/index.ts'
import { newestAnchor } from '../../kernel/audit/anchor.ts'
import { copyDatabaseFile, faultIn } from '../../kernel/database/copy-database.ts'
import { type Migration, migrate } from '../../kernel/database/migrate.ts'
import { syncFolder } from '../../kernel/environment/sync-folder.ts'
import { at, type Clock, stopwatch } from '../../kernel/time/clock.ts'
import {
  age,
  BackupError,
  type BackupHeader,
  type BackupKeys,
  type BackupLock,
  isLocked,
  pack,
  unpack,
} from './backup-file.ts'
import { removePieces } from './pieces.ts'

/** This program's version; a backup must be of the same or an older one. */
export type BackupProgram = { version: string; migrations: readonly Migration[]; clock: Clock }

export type VerifiedBackup = {
  header: BackupHeader
  /** Size of the file. */
  bytes: number
  sha256: string
  /** Rules of the books that were broken when the backup was made. */
  wrong: BrokenRule[]
}
export type BackupResult = VerifiedBackup & { took_ms: number; held_ms: number }

type BackupInput = BackupProgram & { lock: BackupLock; secret_keys: readonly string[] }

/**
 * Backs up the database into the file `to`, restores it into a temporary folder beside it and compares the books. The
 * file gets its name only after that.
 */
export async function makeBackup(
  database: string,
  to: string,
  { lock, secret_keys, ...program }: BackupInput,
): Promise<BackupResult> {
  const elapsed = stopwatch()
  const [copy, part, proof] = [`${to}.copy`, `${to}.part`, `${to}.proof`]
  try {
    const { held_ms } = copyDatabaseFile(database, copy)
    const header = {
      made_at: program.clock.now(),
      version: program.version,
      ...contentOf(copy),
      sha256: await hashOf(createReadStream(copy)),
      // Without encryption the keys would be readable beside the secrets that they protect.
      secret_keys: isLocked(lock) ? [...secret_keys] : null,
    }
    const { keys, ...opened } = await lockToProve(lock)
    await writeFile(part, await pack(copy, header, opened))
    const proved = await proveBackup(createReadStream(part), proof, keys, program)
    rmSync(proof, { recursive: true, force: true })
    renameSync(part, to)
    syncFolder(dirname(to))
    return { ...proved, bytes: statSync(to).size, took_ms: Math.round(elapsed()), held_ms }
  } finally {
    removePieces(to)
  }
}

/** Only the holder of the identity can open a file for a recipient, so the proof adds a temporary key of its own. */
async function lockToProve({ passphrase, recipients }: BackupLock): Promise<BackupLock & { keys: BackupKeys }> {
  if (passphrase || !recipients.length) return { passphrase, recipients: [], keys: { passphrase, identities: [] } }
  const { generateHybridIdentity, generateX25519Identity, identityToRecipient } = await age()
  const hybrid = recipients.some((one) => one.startsWith('age1pq'))
  const identity = await (hybrid ? generateHybridIdentity() : generateX25519Identity())
  const own = await identityToRecipient(identity)
  return { passphrase: '', recipients: [...recipients, own], keys: { passphrase: '', identities: [identity] } }
}

function contentOf(copy: string): Pick<BackupHeader, 'schema' | 'bytes' | 'books' | 'audit'> {
  const database = new Database(copy, { readonly: true })
  const { user_version: schema } = database.query<{ user_version: number }, []>('PRAGMA user_version').get()!
  const chained = database.query("select 1 from pragma_table_info('audit') where name = 'hash'").get() !== null
  database.close()
  const audit = chained ? readApart(copy, newestAnchor) : null
  return { schema, bytes: statSync(copy).size, books: readApart(copy, booksOf), audit }
}

/**
 * Restores a backup into a folder, migrates it to this program's schema, and compares the contents with those when it
 * was made. Leaves the database there as `signalpost.db`.
 */
export async function proveBackup(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  keys: BackupKeys,
  { migrations, clock }: Pick<BackupProgram, 'migrations' | 'clock'>,
): Promise<VerifiedBackup> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'signalpost.db')
  const seen = { bytes: 0, hash: new Bun.CryptoHasher('sha256') }
  const header = await withFile(file, (handle) =>
    unpack(counted(source, seen), { keys, schema: migrations.length }, (piece) => handle.write(piece)),
  )
  const raw = new Database(file, { readonly: true })
  const why = faultIn(raw)
  raw.close()
  if (why) throw new BackupError(`the database in the backup is damaged: ${why}`)
  if (header.schema < migrations.length) migrate(file, migrations, clock)
  const books = readApart(file, booksOf)
  // An upgrade may add tables and move rows, but credits stay the same.
  const same =
    header.schema === migrations.length ? Bun.deepEquals(books, header.books) : sameCredits(books, header.books)
  if (!same) throw new BackupError('the books of the restored database are not those that were backed up')
  return { header, bytes: seen.bytes, sha256: seen.hash.digest('hex'), wrong: readApart(file, wrongBooks) }
}

/** Bare database copies of our own: before an upgrade, and of a database that a restore replaced. */
export const isOwnCopy = (file: string): boolean => /(^|\/)(before-schema-\d+|replaced)-[\dTZ-]+\.db$/.test(file)

/** Like `proveBackup`, for such a copy. It has no checksum, so SQLite's integrity check and the books must suffice. */
export async function proveCopy(
  copy: string,
  folder: string,
  { migrations, clock }: Pick<BackupProgram, 'migrations' | 'clock'>,
): Promise<VerifiedBackup> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'signalpost.db')
  copyFileSync(copy, file)
  chmodSync(file, 0o600)
  const { unsound: why, schema } = examine(file, migrations.length)
  if (why) throw new BackupError(`the copy is damaged: ${why}`)
  if (schema === 0 || schema > migrations.length)
    throw new BackupError(
      `the copy is of schema ${schema}, and this Signalpost knows 1 to ${migrations.length}`,
      'use the version of Signalpost that made it, or a later one',
    )
  const { mtimeMs, size: bytes } = statSync(copy)
  const sha256 = await hashOf(createReadStream(copy))
  if (schema < migrations.length) migrate(file, migrations, clock)
  const books = readApart(file, booksOf)
  const header = { made_at: at(mtimeMs), version: '', schema, bytes, sha256, books, secret_keys: null }
  return { header, bytes, sha256, wrong: readApart(file, wrongBooks) }
}

const sameCredits = (a: BookSums, b: BookSums): boolean => Bun.deepEquals(a.credits, b.credits)

async function* counted(
  source: AsyncIterable<Uint8Array>,
  seen: { bytes: number; hash: Bun.CryptoHasher },
): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    seen.bytes += piece.length
    seen.hash.update(piece)
    yield piece
  }
}

export async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of source) hash.update(piece)
  return hash.digest('hex')
}

const writeFile = (to: string, stream: ReadableStream<Uint8Array>): Promise<void> =>
  withFile(to, async (handle) => {
    for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) await handle.write(piece)
  })

/** Writes a new file that no other user may read, and syncs it to disk. */
async function withFile<T>(path: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  rmSync(path, { force: true })
  const handle = await open(path, 'wx', 0o600)
  try {
    const done = await work(handle)
    await handle.sync()
    return done
  } finally {
    await handle.close()
  }
}

/** Puts a proved database in place and moves an existing one aside. Nobody may have the folder open. */
export function putInPlace(proved: string, data_dir: string, aside: string): string | null {
  const file = join(data_dir, 'signalpost.db')
  const moved = existsSync(file) ? aside : null
  if (moved) {
    const before = new Database(file, { readwrite: true, create: false })
    before.run('PRAGMA wal_checkpoint(TRUNCATE)')
    before.close()
    mkdirSync(dirname(moved), { recursive: true, mode: 0o700 })
    // Until the rename below it has both names, so that the folder is never without a database.
    linkSync(file, moved)
  }
  for (const left of ['signalpost.db-wal', 'signalpost.db-shm', 'signalpost.run'])
    rmSync(join(data_dir, left), { force: true })
  renameSync(proved, file)
  syncFolder(data_dir)
  return moved
}

/** The file name of a backup, from the time of its start. */
export const nameOfBackup = (now: string, locked: boolean): string =>
  `signalpost-${now.slice(0, 19).replace(/[-:]/g, '')}Z.backup${locked ? '.age' : ''}`
