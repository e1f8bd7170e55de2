/**
 * The dry run of a form: its screen runs as usual, but each operation that writes is recorded instead of called. The
 * screen goes on with the answer of the operation's example, so that its later calls are recorded too, and ends where an
 * example answer leads no further. The recorded calls are the ones the form makes, so no form declares them twice.
 */
import type { App } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Fault, forbidden } from '../../kernel/operation/fault.ts'
import { type AnyOperation, mayCall } from '../../kernel/operation/operation.ts'
import { exampleAnswer } from '../docs/example-answers.ts'
import { readFormInput } from './parse-query.ts'

/**
 * In the address of a form, this asks for a dry run. The value stays: pages that an older version drew send it,
 * and a server that does not know it would carry the form out.
 */
export const DRY_RUN = 'same-as'

export const isDryRun = (method: string, { query }: { query: Record<string, string> }): boolean =>
  method === 'POST' && query[DRY_RUN] !== undefined

/** An operation that a form would call, and its input. */
export type PlannedCall = { operation: AnyOperation; input: Readonly<Record<string, unknown>> }

/** Calls recorded of one form; an act on many rows only repeats them. */
const MOST_PLANNED = 10

/** Ends a screen with enough recorded calls. */
class Enough extends Error {}

/** The part of a screen's call that does something. */
type Acting = {
  app: App
  caller: Caller
  dry_run?: true
  call(operation: never, asked: never, options?: never): Promise<unknown>
}

/** The calls that the screen would make, in order. Meanwhile it can neither write nor reach an address. */
export async function dryRun<C extends Acting>(handle: (call: C) => unknown, call: C): Promise<PlannedCall[]> {
  const planned: PlannedCall[] = []
  try {
    await handle(harmless(call, planned))
  } catch (error) {
    if (planned.length === 0) throw error
  }
  const [first] = planned
  if (!first) return nothing()
  if (!mayCall(first.operation, call.caller)) throw forbidden('Your role in this workspace does not include this.')
  return planned
}

const harmless = <C extends Acting>(call: C, planned: PlannedCall[]): C => ({
  ...call,
  dry_run: true,
  app: { ...call.app, db: { ...call.app.db, write: nothing }, fetch: reachesOut },
  call: async (operation: AnyOperation, asked: Record<string, unknown>, options?: { aside?: true }) => {
    if (operation.kind === 'read' || options?.aside)
      return call.call(operation as never, asked as never, options as never)
    const { path, rest } = readFormInput(operation, asked)
    planned.push({ operation, input: { ...path, ...(rest as object) } })
    if (planned.length === MOST_PLANNED) throw new Enough()
    return structuredClone((exampleAnswer(operation.name) as { data?: unknown } | undefined)?.data)
  },
})

function nothing(): never {
  throw new Fault('conflict', 'This form would change nothing yet. Fill it in first.')
}

/** A dry run never fetches an address that somebody typed. */
async function reachesOut(): Promise<never> {
  throw new Fault('conflict', 'This form fetches an address first, and no single operation does that.')
}
