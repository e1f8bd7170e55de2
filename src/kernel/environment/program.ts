/** Which version of the program runs here, and which one ran before. */
import type { ReadTx } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import type { App } from '../operation/app.ts'
import { writeSystemAudit } from '../operation/audit.ts'
import { DAY, plus, type Time } from '../time/clock.ts'

export type Program = { version: string; previous: string | null; updated_at: Time | null }

const PROGRAM = 'program'

export const programIn = (tx: ReadTx): Program | null => readSetting<Program>(tx, PROGRAM)

/** How long a new version is news. */
const NEWS = 30 * DAY

/** The version that an update brought lately, or null. */
export function newInstalled(tx: ReadTx, version: string): string | null {
  const program = programIn(tx)
  return program?.updated_at && plus(program.updated_at, NEWS) > tx.now ? version : null
}

/** Notes at the start which version runs; a change of it is a line of the audit trail. */
export function noteProgram({ db, version, log }: Pick<App, 'db' | 'version' | 'log'>): void {
  const known = db.read(programIn)
  if (known?.version === version) return
  db.write((tx) => {
    writeSetting(tx, PROGRAM, {
      version,
      previous: known?.version ?? null,
      updated_at: known && tx.now,
    } satisfies Program)
    if (known) writeSystemAudit(tx, 'update_program', { before: { version: known.version }, after: { version } })
    return null
  })
  if (known) log.info('another version of the program runs', { from: known.version, to: version })
}
