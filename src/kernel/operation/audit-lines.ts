/** The line of a change in the audit trail, written in the transaction of the change. */
import type { Tx } from '../database/database.ts'
import { differenceOf, writeAudit } from './audit.ts'
import type { Call } from './call.ts'
import { type AnyOperation, type Change, changes } from './operation.ts'
import { isFields } from './shape.ts'

/**
 * One audit row an invocation and workspace that it reports, written in the transaction of the change; none when the
 * states it tells are the same.
 */
export function auditLinesOf({ operation, caller, given, parsed }: Call) {
  const reports: Change[] = [{}]
  let written = false
  const writeOne = (tx: Tx, change: Change, states: Pick<Change, 'before' | 'after'>, result: unknown) => {
    const made = (result ?? {}) as { id?: unknown; tenant_id?: unknown }
    const input = (parsed.value ?? {}) as Record<string, unknown>
    const named = [change.tenant_id, input.tenant_id, made.tenant_id].find((id) => typeof id === 'string')
    writeAudit(tx, caller, {
      action: operation.name,
      tenant_id: (named as string | undefined) ?? (caller.tenant_id || null),
      target: change.target ?? given.path.id ?? (typeof made.id === 'string' ? made.id : null),
      before: states.before,
      after: states.after ?? withoutSecrets(operation, input),
      ip: given.ip,
      request_id: given.request_id,
      door: given.door,
    })
  }
  return {
    changed(reported: Change) {
      const { tenant_id } = reports[0]!
      if (tenant_id && reported.tenant_id && reported.tenant_id !== tenant_id) reports.push(reported)
      else reports[0] = { ...reports[0], ...reported }
    },
    write(tx: Tx, result: unknown) {
      if (!changes(operation) || written) return
      for (const change of reports) {
        const states = statesOf(operation, change)
        if (states === null) continue
        written = true
        writeOne(tx, change, states, result)
      }
    },
  }
}

/** The fields that differ, in wire format; the one state when the operation reported only one. */
function statesOf(operation: AnyOperation, { before, after }: Change): Pick<Change, 'before' | 'after'> | null {
  const states = { before: withBooleans(operation, before), after: withBooleans(operation, after) }
  return isFields(states.before) && isFields(states.after) ? differenceOf(states.before, states.after) : states
}

/** Rows hold 0 and 1 where the output says boolean. */
function withBooleans(operation: AnyOperation, state: unknown): unknown {
  if (!isFields(state)) return state
  const read = (name: string, value: unknown) =>
    operation.boolean_names.includes(name) && (value === 0 || value === 1) ? value === 1 : value
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, read(name, value)]))
}

function withoutSecrets(operation: AnyOperation, input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !operation.secret_names.includes(name)))
}
