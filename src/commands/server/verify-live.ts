import { migrations } from '../../../migrations/index.ts'
import { damageIn, examine } from '../../domains/system/index.ts'
import { databaseFile } from '../../kernel/database/data-folder.ts'
import type { Config } from '../../kernel/environment/config.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { EXIT } from '../framework/command.ts'
import { say, sayJson } from '../framework/terminal.ts'
import { auditDamage } from './verify-audit.ts'

/** The database of the install itself. */
export function verifyLive(config: Config, json: boolean): number {
  const file = databaseFile(config)
  const examined = examine(file, migrations.length, systemClock)
  const damage = damageIn(examined) ?? (examined.schema === migrations.length ? auditDamage(config) : null)
  if (json) sayJson({ ...examined, damage })
  else say(damage ? `${file}: ${damage}. Stop the install and restore a backup.` : soundInWords(examined.schema))
  return damage ? EXIT.partly : EXIT.well
}

function soundInWords(schema: number): string {
  const [known, of] = [migrations.length, `Schema ${schema} of ${migrations.length}`]
  if (schema < known) return `${of}: sound. Start Signalpost to upgrade it; the books are checked after that.`
  if (schema > known) return `Schema ${schema}: sound. A newer Signalpost wrote it: this one knows ${known}.`
  return 'SQLite finds nothing wrong, the books balance, and the audit trail is whole.'
}
