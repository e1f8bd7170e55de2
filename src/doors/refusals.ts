/** Refusals of every door, for the audit trail: callers and operations, counted so that a flood stays a few rows. */

import type { EventKind } from '../kernel/audit/events.ts'
import type { App } from '../kernel/operation/app.ts'
import type { Door } from '../kernel/operation/audit.ts'
import type { Caller } from '../kernel/operation/caller.ts'
import type { Fault, FaultCode } from '../kernel/operation/fault.ts'
import type { Visit } from './visit.ts'

type RefusedCall = { caller: Caller | null; operation: string; visit: Visit; door: Door }

/** Limits of a plan and missing credits are answers of the business, not attempts around a rule. */
const KIND: Partial<Record<FaultCode, EventKind>> = {
  unauthorized: 'refused',
  forbidden: 'refused',
  read_only_key: 'refused',
  not_found: 'refused',
  rate_limited: 'throttled',
  validation_failed: 'invalid_flood',
}

export function noteRefusal(
  { events }: Pick<App, 'events'>,
  fault: Fault,
  { caller, operation, visit, door }: RefusedCall,
) {
  const kind = KIND[fault.code]
  if (!kind) return
  const who = caller ? (caller.key_id ?? caller.user_id ?? caller.label) : (visit.ip ?? 'nowhere')
  events.note({
    kind,
    group: `${who} ${operation} ${fault.code}`,
    caller,
    after: { operation, fault: fault.code },
    ip: visit.ip,
    request_id: visit.id,
    door,
  })
}
