/** Rows of the audit trail about commands on the stopped install, with the account of the system that gave them. */
import { userInfo } from 'node:os'
import type { Db, Tx } from '../../kernel/database/database.ts'
import { forgetSetting, readSetting, writeSetting } from '../../kernel/database/settings.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { systemCaller } from '../../kernel/operation/caller.ts'

type Command = { action: string; target: string | null; after: object }

export function noteCommand(tx: Tx, { action, target, after }: Command): void {
  const about = { tenant_id: null, ip: null, request_id: null }
  writeAudit(tx, systemCaller(''), { action, target, after: { ...after, system_account: account() }, ...about })
}

const LATER = 'noted_command'

/** For a database whose key may not be there yet: the next start writes the row. */
export const noteAtStart = (tx: Tx, command: Command): void =>
  writeSetting(tx, LATER, { ...command, after: { ...command.after, system_account: account() } })

export function writeNoted(db: Pick<Db, 'read' | 'write'>): void {
  const noted = db.read((tx) => readSetting<Command>(tx, LATER))
  if (!noted) return
  db.write((tx) => {
    writeAudit(tx, systemCaller(''), { ...noted, tenant_id: null, ip: null, request_id: null })
    return forgetSetting(tx, LATER)
  })
}

/** The system may know the account by its number alone. */
function account(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}
