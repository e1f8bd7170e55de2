import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  type BackupResult,
  type Bucket,
  handOver,
  isLocked,
  makeBackup,
  nameOfBackup,
  noteByHand,
} from '../../features/backups/index.ts'
import { databaseFile } from '../../kernel/database/data-folder.ts'
import type { Config } from '../../kernel/environment/config.ts'
import { readPath } from '../../kernel/environment/setting-values.ts'
import { secretKeys } from '../../kernel/secrets/secret-key.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { createBucket } from '../../upstream/bucket.ts'
import { type Command, CommandError, EXIT, UsageError } from '../framework/command.ts'
import { num, say, sayJson } from '../framework/terminal.ts'
import { asJson, inOwnWords, program, tellProved } from './backup-keys.ts'
import { installToWrite } from './this-install.ts'

export const command: Command = {
  name: 'backup',
  summary: 'Back up the install into one file, while it runs, and verify that it can be restored.',
  about: [
    'With SIGNALPOST_BACKUP_PASSPHRASE or SIGNALPOST_BACKUP_RECIPIENT the backup is encrypted and includes the secret key. Without them, keep a copy of secret.key in another place.',
    'The backup is verified before it gets its final name: it is restored into a temporary folder, and its credits must match the install.',
  ],
  words: [
    {
      name: 'FILE',
      meaning:
        'the file to create, or s3://bucket/name; default: a new file in the place that SIGNALPOST_BACKUP_TO names',
      file: true,
    },
  ],
  examples: [
    {
      line: 'signalpost backup',
      meaning: 'Create a file named after the time, in SIGNALPOST_BACKUP_TO or in the data folder.',
    },
    { line: 'signalpost backup signalpost.backup', meaning: 'Create a file with a name of your choice.' },
  ],
  exits: { 3: 'the backup is created, but the credits of the install do not add up' },
  json: '{file, made_at, version, schema, bytes, sha256, has_keys, credits, wrong, took_ms, held_ms}',

  async run({ words: [word], json }) {
    const config = installToWrite()
    const lock = { passphrase: config.backup_passphrase, recipients: config.backup_recipient }
    const own = nameOfBackup(systemClock.now(), isLocked(lock))
    const { place, name } = targetOf(config, word, own)
    const bucket = place.startsWith('s3://') ? createBucket(config, place) : null
    // A backup for a bucket is proved here first.
    const file = bucket ? join(config.data_dir, 'backups', own) : join(place, name)
    const shown = bucket ? `${place}/${name}` : file
    if (bucket ? await bucket.has(name) : existsSync(file))
      throw new CommandError(`${shown} is there already`, 'choose another name')
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const making = { ...program, lock, secret_keys: secretKeys(config) }
    const made = await inOwnWords(() => makeBackup(databaseFile(config), file, making))
    if (bucket) await send(bucket, name, file, made.sha256)
    noteByHand(config, { name, place, encrypted: isLocked(lock) }, made)
    if (json) sayJson({ file: shown, ...asJson(made), took_ms: made.took_ms, held_ms: made.held_ms })
    else tellMade(shown, made, isLocked(lock))
    return made.wrong.length ? EXIT.partly : EXIT.well
  },
}

/** Where a backup goes, and its name there. A bucket without a name gets the name that is made by the time. */
function targetOf(config: Config, word: string | undefined, own: string): { place: string; name: string } {
  if (word === undefined) return { place: config.backup_to || join(config.data_dir, 'backups'), name: own }
  if (!/^\w+:/.test(word))
    return { place: dirname(word.startsWith('~/') ? readPath(word) : resolve(word)), name: basename(word) }
  if (!/^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[\w./-]*)?$/.test(word))
    throw new UsageError(`"${word}" is neither a file nor s3://bucket/name`)
  const [bucket, ...path] = word.slice('s3://'.length).split('/')
  const name = path.pop() || own
  return { place: `s3://${[bucket, ...path].filter(Boolean).join('/')}`, name }
}

async function send(bucket: Bucket, name: string, file: string, sha256: string): Promise<void> {
  try {
    await handOver(bucket, name, file, sha256)
  } catch (error) {
    throw new CommandError((error as Error).message, `the backup itself was made, and is ${file}`)
  }
}

function tellMade(shown: string, made: BackupResult, locked: boolean): void {
  say(`${shown}: ${num(Math.ceil(made.bytes / 1000))} kB, ${locked ? 'encrypted' : 'not encrypted'}.`)
  tellProved(made)
  if (!locked) say('It does not hold secret.key: keep a copy of that apart from it.')
}
