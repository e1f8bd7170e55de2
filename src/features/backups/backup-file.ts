/**
 * A backup is one file: a line with the format, a line of JSON with the contents, the database compressed with zstd,
 * and the SHA-256 of all before it. With a passphrase or a recipient the whole is an age file (age-encryption.org),
 * which any age program opens.
 */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BookSums } from '../../domains/system/index.ts'
import type { Anchor } from '../../kernel/audit/verify.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { type Pieces, Reader } from './byte-reader.ts'

/** Why a file is not a usable backup, in a sentence for the operator. */
export class BackupError extends Error {
  constructor(
    message: string,
    readonly advice?: string,
  ) {
    super(message)
  }
}

export type BackupHeader = {
  made_at: Time
  version: string
  /** Number of migrations in the schema. */
  schema: number
  /** Size of the database. */
  bytes: number
  sha256: string
  books: BookSums
  /** The newest row of the audit trail: an anchor that lies outside the database. */
  audit?: Anchor | null
  /** The keys of stored secrets; null in a file without encryption. */
  secret_keys: string[] | null
}

/** Keys that can open a backup; without both it is not encrypted. */
export type BackupLock = { passphrase: string; recipients: readonly string[] }
export type BackupKeys = { passphrase: string; identities: readonly string[] }

const MAGIC = 'signalpost-backup '
const FORMAT = 1
const AGE = 'age-encryption.org/v1'

/** Loaded with the first encrypted backup, to keep the start fast. */
export const age = () => import('age-encryption')
const DIGEST = 32
const MOST_HEADER = 1 << 20
/** 64 MB and a third of a second are enough: the passphrase has 16 characters or more. */
const SCRYPT_LOG_N = 16

export const isLocked = ({ passphrase, recipients }: BackupLock): boolean => passphrase !== '' || recipients.length > 0

export async function pack(
  database: string,
  header: BackupHeader,
  lock: BackupLock,
): Promise<ReadableStream<Uint8Array>> {
  const plain = streamOf(packed(database, header))
  if (!isLocked(lock)) return plain
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  if (lock.passphrase) {
    encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
    encrypter.setPassphrase(lock.passphrase)
  } else for (const recipient of lock.recipients) encrypter.addRecipient(recipient)
  return encrypter.encrypt(plain)
}

async function* packed(database: string, header: BackupHeader): AsyncGenerator<Uint8Array> {
  const hash = new Bun.CryptoHasher('sha256')
  const counted = (piece: Uint8Array): Uint8Array => {
    hash.update(piece)
    return piece
  }
  yield counted(new TextEncoder().encode(`${MAGIC}${FORMAT}\n${JSON.stringify(header)}\n`))
  const file = createReadStream(database, { highWaterMark: 1 << 20 })
  for await (const piece of file.pipe(createZstdCompress())) yield counted(piece as Uint8Array)
  yield hash.digest()
}

/** Reads a backup. `write` gets the database in pieces; do not trust them before this function has returned. */
export async function unpack(
  source: Pieces,
  { keys, schema }: { keys: BackupKeys; schema: number },
  write: (piece: Uint8Array) => Promise<unknown>,
): Promise<BackupHeader> {
  const reader = new Reader(source)
  if (startsWith(await reader.peek(AGE.length), AGE)) {
    const inner = await decrypted(reader.rest(), keys)
    return unpackPlain(new Reader(inner), schema, write)
  }
  return unpackPlain(reader, schema, write)
}

async function decrypted(source: Pieces, { passphrase, identities }: BackupKeys): Promise<Pieces> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  if (passphrase) decrypter.addPassphrase(passphrase)
  for (const identity of identities) decrypter.addIdentity(identity)
  if (!passphrase && identities.length === 0)
    throw new BackupError(
      'the backup is encrypted',
      'give its passphrase by SIGNALPOST_BACKUP_PASSPHRASE_FILE, or the file of its age identity by --identity',
    )
  try {
    return (await decrypter.decrypt(streamOf(source))) as unknown as Pieces
  } catch (error) {
    if (/no identity matched/i.test(String(error)))
      throw new BackupError('the backup is encrypted to somebody else: the passphrase or the identity is not its own')
    throw new BackupError('the backup is damaged: its age header cannot be read')
  }
}

