import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveBackup } from '../domains/system/index.ts'
import { readConfig } from '../kernel/config.ts'
import { asJson, IDENTITY, inOwnWords, keysFrom, openBackup, program, tellProved } from './backup-keys.ts'
import { type Command, EXIT } from './command.ts'
import { sayJson } from './terminal.ts'

export const command: Command = {
  name: 'verify',
  summary: 'Say whether a backup is whole, and whether its books balance.',
  about: [
    'It is restored into a throw-away folder and compared with what it held when it was made. Any changed bit is found.',
  ],
  words: [{ name: 'FILE', meaning: 'the backup, or s3://bucket/name', required: true, file: true }],
  options: { identity: IDENTITY },
  examples: [{ line: 'signalpost backup b.backup && signalpost verify b.backup', meaning: 'One that was just made.' }],
  exits: { 3: 'the backup is whole, but the books in it do not balance' },
  json: '{made_at, version, schema, bytes, sha256, has_keys, credits, wrong: [{rule, rows}]}',

  async run({ words: [file = ''], options, json }) {
    const { config } = readConfig(process.env)
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
