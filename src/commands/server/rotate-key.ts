import { logOf, openFolder, openSeals } from '../../boot.ts'
import { sealedColumns } from '../../domains/index.ts'
import { openAuditChain } from '../../kernel/audit/keys.ts'
import type { Db } from '../../kernel/database/database.ts'
import type { Config } from '../../kernel/environment/config.ts'
import type { Log } from '../../kernel/environment/log.ts'
import { renewSeals, type SealSurvey } from '../../kernel/secrets/reseal.ts'
import { createSealer } from '../../kernel/secrets/seal.ts'
import { addSecretKey, keyFile, secretKeys } from '../../kernel/secrets/secret-key.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { type Command, CommandError } from '../framework/command.ts'
import { say, sayJson } from '../framework/terminal.ts'
import { noteCommand } from './command-trail.ts'
import { installToWrite } from './this-install.ts'

export const command: Command = {
  name: 'rotate-key',
  summary: 'Create a new secret key and encrypt the stored secrets with it, while the install is stopped.',
  about: ['The old key stays in secret.key, below the new one, because older backups need it.'],
  options: { lost: { meaning: 'continue without a lost key: secrets that only this key decrypts are deleted' } },
  examples: [{ line: 'signalpost rotate-key', meaning: 'Run it as the user that owns the data folder.' }],
  json: '{resealed, key_id, forgotten: [{what, rows}]}',

  run({ options: { lost }, json }) {
    const config: Config = { ...installToWrite(), log_level: 'warn' }
    if (config.secret_key.length && !lost) throw new CommandError(GIVEN)
    const log = logOf(config, systemClock)
    const db = openFolder(config, systemClock, log)
    try {
      const done = rotate(config, db, log, lost === true)
      if (json) sayJson(asJson(config, done))
      else tellRotation(config, done)
      return 0
    } finally {
      db.close()
    }
  },
}

const GIVEN =
  'the key comes from SIGNALPOST_SECRET_KEY. Name a file in SIGNALPOST_SECRET_KEY_FILE, with the new key on its first line and the old one below, and restart: the start reseals everything'

/** A wrong key is refused before a new one is made. */
function rotate(config: Config, db: Db, log: Log, forget: boolean): SealSurvey {
  if (!forget) openSeals(config, db, log)
  if (config.secret_key.length === 0) addSecretKey(config)
  const sealer = createSealer(secretKeys(config))
  const done = renewSeals({ db, log }, sealer, sealedColumns, { forget })
  openAuditChain({ db, sealer, log })
  const { older, lost } = done
  const after = { resealed: older, forgotten: lost.map(({ column }) => column.what) }
  db.write((tx) => noteCommand(tx, { action: 'rotate_key', target: sealer.key_id, after }) as undefined)
  return done
}

const asJson = (config: Config, { older, lost }: SealSurvey) => ({
  resealed: older,
  key_id: createSealer(secretKeys(config)[0]!).key_id,
  forgotten: lost.map(({ column, rows }) => ({ what: column.what, rows: rows.length })),
})

function tellRotation(config: Config, { older, lost }: SealSurvey): void {
  const [key, ...before] = secretKeys(config)
  say(`${older} stored values are resealed with the key ${createSealer(key!).key_id}.`)
  if (config.secret_key.length === 0 && before.length)
    say(`The old key stays below it in ${keyFile(config)}: older backups need it. Remove its line when they are gone.`)
  for (const { column, rows } of lost) {
    const names = column.named ? ` (${rows.map((row) => row.join(':')).join(', ')})` : ''
    say(`Forgotten: ${rows.length} ${column.what}${names}; ${column.afterwards}.`)
  }
}
