import { appendToChain } from '../audit/append.ts'
import type { Tx } from '../database/database.ts'
import { redact } from '../environment/log.ts'
import { newId } from '../secrets/ids.ts'
import { type Caller, systemCaller } from './caller.ts'
import { namedEnum } from './schema-names.ts'
import { type Fields, isFields } from './shape.ts'

/** The interface that a change came through. */
export const DOORS = namedEnum('Door', ['api', 'tool', 'page'])
export type Door = (typeof DOORS)[number]

type AuditEntry = {
  action: string
  tenant_id: string | null
  target: string | null
  before?: unknown
  after?: unknown
  ip: string | null
  request_id: string | null
  door?: Door | undefined
}

const MAX_ITEMS = 20

/** Adds a line to the audit trail, in the transaction of the change itself: both are kept or neither. */
export function writeAudit(tx: Tx, caller: Caller, entry: AuditEntry): void {
  appendToChain(tx, {
    id: newId(),
    at: tx.now,
    actor: caller.label,
    user_id: caller.user_id,
    key_id: caller.key_id,
    via: caller.via,
    app: caller.app ?? null,
    door: entry.door ?? null,
    as_platform: caller.platform ? 1 : 0,
    action: entry.action,
    tenant_id: entry.tenant_id,
    target: entry.target,
    before: text(entry.before),
    after: text(entry.after),
    ip: entry.ip,
    request_id: entry.request_id,
  })
}

/** Adds a line about an act of the install itself. */
export const writeSystemAudit = (tx: Tx, action: string, about: Pick<AuditEntry, 'before' | 'after'>): void =>
  writeAudit(tx, systemCaller(''), { action, tenant_id: null, target: null, ip: null, request_id: null, ...about })

/**
 * The fields that differ between two states of a thing, nested ones too. Fields that `after` lacks are unchanged, and
 * the time stamp of the change itself does not count. Null when nothing differs.
 */
export function differenceOf(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const was: Fields = {}
  const is: Fields = {}
  for (const [name, now] of Object.entries(after)) {
    const then = before[name]
    if (now === undefined || name === 'updated_at') continue
    const inner = isFields(then) && isFields(now) ? differenceOf(then, now) : same(then, now) ? null : undefined
    if (inner === null) continue
    if (inner || then !== undefined) was[name] = inner ? inner.before : then
    is[name] = inner ? inner.after : now
  }
  return Object.keys(is).length > 0 ? { before: was, after: is } : null
}

/** Treats absent and null as equal. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** JSON with secrets masked and long lists replaced by their length. */
function text(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(redact(shortened(value)))
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > MAX_ITEMS ? { items: value.length } : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]))
}
