import type { Caller } from './caller.ts'
import type { Tx } from './database.ts'
import { newId } from './ids.ts'
import { redact } from './log.ts'

type AuditEntry = {
  action: string
  tenant_id: string | null
  target: string | null
  before?: unknown
  after?: unknown
  ip: string | null
  request_id: string | null
}

const MAX_ITEMS = 20

/** Adds a line to the audit trail, in the transaction of the change itself: both are kept or neither. */
export function writeAudit(tx: Tx, caller: Caller, entry: AuditEntry): void {
  tx.run(
    `insert into audit (id, at, actor, user_id, key_id, via, as_platform, action, tenant_id, target, before, after, ip, request_id)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    newId(),
    tx.now,
    caller.label,
    caller.user_id,
    caller.key_id,
    caller.via,
    caller.platform ? 1 : 0,
    entry.action,
    entry.tenant_id,
    entry.target,
    text(entry.before),
    text(entry.after),
    entry.ip,
    entry.request_id,
  )
}

/** JSON with secrets masked and long lists told by their length. */
function text(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(redact(shortened(value)))
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > MAX_ITEMS ? { items: value.length } : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]))
}
