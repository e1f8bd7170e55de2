import type { Static, TObject, TSchema } from 'typebox'
import type { App, Install } from './app.ts'
import { atLeast, type Caller, type Role } from './caller.ts'
import type { ReadTx, Sync, Tx } from './database.ts'
import type { FaultCode } from './fault.ts'
import { markedNames, type Parsed, parser, type Trim, trimmer } from './shape.ts'
import type { Instead, ToolWords } from './tool-words.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What every handler is given beside its input. */
type Call<S> = {
  caller: Caller
  /** What the path names, found by `subject` before the body is looked at. */
  subject: S
  /** The settings and secrets of the install, and which adapters there are; never a connection. */
  app: Install
}
export type ReadCall<S, P = undefined> = Call<S> & {
  tx: ReadTx
  /** What `prepare` made of the input. */
  prepared: P
}
export type WriteCall<S, P> = Call<S> & {
  tx: Tx
  prepared: P
  /** Says what changed, for the audit trail. Left out: the input, secrets removed. */
  changed(change: Change): void
}
export type OutboundCall<S> = Omit<Call<S>, 'app'> & {
  app: App
  signal: AbortSignal
  /** Says how far a long call is, where somebody wants to know. */
  progress(done: number, total: number): void
  /** Where the request came from, for what is done in its name. */
  origin: { ip: string | null; request_id: string }
  /** Whoever asked writes this in the transaction of the change, where the operation makes it part of one. */
  along(tx: Tx, answer: unknown): void
  read<T>(work: (tx: ReadTx) => Sync<T>): T
  /** A short transaction of its own, with the audit row inside when the operation changes something. */
  write<T>(work: (tx: Tx) => Sync<T>): T
  changed(change: Change): void
  /** A `Set-Cookie` value for the browser that asked, sent with the answer. */
  setCookie(cookie: string): void
}
export type Change = { target?: string; tenant_id?: string; before?: unknown; after?: unknown }

type Declared<I extends TObject, O extends TSchema, S, E = Static<I>> = {
  /** File name, MCP tool and audit action are the same word. */
  name: string
  /** `METHOD /path/{id}`, relative to `/api/v1`. Names in braces come from the path, the rest from query or body. */
  route: `${Method} /${string}`
  /** The least role; `platform` for the platform admin alone; null where any caller may. */
  role: Role | 'platform' | null
  /** What a model is told of it, where it is an MCP tool. */
  tool?: ToolWords
  /** Where a client of tools does the same, when it is none. */
  instead?: Instead
  /** A POST that changes nothing: read-only keys may make it. */
  harmless?: true
  /** For a person who has signed in: no key and no app may do it, whatever its role. */
  person?: true
  /** A POST that works in archived workspaces too: it begins nothing there. */
  archived_too?: true
  summary: string
  description?: string
  input: I
  output: O
  /** Runs in a test against the cast, and stands in the document. */
  example: E
  /** A DELETE whose input comes as a body: what must not stand in an address. */
  body?: true
  /** Statuses beyond those that follow from the declaration. */
  faults?: readonly FaultCode[]
  /** Outbound for its time alone (it hashes a password, or reads in steps): it calls nobody. */
  local?: true
  /** CSV instead of JSON: `output` is what one line holds. */
  produces?: 'text/csv'
  /** Finds what the path names, in the caller's reach, or throws 404. Runs before the body is judged. */
  subject?: (tx: ReadTx, caller: Caller, path: Record<string, string>) => S
}

type Built<A> = {
  method: Method
  path: string
  path_names: string[]
  /** Inputs that hold a workspace's id, and inputs that are secret. */
  tenant_names: string[]
  secret_names: string[]
  /** Fields of the output that are true or false. */
  boolean_names: string[]
  parse(given: unknown): Parsed<unknown>
  trim: Trim<A>
}

/** CSV handlers answer with a file name and pieces of text, made as they are sent. */
export type CsvAnswer = { filename: string; lines: AsyncIterable<string> | Iterable<string> }

