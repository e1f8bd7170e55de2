/** `signalpost verify --audit`: the hash chain of the audit trail, of the database or of an exported file. */
import { existsSync } from 'node:fs'
import { verifiedFile } from '../../kernel/audit/export-lines.ts'
import { type Anchor, type AuditVerdict, type ChainBreak, verified } from '../../kernel/audit/verify.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Config } from '../../kernel/environment/config.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { createSealer, type Sealer } from '../../kernel/secrets/seal.ts'
import { secretKeys } from '../../kernel/secrets/secret-key.ts'
import { CommandError, EXIT } from '../framework/command.ts'
import { say, sayJson } from '../framework/terminal.ts'
import { inDatabase } from './in-database.ts'

/** The chain is keyed, so it needs the secret key of the install, for an exported file too. */
export function verifyAudit(
  config: Config,
  { file, anchors, json }: { file?: string; anchors: readonly Anchor[]; json: boolean },
) {
  if (file !== undefined && !existsSync(file)) throw new CommandError(`there is no file ${file}`)
  const verdict = withChain(config, (tx, sealer) =>
    file === undefined ? verified(tx, sealer, anchors) : verifiedFile(tx, sealer, file, anchors),
  )
  if (json) sayJson(verdict)
  else tell(verdict, anchors)
  return verdict.whole ? EXIT.well : EXIT.partly
}

function withChain(config: Config, work: (tx: ReadTx, sealer: Sealer) => AuditVerdict, file?: string): AuditVerdict {
  const keys = secretKeys(config)
  if (!keys.length) throw new CommandError('there is no secret key, and the chain is keyed', 'put secret.key back')
  return inDatabase(config, (tx) => work(tx, createSealer(keys)), file)
}

/** The damage of the trail in this database in a few words, or null: for the nightly check. */
export function auditDamage(config: Config, file: string): string | null {
  if (!secretKeys(config).length) return null
  const { breaks, broken } = withChain(config, verified, file)
  return broken
    ? `the audit trail is not whole: ${breaks.slice(0, 3).map(said).join(', ')}${broken > 3 ? ' …' : ''}`
    : null
}

const said = ({ seq, to, what }: ChainBreak): string =>
  what === 'changed'
    ? `row ${seq} was changed`
    : seq === to
      ? `row ${seq} is missing`
      : `rows ${seq} to ${to} are missing`

function tell(verdict: AuditVerdict, anchors: readonly Anchor[]): void {
  const { whole, from, to, rows, unlinked, unverifiable, breaks, broken } = verdict
  say(from === null ? 'The trail is empty.' : `${counted(rows, 'row')}, from ${from} to ${to}.`)
  for (const one of breaks) say(`  ${said(one)}`)
  if (broken > breaks.length) say(`  … and ${broken - breaks.length} more`)
  if (unlinked) say(`${counted(unlinked, 'row')} from before the chain: not linked yet.`)
  if (unverifiable) say(`${counted(unverifiable, 'row')} cannot be verified: the key is lost.`)
  for (const { seq, found } of verdict.anchors) say(`Anchor ${seq}: ${ANCHORED[found]}.`)
  if (whole) say('No row was changed, removed or inserted.')
  if (!anchors.length)
    say('Without an anchor this cannot show whether the newest rows were cut, or all of it rewritten with the key.')
}

const ANCHORED = {
  matches: 'matches',
  differs: 'differs, so the trail was rewritten',
  missing: 'missing, so the trail was cut',
  forgotten: 'older than the trail, whose beginning was forgotten by its retention period',
} as const
