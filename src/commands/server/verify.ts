import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, EXIT, textOf } from '../framework/command.ts'
import { sayJson } from '../framework/terminal.ts'
import { asJson, IDENTITY, proveFile, tellProved } from './backup-keys.ts'
import { assertInstall, readSettings } from './this-install.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyLive } from './verify-live.ts'

export const command: Command = {
  name: 'verify',
  summary: 'Say whether the database, or a backup, is whole, and whether its books balance.',
  about: [
    'Without a file it is the database of this install, which may be running: every page, index, reference and rule of the books is checked.',
    'A backup is restored into a throw-away folder and compared with what it held when it was made. Any changed bit is found.',
  ],
  words: [
    {
      name: 'FILE',
      meaning: 'the backup, s3://bucket/name, or a copy that an upgrade made; the database itself unless given',
      file: true,
    },
  ],
  options: {
    identity: IDENTITY,
    audit: {
      meaning: 'the audit trail, or with FILE a JSONL export of it: which rows were changed, removed or inserted',
    },
    anchor: { meaning: 'with --audit: rows as they were noted elsewhere, SEQ:HASH,SEQ:HASH', value: 'ANCHORS' },
  },
  examples: [
    { line: 'signalpost verify', meaning: 'The database of this install.' },
    { line: 'signalpost backup b.backup && signalpost verify b.backup', meaning: 'A backup that was just made.' },
    { line: 'signalpost verify --audit', meaning: 'The audit trail of this install.' },
  ],
  exits: { 3: 'the database is damaged, the books do not balance, or the audit trail is not whole' },
  json: '{schema, unsound, wrong, damage}; of a backup {made_at, version, schema, bytes, sha256, has_keys, credits, wrong: [{rule, rows}]}; with --audit {whole, from, to, rows, unlinked, unverifiable, breaks: [{seq, to, what}], broken, anchors}',

  async run({ words: [file], options, json }) {
    const settings = readSettings()
    const { config } = settings
    if (options.audit) {
      assertInstall(settings)
      return verifyAudit(config, { file, anchor: textOf(options, 'anchor'), json })
    }
    if (file === undefined) {
      assertInstall(settings)
      return verifyLive(config, json)
    }
    const folder = mkdtempSync(join(tmpdir(), 'signalpost-verify-'))
    try {
      const proved = await proveFile(config, options, file, join(folder, 'data'))
      if (json) sayJson(asJson(proved))
      else tellProved(proved)
      return proved.wrong.length ? EXIT.partly : EXIT.well
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
