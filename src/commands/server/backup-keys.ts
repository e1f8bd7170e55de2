/** Keys and places of backups, shared by the commands about backups. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { migrations } from '../../../migrations/index.ts'
import {
  BackupError,
  type BackupKeys,
  type BackupProgram,
  isOwnCopy,
  proveBackup,
  proveCopy,
  type VerifiedBackup,
} from '../../features/backups/index.ts'
import { anchorText } from '../../kernel/audit/anchor.ts'
import { type Config, readFileOf } from '../../kernel/environment/config.ts'
import { version } from '../../kernel/environment/version.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { createBucket } from '../../upstream/bucket.ts'
import { CommandError, type Option, textOf, type Values } from '../framework/command.ts'
import { minute, say } from '../framework/terminal.ts'

export const program: BackupProgram = { version, migrations, clock: systemClock }

export const IDENTITY: Option = {
  meaning: 'file with the age identity that decrypts the backup',
  value: 'FILE',
  file: true,
}

function keysFrom({ backup_passphrase: passphrase }: Config, options: Values): BackupKeys {
  const file = textOf(options, 'identity')
  const lines = file ? readFileOf('--identity', file).split(/\r?\n/) : []
  const identities = lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'))
  if (file && !identities.length) throw new CommandError(`--identity: there is no identity in ${file}`)
  return { passphrase, identities }
}

/** A file, or one in a bucket. */
function openBackup(config: Config, place: string): AsyncIterable<Uint8Array> {
  if (place.startsWith('s3://'))
    return createBucket(config, place.replace(/\/[^/]*$/, '')).get(place.split('/').at(-1)!)
  if (!existsSync(place)) throw new CommandError(`there is no file ${place}`)
  if (!statSync(place).isFile()) throw new CommandError(`${place} is not a file`)
  return createReadStream(place, { highWaterMark: 1 << 20 })
}

/** Restores a backup, or a copy that an upgrade made, into a folder of its own, and compares the books. */
export function proveFile(config: Config, options: Values, place: string, folder: string): Promise<VerifiedBackup> {
  const source = openBackup(config, place)
  return inOwnWords(() =>
    isOwnCopy(place)
      ? proveCopy(place, folder, program)
      : proveBackup(source, folder, keysFrom(config, options), program),
  )
}

/** Turns a `BackupError` into a `CommandError` with the same words. */
export async function inOwnWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(error.message, error.advice)
    throw error
  }
}

export const asJson = ({ header, bytes, sha256, wrong }: VerifiedBackup) => {
  const { books, made_at, version, schema, secret_keys, audit } = header
  return {
    made_at,
    version,
    schema,
    bytes,
    sha256,
    has_keys: secret_keys !== null,
    credits: books.credits,
    wrong,
    audit: audit ? anchorText(audit) : null,
  }
}

export function tellProved({ header, wrong }: VerifiedBackup): void {
  const { made_at, version, schema, books } = header
  say(`Made ${minute(made_at)} UTC by Signalpost${version && ` ${version}`} (schema ${schema}).`)
  const rows = (name: string) => books.rows[name] ?? 0
  say(
    `Holds ${counted(rows('tenants'), 'workspace')}, ${counted(rows('jobs'), 'job')}, ${counted(rows('links'), 'link')}.`,
  )
  for (const { kind, available, reserved, lines } of books.credits)
    say(`Credits (${kind}): ${available} available, ${reserved} reserved, by ${counted(lines, 'line')} of the ledger.`)
  if (header.audit) say(`Anchor of the audit trail: ${anchorText(header.audit)}`)
  say(
    wrong.length
      ? 'It is whole, but its books did not balance when it was made:'
      : 'It restores, and its books balance.',
  )
  for (const { rule } of wrong) say(`  not so: ${rule}`)
}
