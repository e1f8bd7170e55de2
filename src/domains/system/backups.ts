/** Makes, proves and restores backups. All of it may run beside an install that works; nothing here writes its database. */
import { Database } from 'bun:sqlite'
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Clock, stopwatch } from '../../kernel/clock.ts'
import { copyDatabaseFile, unsound } from '../../kernel/copy-database.ts'
import { openForReading } from '../../kernel/database.ts'
import { type Migration, migrate } from '../../kernel/migrate.ts'
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
import { type Books, booksOf, type Wrong, wrongBooks } from './books.ts'

/** What this program is, where a backup has to be of the same or an older one. */
export type Program = { version: string; migrations: readonly Migration[]; clock: Clock }

export type Proved = {
  header: BackupHeader
  /** Of the file, as it lies there. */
  bytes: number
  sha256: string
  /** What did not hold when the backup was made: it is what it was, and that was wrong. */
  wrong: Wrong[]
}
export type Made = Proved & { took_ms: number; held_ms: number }

type Making = Program & { lock: BackupLock; secret_keys: readonly string[] }

/**
 * Backs the database up into the file `to`, then restores that into a throw-away folder beside it and compares the
 * books. A file appears under its name only when it is proved.
 */
export async function makeBackup(
  database: string,
  to: string,
  { lock, secret_keys, ...program }: Making,
): Promise<Made> {
  const elapsed = stopwatch()
  const [copy, part] = [`${to}.copy`, `${to}.part`]
  try {
    copyDatabaseFile(database, copy)
    const held_ms = Math.round(elapsed())
    const header = {
      made_at: program.clock.now(),
      version: program.version,
      ...contentOf(copy),
      sha256: await hashOf(createReadStream(copy)),
      // Beside what they seal, keys would seal nothing.
      secret_keys: isLocked(lock) ? [...secret_keys] : null,
    }
    const { keys, ...opened } = await lockToProve(lock)
    await writeFile(part, await pack(copy, header, opened))
    const proved = await proveBackup(createReadStream(part), `${to}.proof`, keys, program)
    rmSync(`${to}.proof`, { recursive: true, force: true })
    renameSync(part, to)
    syncFolder(dirname(to))
    return { ...proved, bytes: statSync(to).size, took_ms: Math.round(elapsed()), held_ms }
  } finally {
    for (const left of [copy, part, `${to}.proof`]) rmSync(left, { recursive: true, force: true })
  }
}

/** Only whoever has the identity can open what is locked to a recipient: for the proof a key of its own is added, and forgotten. */
async function lockToProve({ passphrase, recipients }: BackupLock): Promise<BackupLock & { keys: BackupKeys }> {
  if (passphrase || !recipients.length) return { passphrase, recipients: [], keys: { passphrase, identities: [] } }
  const { generateHybridIdentity, generateX25519Identity, identityToRecipient } = await age()
  const hybrid = recipients.some((one) => one.startsWith('age1pq'))
  const identity = await (hybrid ? generateHybridIdentity() : generateX25519Identity())
  const own = await identityToRecipient(identity)
  return { passphrase: '', recipients: [...recipients, own], keys: { passphrase: '', identities: [identity] } }
}

function contentOf(copy: string): Pick<BackupHeader, 'schema' | 'bytes' | 'books'> {
  const database = new Database(copy, { readonly: true })
  const { user_version: schema } = database.query<{ user_version: number }, []>('PRAGMA user_version').get()!
  database.close()
  return { schema, bytes: statSync(copy).size, books: read(copy, booksOf) }
}

/**
 * Restores a backup into a folder of its own, brings it up to this program's schema, and compares what it holds with
 * what it held when it was made. The database is left there as `signalpost.db`.
 */
export async function proveBackup(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  keys: BackupKeys,
  { migrations, clock }: Pick<Program, 'migrations' | 'clock'>,
): Promise<Proved> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'signalpost.db')
  const seen = { bytes: 0, hash: new Bun.CryptoHasher('sha256') }
  const header = await withFile(file, (handle) =>
    unpack(counted(source, seen), { keys, schema: migrations.length }, (piece) => handle.write(piece)),
  )
  const raw = new Database(file, { readonly: true })
  const why = unsound(raw)
  raw.close()
  if (why) throw new BackupError(`the database in the backup is damaged: ${why}`)
  if (header.schema < migrations.length) migrate(file, migrations, clock)
  const books = read(file, booksOf)
  // An upgrade may add tables and move rows; credits stay.
  const same =
    header.schema === migrations.length ? Bun.deepEquals(books, header.books) : sameCredits(books, header.books)
  if (!same) throw new BackupError('the books of the restored database are not those that were backed up')
  return { header, bytes: seen.bytes, sha256: seen.hash.digest('hex'), wrong: read(file, wrongBooks) }
}

const sameCredits = (a: Books, b: Books): boolean => Bun.deepEquals(a.credits, b.credits)

function read<T>(file: string, work: (tx: Parameters<typeof booksOf>[0]) => T): T {
  const db = openForReading(file, { now: () => '' })
  try {
    return db.read(work as never) as T
  } finally {
    db.close()
  }
}

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

/** The SHA-256 of all pieces. */
export async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of source) hash.update(piece)
  return hash.digest('hex')
}

const writeFile = (to: string, stream: ReadableStream<Uint8Array>): Promise<void> =>
  withFile(to, async (handle) => {
    for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) await handle.write(piece)
  })

/** A new file that nobody else may read, on the disk when it is done. */
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

/** Puts a proved database in its place; one that is there goes aside. Nobody may have the folder open. */
export function putInPlace(proved: string, data_dir: string, aside: string): string | null {
  const file = join(data_dir, 'signalpost.db')
  const moved = existsSync(file) ? aside : null
  if (moved) {
    const before = new Database(file, { readwrite: true, create: false })
    before.run('PRAGMA wal_checkpoint(TRUNCATE)')
    before.close()
    mkdirSync(dirname(moved), { recursive: true, mode: 0o700 })
    renameSync(file, moved)
  }
  for (const left of ['signalpost.db-wal', 'signalpost.db-shm', 'signalpost.run'])
    rmSync(join(data_dir, left), { force: true })
  renameSync(proved, file)
  syncFolder(data_dir)
  return moved
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/** What a backup is called, by the moment of its making. */
export const nameOfBackup = (now: string, locked: boolean): string =>
  `signalpost-${now.slice(0, 19).replace(/[-:]/g, '')}Z.backup${locked ? '.age' : ''}`
