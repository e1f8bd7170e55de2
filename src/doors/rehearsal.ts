/**
 * A form that is asked what it would do: its screen runs as ever up to the act, the first operation that is neither a
 * reading nor looked up aside. That is told and not called, so what is told is what is done, and no form says it twice.
 */
import type { App } from '../kernel/app.ts'
import type { Caller } from '../kernel/caller.ts'
import { Fault, forbidden } from '../kernel/fault.ts'
import { type AnyOperation, mayCall } from '../kernel/operation.ts'
import { readAsked } from './asked.ts'

/** In the address of a form, it asks instead of acting. */
export const ASKED = 'same-as'

export const isAsked = (method: string, { query }: { query: Record<string, string> }): boolean =>
  method === 'POST' && query[ASKED] !== undefined

/** What a form would call, with what. */
export type Told = { operation: AnyOperation; input: Readonly<Record<string, unknown>> }

/** Carries it out of the screen; it is no fault, so no screen draws it as a refusal. */
class Stopped extends Error {
  constructor(readonly told: Told) {
    super(`${told.operation.name} was told of`)
  }
}

/** The part of a screen's call that does something. */
type Acting = {
  app: App
  caller: Caller
  call(operation: never, asked: never, options?: never): Promise<unknown>
}

/** What the screen would do first. Nothing is written meanwhile and no address asked, by no way that a screen has. */
export async function rehearse<C extends Acting>(handle: (call: C) => unknown, call: C): Promise<Told> {
  try {
    await handle(harmless(call))
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    if (mayCall(error.told.operation, call.caller)) return error.told
    throw forbidden('Your role in this workspace does not include this.')
  }
  return nothing()
}

const harmless = <C extends Acting>(call: C): C => ({
  ...call,
  asked: true,
  app: { ...call.app, db: { ...call.app.db, write: nothing }, fetch: reachesOut },
  call: (operation: AnyOperation, asked: Record<string, unknown>, options?: { aside?: true }) => {
    if (operation.kind === 'read' || options?.aside)
      return call.call(operation as never, asked as never, options as never)
    const { path, rest } = readAsked(operation, asked)
    throw new Stopped({ operation, input: { ...path, ...(rest as object) } })
  },
})

function nothing(): never {
  throw new Fault('conflict', 'As it stands, this form would do nothing yet. Fill it in first.')
}

/** An address that somebody typed may be looked at by an act, never by a question about it. */
async function reachesOut(): Promise<never> {
  throw new Fault('conflict', 'This form looks at an address first, and no operation does that by itself.')
}
