import type { Reader } from '../language/reader.ts'
import type { App } from './app.ts'
import type { Door } from './audit.ts'
import type { Caller } from './caller.ts'
import type { Issue } from './fault.ts'
import type { AnyOperation } from './operation.ts'

/**
 * A request as a door has read it. `issues` holds errors found before any field could be read (broken JSON). `to`: the
 * reader of a page, for whom the stored sentences of a read are drawn; programs read English.
 */
export type CallRequest = {
  path: Record<string, string>
  rest: unknown
  issues?: Issue[]
  ip: string | null
  request_id: string
  door?: Door
  to?: Reader
  idempotency_key?: string | null
  signal?: AbortSignal
  progress?(done: number, total: number): void
}

/** `cookie` is a `Set-Cookie` value to send with the answer. */
export type Answer = { data: unknown; replayed: boolean; cookie?: string }

export type Kind<K extends AnyOperation['kind']> = Extract<AnyOperation, { kind: K }>
export type Input = { value: unknown; issues: Issue[] }

/** One call of an operation: its caller, and its input as given and as parsed. */
export type Call<O extends AnyOperation = AnyOperation> = {
  app: App
  operation: O
  caller: Caller
  given: CallRequest
  parsed: Input
}
