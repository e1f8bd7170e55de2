/** Messages about an order that was accepted, changed or refused. */
import { Fault } from '../../src/kernel/operation/fault.ts'
import { forPeople } from '../form-refusal.ts'
import type { Issue } from '../parts/forms/form.tsx'
import { many } from '../parts/text/format.ts'
import { type Bill, type OrderKind, PUSH } from './order.ts'

/** Why the bill differs from the one that the visitor agreed to. */
export function newBill(kind: OrderKind, quoted: string | undefined, bill: Bill): string {
  const less = Number(quoted?.split('+')[0] ?? 0) - bill.index_credits
  const why =
    less > 0
      ? `${many(less, 'more link was', 'more links were')} flagged`
      : 'The list, its links, its client or the credits have changed'
  const now = kind === PUSH ? many(bill.index_credits, 'credit') : many(bill.check_credits, 'check credit')
  return `${why}. Nothing was ${kind.done} yet: the bill is now ${now}.`
}

/** Issues at their fields; other errors are thrown again. After a transfer, `whatever` shows any fault. */
export function issuesOf(error: unknown, kind: OrderKind = PUSH, whatever = false): Issue[] {
  if (!(error instanceof Fault) || !(whatever || SHOWN.has(error.code))) throw error
  if (error.code === 'validation_failed') return error.details.issues as Issue[]
  const many = `A ${kind.name} takes at most 10,000 links. Remove some for now, and ${kind.name} them next.`
  return [{ path: 'urls', message: error.code === 'too_many_urls' ? many : forPeople(error.message) }]
}

const SHOWN = new Set([
  'validation_failed',
  'too_many_urls',
  'plan_limit',
  'conflict',
  'daily_cap',
  'insufficient_credits',
])
