import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { damageIn, examine } from '../../domains/system/index.ts'
import { readAnchors } from '../../kernel/audit/anchor.ts'
import type { Anchor } from '../../kernel/audit/verify.ts'
import { copyDatabaseFiles, removeDatabaseFiles } from '../../kernel/database/copy-files.ts'
import { databaseFile } from '../../kernel/database/data-folder.ts'
import { roomIn } from '../../kernel/database/storage.ts'
import type { Config } from '../../kernel/environment/config.ts'
import { codeOf } from '../../kernel/operation/fault.ts'
import { type Command, EXIT, textOf, UsageError, type Values } from '../framework/command.ts'
import { say, sayJson } from '../framework/terminal.ts'
import { asJson, IDENTITY, proveFile, tellProved } from './backup-keys.ts'
import { assertInstall, readSettings } from './this-install.ts'
import { auditDamage, verifyAudit } from './verify-audit.ts'

/** Left free beside a copy. */
const SPARE = 256 << 20

export const command: Command = {
  name: 'verify',
  summary: 'Verify that the database or a backup is undamaged and that its credits add up.',
  about: [
    'Without FILE it verifies the database of this install, which may be running: every page, index and reference, and every rule about credits.',
    'A backup is restored into a temporary folder and compared with its checksums and totals. Any changed bit is found.',
  ],
  words: [
    {
      name: 'FILE',
      meaning: 'the backup, s3://bucket/name, or a copy that an upgrade made; default: the database of this install',
      file: true,
    },
  ],
  options: {
    identity: IDENTITY,
    audit: {
      meaning:
        'verify the audit trail, or with FILE a JSONL export of it: list rows that were changed, removed or inserted',
    },
    anchor: {
      meaning: 'with --audit: anchors that you noted outside of the install, as SEQ:HASH,SEQ:HASH',
      value: 'ANCHORS',
    },
  },
  examples: [
    { line: 'signalpost verify', meaning: 'Verify the database of this install.' },
    { line: 'signalpost backup b.backup && signalpost verify b.backup', meaning: 'Create a backup and verify it.' },
    { line: 'signalpost verify --audit', meaning: 'Verify the audit trail of this install.' },
  ],
  exits: { 3: 'the database is damaged, credits do not add up, or rows of the audit trail were changed' },
  json: '{schema, unsound, wrong, damage}; for a backup {made_at, version, schema, bytes, sha256, has_keys, credits, wrong: [{rule, rows}]}; with --audit {whole, from, to, rows, unlinked, unverifiable, breaks: [{seq, to, what}], broken, anchors}',

  async run({ words: [file], options, json }) {
    const anchors = anchorsOf(options)
    const settings = readSettings()
    const { config } = settings
    if (options.audit) {
      assertInstall(settings)
      return verifyAudit(config, { file, anchors, json })
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

function anchorsOf(options: Values): Anchor[] {
  const text = textOf(options, 'anchor')
  if (text === undefined) return []
  if (!options.audit) throw new UsageError('--anchor needs --audit', 'anchors are compared with the audit trail')
  const anchors = readAnchors(text)
  if (anchors) return anchors
  throw new UsageError('--anchor: write SEQ:HASH as the log or a backup says it', 'separate several by commas')
}

/** The database of the install itself, or a copy of its files where there is room: a long read would make its log grow. */
function verifyLive(config: Config, json: boolean): number {
  const file = databaseFile(config)
  const copy = join(config.data_dir, 'verifying.db')
  try {
    const read = copied(file, copy) ? copy : file
    const examined = examine(read, migrations.length)
    const damage = damageIn(examined) ?? (examined.schema === migrations.length ? auditDamage(config, read) : null)
    if (json) sayJson({ ...examined, damage })
    else say(damage ? `${file}: ${damage}. Stop the install and restore a backup.` : soundInWords(examined.schema))
    return damage ? EXIT.partly : EXIT.well
  } finally {
    removeDatabaseFiles(copy)
  }
}

function copied(file: string, copy: string): boolean {
  if (roomIn(dirname(file)) < 1.5 * statSync(file).size + SPARE) return false
  try {
    copyDatabaseFiles(file, copy)
    return true
  } catch (error) {
    if (['EACCES', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(codeOf(error))) return false
    throw error
  }
}

function soundInWords(schema: number): string {
  const [known, of] = [migrations.length, `Schema ${schema} of ${migrations.length}`]
  if (schema < known) return `${of}: sound. Start Signalpost to upgrade it; the books are checked after that.`
  if (schema > known) return `Schema ${schema}: sound. A newer Signalpost wrote it: this one knows ${known}.`
  return 'SQLite finds nothing wrong, the books balance, and the audit trail is whole.'
}
