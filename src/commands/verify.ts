import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveBackup } from '../domains/system/index.ts'
import { readConfig } from '../kernel/config.ts'
import { asJson, IDENTITY, inOwnWords, keysFrom, openBackup, program, tellProved } from './backup-keys.ts'
import { type Command, EXIT } from './command.ts'
import { sayJson } from './terminal.ts'
import { verifyLive } from './verify-live.ts'

export const command: Command = {
  name: 'verify',
  summary: 'Say whether the database, or a backup, is whole, and whether its books balance.',
  about: [
    'Without a file it is the database of this install, which may be running: every page is compared with its sum.',
    'A backup is restored into a throw-away folder and compared with what it held when it was made. Any changed bit is found.',
  ],
  words: [{ name: 'FILE', meaning: 'the backup, or s3://bucket/name; the database itself unless given', file: true }],
  options: { identity: IDENTITY },
  examples: [
    { line: 'signalpost verify', meaning: 'The database of this install.' },
    { line: 'signalpost backup b.backup && signalpost verify b.backup', meaning: 'A backup that was just made.' },
  ],
  exits: { 3: 'the database is damaged, or the books do not balance' },
  json: '{pages, damaged, unsound, wrong, damage}; of a backup {made_at, version, schema, bytes, sha256, has_keys, credits, wrong: [{rule, rows}]}',

  async run({ words: [file], options, json }) {
    const { config } = readConfig(process.env)
    if (file === undefined) return verifyLive(config, json)
    const folder = mkdtempSync(join(tmpdir(), 'signalpost-verify-'))
    try {
      const source = openBackup(config, file)
      const proved = await inOwnWords(() =>
        proveBackup(source, join(folder, 'data'), keysFrom(config, options), program),
      )
      if (json) sayJson(asJson(proved))
      else tellProved(proved)
      return proved.wrong.length ? EXIT.partly : EXIT.well
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
