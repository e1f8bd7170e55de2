import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isLocked, makeBackup, nameOfBackup } from '../domains/system/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { readConfig } from '../kernel/config.ts'
import { secretKeys } from '../kernel/secret-key.ts'
import { asJson, inOwnWords, program, tellProved } from './backup-keys.ts'
import { type Command, CommandError, EXIT } from './command.ts'
import { num, say, sayJson } from './terminal.ts'

export const command: Command = {
  name: 'backup',
  summary: 'Back the install up into one file, while it runs, and prove that the file restores.',
  about: [
    'With SIGNALPOST_BACKUP_PASSPHRASE or SIGNALPOST_BACKUP_RECIPIENT the file is encrypted and holds the secret key as well. Otherwise keep a copy of secret.key apart from it.',
    'It is proved before it gets its name: restored into a throw-away folder, where its books must be those of the install.',
  ],
  words: [
    { name: 'FILE', meaning: 'the file to make; a new one in backups/ of the data folder unless given', file: true },
  ],
  examples: [
    { line: 'signalpost backup', meaning: 'Into the data folder, named by the time.' },
    { line: 'signalpost backup signalpost.backup', meaning: 'Into a file of your choice.' },
  ],
  exits: { 3: 'the backup was made, but the books of the install do not balance' },
  json: '{file, made_at, version, schema, bytes, sha256, has_keys, credits, wrong, took_ms, held_ms}',

  async run({ words: [word], json }) {
    const { config } = readConfig(process.env)
    const database = join(config.data_dir, 'signalpost.db')
    if (!existsSync(database))
      throw new CommandError(`there is no install in ${config.data_dir}: set SIGNALPOST_DATA_DIR`)
    const lock = { passphrase: config.backup_passphrase, recipients: config.backup_recipient }
    const file = resolve(word ?? join(config.data_dir, 'backups', nameOfBackup(systemClock.now(), isLocked(lock))))
    if (existsSync(file)) throw new CommandError(`${file} is there already: choose another name`)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const making = { ...program, lock, secret_keys: secretKeys(config) }
    const made = await inOwnWords(() => makeBackup(database, file, making))
    if (json) sayJson({ file, ...asJson(made), took_ms: made.took_ms, held_ms: made.held_ms })
    else {
      say(`${file}: ${num(Math.ceil(made.bytes / 1000))} kB, ${isLocked(lock) ? 'encrypted' : 'not encrypted'}.`)
      tellProved(made)
      if (!isLocked(lock)) say('It does not hold secret.key: keep a copy of that apart from it.')
    }
    return made.wrong.length ? EXIT.partly : EXIT.well
  },
}
