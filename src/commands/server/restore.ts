import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { outgoing } from '../../domains/index.ts'
import { holdRestore } from '../../domains/system/index.ts'
import { type BackupHeader, putInPlace } from '../../features/backups/index.ts'
import { openDatabase } from '../../kernel/database/database.ts'
import { lockFolder } from '../../kernel/database/lock.ts'
import type { Config } from '../../kernel/environment/config.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { keepSecretKeys, secretKeys } from '../../kernel/secrets/secret-key.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { type Command, CommandError } from '../framework/command.ts'
import { say, sayJson } from '../framework/terminal.ts'
import { asJson, IDENTITY, proveFile, tellProved } from './backup-keys.ts'
import { noteAtStart } from './command-trail.ts'
import { settingsToWrite } from './this-install.ts'

export const command: Command = {
  name: 'restore',
  summary: 'Restore a backup into the data folder, while the install is stopped.',
  about: [
    'The backup is first restored into a separate folder and verified. Then it replaces the data. The replaced database is kept in backups/.',
    'Undelivered webhook events of the backup are held, because they may have been delivered after the backup. Send or drop them on the page of their webhook.',
    'The restored install is held: orders, e-mails, checks and refunds wait until a platform admin releases them on Today. What the replaced database knows of the time after the backup is not repeated.',
    'Start with SIGNALPOST_PASSIVE=1 to inspect the restored install before it sends or pays for anything.',
  ],
  words: [
    {
      name: 'FILE',
      meaning: 'the backup, s3://bucket/name, or a copy that an upgrade made (backups/before-schema-N.db)',
      required: true,
      file: true,
    },
  ],
  options: { identity: IDENTITY, replace: { meaning: 'replace the install in the data folder' } },
  examples: [
    {
      line: 'signalpost backup a.backup && SIGNALPOST_DATA_DIR=./restored signalpost restore a.backup',
      meaning: 'Restore into a new folder, to inspect it.',
    },
  ],
  json: '{data_dir, moved_aside, keys, held_events, lost, made_at, version, schema, bytes, sha256, has_keys, credits, wrong}',

  async run({ words: [file = ''], options, json }) {
    const { config } = settingsToWrite()
    const { data_dir } = config
    if (existsSync(join(data_dir, 'signalpost.db')) && !options.replace)
      throw new CommandError(
        `there is an install in ${data_dir} already`,
        'choose another SIGNALPOST_DATA_DIR, or add --replace: the old database is kept in backups/',
      )
    mkdirSync(data_dir, { recursive: true, mode: 0o700 })
    lockFolder(data_dir)
    const folder = join(data_dir, 'restoring')
    try {
      const proved = await proveFile(config, options, file, folder)
      const { made_at, version } = proved.header
      const { held_events, lost } = prepared(join(folder, 'signalpost.db'), join(data_dir, 'signalpost.db'), {
        made_at,
        version,
      })
      const aside = join(data_dir, 'backups', `replaced-${systemClock.now().replace(/[:.]/g, '-')}.db`)
      const moved_aside = putInPlace(join(folder, 'signalpost.db'), data_dir, aside)
      const keys = bringKeys(config, proved.header)
      if (json) sayJson({ data_dir, moved_aside, keys, held_events, lost, ...asJson(proved) })
      else {
        tellProved(proved)
        if (moved_aside) say(`The replaced database is kept as ${moved_aside}.`)
        say(KEYS[keys](data_dir))
        if (held_events)
          say(`${counted(held_events, 'webhook event')} held: send or drop them on the page of the webhook.`)
        if (lost)
          say(
            `The replaced database knows of ${counted(lost.orders, 'link')} ordered since, ${counted(lost.letters, 'e-mail')} and ${counted(lost.events, 'webhook event')} sent: they are not sent again.`,
          )
        say(
          'Start it with `signalpost serve`. It answers, and sends nothing until a platform admin releases it on Today.',
        )
      }
      return 0
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Done before the database takes its place, so that no start repeats messages sent after the backup. */
function prepared(file: string, replaced: string, after: Pick<BackupHeader, 'made_at' | 'version'>) {
  const db = openDatabase(file, systemClock)
  try {
    db.write((tx) => noteAtStart(tx, { action: 'restore', target: null, after }) as undefined)
    return holdRestore(db, replaced, after.made_at, outgoing)
  } finally {
    db.close()
  }
}

type Keys = 'restored' | 'there' | 'missing'

const KEYS: Record<Keys, (folder: string) => string> = {
  restored: () => 'The secret key of the backup is now in secret.key.',
  there: (folder) =>
    `The backup has no secret key; stored secrets use the present one (${folder}/secret.key or the setting).`,
  missing: (folder) =>
    `The backup has no secret key: copy yours to ${folder}/secret.key, or the stored secrets cannot be decrypted.`,
}

function bringKeys(config: Config, { secret_keys }: BackupHeader): Keys {
  if (secret_keys) {
    keepSecretKeys(config, secret_keys)
    return 'restored'
  }
  return secretKeys(config).length ? 'there' : 'missing'
}