async function unpackPlain(
  reader: Reader,
  schema: number,
  write: (piece: Uint8Array) => Promise<unknown>,
): Promise<BackupHeader> {
  try {
    const hash = new Bun.CryptoHasher('sha256')
    const header = await readHeader(reader, hash, schema)
    const database = new Bun.CryptoHasher('sha256')
    let bytes = 0
    const body = Readable.from(bodyOf(reader, hash)).on('error', () => {})
    const plain = body.pipe(createZstdDecompress())
    body.on('error', (error) => plain.destroy(error))
    for await (const piece of plain) {
      bytes += (piece as Uint8Array).length
      if (bytes > header.bytes) throw damaged('it holds more than it says')
      database.update(piece as Uint8Array)
      await write(piece as Uint8Array)
    }
    if (bytes !== header.bytes) throw truncated()
    if (database.digest('hex') !== header.sha256) throw damaged('its database is not the one that was put in')
    return header
  } catch (error) {
    if (error instanceof BackupError) throw error
    const { code = '', message } = error as { code?: string; message: string }
    if (/^(ENOSPC|EDQUOT|EIO|EACCES|EPERM)$/.test(code)) throw error
    throw /unexpected end|truncat|incomplete|too short/i.test(message) ? truncated() : damaged('it does not read')
  }
}

const damaged = (how: string): BackupError =>
  new BackupError(`the backup is damaged: ${how}`, 'use another one, or fetch it again from where it was kept')
const truncated = (): BackupError =>
  new BackupError('the backup is incomplete: it ends too early', 'fetch it again from where it was kept')

async function readHeader(reader: Reader, hash: Bun.CryptoHasher, schema: number): Promise<BackupHeader> {
  const start = await reader.peek(MAGIC.length)
  if (start.length === 0) throw new BackupError('the file is empty: it is no backup')
  if (startsWith(start, 'SQLite format 3'))
    throw new BackupError(
      'the file is a bare SQLite database, not a backup of Signalpost: nothing tells whether it is whole',
      'if you know that it is, put it as signalpost.db into an empty data folder, with secret.key',
    )
  if (!startsWith(start, MAGIC.slice(0, start.length))) throw new BackupError('the file is not a backup of Signalpost')
  const first = await reader.line(64)
  const text = await reader.line(MOST_HEADER)
  if (first === null || text === null) throw truncated()
  for (const line of [first, text]) hash.update(line).update('\n')
  const format = new TextDecoder().decode(first).slice(MAGIC.length)
  return headerOf(format, text, schema)
}

function headerOf(format: string, text: Uint8Array, schema: number): BackupHeader {
  if (!/^\d+$/.test(format)) throw damaged('its first line does not read')
  let header: Partial<BackupHeader>
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text)) as Partial<BackupHeader>
  } catch {
    throw damaged('its second line does not read')
  }
  if (Number(format) > FORMAT || Number(header.schema) > schema)
    throw new BackupError(
      `the backup was made by a newer Signalpost (${header.version ?? 'unknown'}, schema ${header.schema ?? 'unknown'}; this one knows ${schema})`,
      'install that version, and restore it there',
    )
  if (Number(format) !== FORMAT || !Number.isInteger(header.bytes) || !header.sha256 || !header.books)
    throw damaged('its second line does not say what is in it')
  return header as BackupHeader
}

/** The part between the header and the digest; throws unless the digest matches. */
async function* bodyOf(reader: Reader, hash: Bun.CryptoHasher): AsyncGenerator<Uint8Array> {
  let held: Uint8Array = new Uint8Array(0)
  for await (const piece of reader.rest()) {
    const all = Buffer.concat([held, piece])
    const sure = all.subarray(0, Math.max(0, all.length - DIGEST))
    held = all.slice(sure.length)
    if (!sure.length) continue
    hash.update(sure)
    yield sure
  }
  if (held.length < DIGEST) throw truncated()
  if (!hash.digest().every((byte, i) => byte === held[i])) throw damaged('its checksum is another one')
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  bytes.length >= text.length && new TextEncoder().encode(text).every((byte, i) => byte === bytes[i])

function streamOf(source: Pieces): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}
