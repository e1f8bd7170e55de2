import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { logOf, openFolder, openSeals } from '../boot.ts'
import { sealedColumns } from '../domains/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Config, readConfig } from '../kernel/config.ts'
import type { Db } from '../kernel/database.ts'
import type { Log } from '../kernel/log.ts'
import { renewSeals, type Survey } from '../kernel/reseal.ts'
import { createSealer } from '../kernel/seal.ts'
import { addSecretKey, keyFile, secretKeys } from '../kernel/secret-key.ts'
import { type Command, CommandError, say } from './command.ts'

export const command: Command = {
  usage: 'rotate-key [--lost]',
  summary:
    'Make a new secret key and seal what is stored with it, while the install is stopped. --lost: go on without a key that is gone; what only it opens is forgotten.',
  options: { lost: { type: 'boolean' } },
  words: 0,

  run({ lost }) {
    const config: Config = { ...readConfig(process.env).config, log_level: 'warn' }
    if (!existsSync(join(config.data_dir, 'signalpost.db')))
      throw new CommandError(`there is no install in ${config.data_dir}: set SIGNALPOST_DATA_DIR`)
    if (config.secret_key.length && !lost) throw new CommandError(GIVEN)
    const log = logOf(config, systemClock)
    const db = openFolder(config, systemClock, log)
    try {
      tell(config, rotate(config, db, log, lost === true))
      return 0
    } finally {
      db.close()
    }
  },
}

const GIVEN =
  'the key is given by SIGNALPOST_SECRET_KEY. Name a file by SIGNALPOST_SECRET_KEY_FILE, with the new key on its first line and the old one below, and restart: the start seals everything anew'

/** A wrong key is refused before a new one is made. */
function rotate(config: Config, db: Db, log: Log, forget: boolean): Survey {
  if (!forget) openSeals(config, db, log)
  if (config.secret_key.length === 0) addSecretKey(config)
  return renewSeals({ db, log }, createSealer(secretKeys(config)), sealedColumns, { forget })
}

function tell(config: Config, { older, lost }: Survey): void {
  const [key, ...before] = secretKeys(config)
  say(`${older} stored values are sealed anew, with the key ${createSealer(key!).key_id}.`)
  if (config.secret_key.length === 0 && before.length)
    say(
      `The key before stands below it in ${keyFile(config)}: backups made until now need it. Remove its line when they are gone.`,
    )
  for (const { column, rows } of lost) {
    const names = column.named ? ` (${rows.map((row) => row.join(':')).join(', ')})` : ''
    say(`Forgotten: ${rows.length} ${column.what}${names}; ${column.afterwards}.`)
  }
}