/** A declaration that still knows what it takes (the schema of its input) and what it answers, for those who call it by import. */
export type Operation<I extends TObject, A> = Declared<I, TSchema, unknown, object> &
  Built<A> &
  (
    | ({ kind: 'read'; handle(call: ReadCall<unknown, unknown>, input: never): unknown } & Prepared)
    | ({ kind: 'write'; handle(call: WriteCall<unknown, unknown>, input: never): unknown } & Prepared)
    | { kind: 'outbound'; handle(call: OutboundCall<unknown>, input: never): Promise<unknown> }
  )
export type AnyOperation = Operation<TObject, unknown>

/** What an operation answers: `AnswerOf<typeof listJobs>`. */
export type AnswerOf<O extends AnyOperation> = O extends Operation<infer _, infer A> ? A : never

type Prepared = { prepare?(input: never): Promise<unknown> }
type ToFile = { produces: 'text/csv' }

/** Reads. Synchronous, on a connection that cannot write. `prepare` may work on the input, and pause, before it. */
export function read<I extends TObject, O extends TSchema, S = undefined, P = undefined>(
  declared: Declared<I, O, S> & {
    prepare?(input: Static<I>): Promise<P>
    handle(call: ReadCall<S, P>, input: Static<I>): Sync<unknown>
  },
): Operation<I, Static<O>> {
  return { ...built(declared), kind: 'read' } as unknown as Operation<I, Static<O>>
}

/** Changes something, in one transaction that the pipeline opens. `prepare` may work on the input, and pause, before it. */
export function write<I extends TObject, O extends TSchema, S = undefined, P = undefined>(
  declared: Declared<I, O, S> & {
    prepare?(input: Static<I>): Promise<P>
    handle(call: WriteCall<S, P>, input: Static<I>): Sync<unknown>
  },
): Operation<I, Static<O>> {
  return { ...built(declared), kind: 'write' } as unknown as Operation<I, Static<O>>
}

/** May call outside services. Opens its own short transactions. */
export function outbound<I extends TObject, O extends TSchema, D extends object, S = undefined>(
  declared: D & Declared<I, O, S> & { handle(call: OutboundCall<S>, input: Static<I>): Promise<unknown> },
): Operation<I, D extends ToFile ? CsvAnswer : Static<O>> {
  return { ...built(declared), kind: 'outbound' } as unknown as Operation<I, D extends ToFile ? CsvAnswer : Static<O>>
}

/** Whether it may change something (an outbound GET may not). */
export const changes = (operation: AnyOperation): boolean => operation.method !== 'GET' && !operation.harmless

/** Whether the role is enough; `invoke` refuses those whose is not. */
export const mayCall = ({ role }: AnyOperation, caller: Caller): boolean =>
  caller.platform || role === null || (role !== 'platform' && atLeast(caller.role, role))

/** Whether it calls outside services; a file is outbound because it is written while it is sent. */
export const callsOut = ({ kind, local, produces }: AnyOperation): boolean => kind === 'outbound' && !local && !produces

/** Whether it begins something in the workspace it names, which must then be in use. */
export const begins = (operation: AnyOperation): boolean =>
  operation.method === 'POST' && changes(operation) && !operation.archived_too

/** Whether it concerns the caller's own account alone, and so needs no workspace. */
export const isOwnAccount = (operation: AnyOperation): boolean =>
  /^\/(me|profile|oauth\/grants)(\/|$)/.test(operation.path)

function built<I extends TObject, O extends TSchema, S>(
  declared: Declared<I, O, S>,
): Declared<I, O, S> & Built<unknown> {
  const [method, path] = declared.route.split(' ') as [Method, string]
  const path_names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return {
    ...declared,
    method,
    path,
    path_names,
    tenant_names: markedNames(declared.input, 'tenant'),
    secret_names: markedNames(declared.input, 'secret'),
    boolean_names: booleanNames(declared.output),
    parse: parser(declared.input),
    trim: trimmer(declared.output),
  }
}

const booleanNames = (schema: TSchema): string[] =>
  Object.entries((schema as Partial<TObject>).properties ?? {}).flatMap(([name, property]) =>
    (property as { type?: string }).type === 'boolean' ? [name] : [],
  )

declare module './app.ts' {
  interface Install {
    operations: readonly AnyOperation[]
  }
}
