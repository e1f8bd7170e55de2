/** Steps of an order beside its run: an estimate shows its plan, and an order above the caller's limit is kept. */
import type { Tx } from '../database/database.ts'
import type { Answer, Call, Kind } from './call.ts'
import type { Caller } from './caller.ts'
import type { Fault } from './fault.ts'
import { judgeInput } from './input/parse-input.ts'
import { asksEstimate, type Estimate, spends } from './spending.ts'

/** An order of a caller who needs approval for some orders. */
export type HeldOrder = {
  caller: Caller
  operation: string
  path: Record<string, string>
  rest: unknown
  idempotency_key: string | null
}

export function orderOf({ operation, caller, given }: Call): HeldOrder {
  const { path, rest, idempotency_key = null } = given
  return { caller, operation: operation.name, path, rest, idempotency_key }
}

export const isEstimate = ({ operation, parsed }: Call): boolean => spends(operation) && asksEstimate(parsed.value)

/** The plan of the order instead of the order. */
export function estimate(call: Call<Kind<'write'>>, prepared: unknown): Answer {
  const { app, operation, caller, parsed } = call
  const data = app.db.read((tx): Estimate => {
    const subject = judgeInput(tx, call)
    return operation.plan!({ app, tx, caller, subject, prepared }, parsed.value as never).estimate
  })
  return { data, replayed: false }
}

/** The answer of the same order sent before, once a person has approved it. */
export function approvedAnswer(call: Call): Answer | null {
  const { operation, caller, app } = call
  if (!spends(operation) || typeof caller.approval_above !== 'number' || isEstimate(call)) return null
  const data = app.answered(app, orderOf(call))
  return data ? { data, replayed: true } : null
}

declare module './app.ts' {
  interface App {
    /** The answer of an order that a person approved; throws for one that they declined. */
    answered(app: App, order: HeldOrder): unknown
    /** Keeps an order for a person to approve. Returns the 403 that says so. */
    hold(tx: Tx, app: App, order: HeldOrder, estimate: Estimate): Fault
  }
}
