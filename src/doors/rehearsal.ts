/**
 * A form that is asked what it would do: its screen runs as ever, and each operation that is neither a reading nor looked
 * up aside is told and not called. The screen goes on with the answer of the operation's example, so that what it does
 * next is told as well; where a made-up answer leads no further, it ends. What is told is what is done, and no form says
 * it twice.
 */
import type { App } from '../kernel/app.ts'
import type { Caller } from '../kernel/caller.ts'
import { Fault, forbidden } from '../kernel/fault.ts'
import { type AnyOperation, mayCall } from '../kernel/operation.ts'
import { readAsked } from './asked.ts'
import { exampleAnswer } from './example-answers.ts'

/** In the address of a form, it asks instead of acting. */
export const ASKED = 'same-as'

export const isAsked = (method: string, { query }: { query: Record<string, string> }): boolean =>
  method === 'POST' && query[ASKED] !== undefined

/** What a form would call, with what. */
export type Told = { operation: AnyOperation; input: Readonly<Record<string, unknown>> }

/** Operations that are told of one form; an act on many rows goes on in the same way. */
const MOST_TOLD = 10

/** Ends a screen of which enough is told. */
class Enough extends Error {}

/** The part of a screen's call that does something. */
type Acting = {
  app: App
  caller: Caller
  call(operation: never, asked: never, options?: never): Promise<unknown>
}

/** What the screen would do, in order. Nothing is written meanwhile and no address asked, by no way that a screen has. */
export async function rehearse<C extends Acting>(handle: (call: C) => unknown, call: C): Promise<Told[]> {
  const told: Told[] = []
  try {
    await handle(harmless(call, told))
  } catch (error) {
    if (told.length === 0) throw error
  }
  const [first] = told
  if (!first) return nothing()
  if (!mayCall(first.operation, call.caller)) throw forbidden('Your role in this workspace does not include this.')
  return told
}

const harmless = <C extends Acting>(call: C, told: Told[]): C => ({
  ...call,
  asked: true,
  app: { ...call.app, db: { ...call.app.db, write: nothing }, fetch: reachesOut },
  call: async (operation: AnyOperation, asked: Record<string, unknown>, options?: { aside?: true }) => {
    if (operation.kind === 'read' || options?.aside)
      return call.call(operation as never, asked as never, options as never)
    const { path, rest } = readAsked(operation, asked)
    told.push({ operation, input: { ...path, ...(rest as object) } })
    if (told.length === MOST_TOLD) throw new Enough()
    return structuredClone((exampleAnswer(operation.name) as { data?: unknown } | undefined)?.data)
  },
})

function nothing(): never {
  throw new Fault('conflict', 'As it stands, this form would do nothing yet. Fill it in first.')
}

/** An address that somebody typed may be looked at by an act, never by a question about it. */
async function reachesOut(): Promise<never> {
  throw new Fault('conflict', 'This form looks at an address first, and no operation does that by itself.')
}
