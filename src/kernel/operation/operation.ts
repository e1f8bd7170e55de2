import type { Static, TObject, TSchema } from 'typebox'
import type { ReadTx, Sync, Tx } from '../database/database.ts'
import type { App, Install } from './app.ts'
import { atLeast, type Caller, isAtOwnDomain, type RequestOrigin, type Role } from './caller.ts'
import type { FaultCode } from './fault.ts'
import type { ToolAlternative, ToolWords } from './offered/tool-words.ts'
import { markedNames, type Parsed, parser, type Trim, trimmer } from './shape.ts'
import type { OrderPlan } from './spending.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The context of a handler, beside its input. */
type Call<S> = {
  caller: Caller
  /** The object that the path names, found by `subject` before the body is read. */
  subject: S
  /** The settings and secrets of the install, and which adapters there are; never a connection. */
  app: Install
}
type ReadCall<S, P = undefined> = Call<S> & {
  tx: ReadTx
  /** The result of `prepare`. */
  prepared: P
}
export type WriteCall<S, P, L = undefined> = Call<S> & {
  tx: Tx
  prepared: P
  /** The plan of an order, made in the same transaction. */
  plan: L
  /** Reports the change for the audit trail. By default the audit trail has the input without secrets. */
  changed(change: Change): void
}
export type OutboundCall<S> = Omit<Call<S>, 'app'> & {
  app: App
  signal: AbortSignal
  /** Reports the progress of a long call to a client that asked for it. */
  progress(done: number, total: number): void
  origin: RequestOrigin
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
  tool?: ToolWords
  /** Where users of tools find it, if it is no MCP tool. */
  instead?: ToolAlternative
  /** A POST that changes nothing: read-only keys may make it. */
  harmless?: true
  /** For a person who has signed in: no key and no app may do it, whatever its role. */
  person?: true
  /**
   * Whether a person must have proved within 15 minutes who they are, or with which input. `false` where the name sounds
   * dangerous and the act is not. Keys and apps are asked nothing: to make one is the act that asks.
   */
  proof?: boolean | { when(input: Static<I>): boolean }
  /**
   * Not by a session at an own domain nor by a key that is being replaced, or not with this input: it changes how people
   * sign in, or makes what works after that session or key, and away from that domain. The owner of a domain can read the
   * cookies that browsers send there.
   */
  at_install?: true | { when(input: Static<I>): boolean }
  /** A POST that works in archived workspaces too: it begins nothing there. */
  archived_too?: true
  summary: string
  description?: string
  input: I
  output: O
  /** Runs in a test against sample data, and is shown in the API document. */
  example: E
  /** A DELETE with a body, because its input must not be in an address. */
  body?: true
  /** Statuses beyond those that follow from the declaration. */
  faults?: readonly FaultCode[]
  /** Outbound only because it is slow (it hashes a password, or reads in steps): it calls no outside service. */
  local?: true
  /** A read of sensitive data: it leaves a row in the audit trail. Files always do. */
  sensitive?: true
  /** A file instead of JSON. For a CSV or JSONL, `output` is the content of one line. */
  produces?: FileType
  /** Finds the object that the path names, in the caller's reach, or throws 404. Runs before the body is judged. */
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

/** A file whose bytes are known before it is sent. */
export type FileAnswer = { filename: string; bytes: Uint8Array }

/** A declaration with the types of its input and answer, for callers that import it. */
export type Operation<I extends TObject, A> = Declared<I, TSchema, unknown, object> &
  Built<A> &
  (
    | ({ kind: 'read'; handle(call: ReadCall<unknown, unknown>, input: never): unknown } & Prepared)
    | ({
        kind: 'write'
        plan?(call: ReadCall<unknown, unknown>, input: never): OrderPlan
        after?: AfterOrder
        handle(call: WriteCall<unknown, unknown, unknown>, input: never): unknown
      } & Prepared)
    | { kind: 'outbound'; handle(call: OutboundCall<unknown>, input: never): Promise<unknown> }
  )
export type AnyOperation = Operation<TObject, unknown>

/** The type of an operation's answer: `AnswerOf<typeof listJobs>`. */
export type AnswerOf<O extends AnyOperation> = O extends Operation<infer _, infer A> ? A : never

/** Work in slices on its job that the answer of an order waits for. It is found in rows: a kill or a failure loses nothing. */
type AfterOrder = (app: App, job_id: string) => Promise<unknown>
type Prepared = { prepare?(input: never): Promise<unknown> }
/** Types of files. `application/x-ndjson` is sent as it is made, like a CSV. */
export type FileType = 'text/csv' | 'application/x-ndjson' | 'application/pdf'

type ToCsv = { produces: 'text/csv' | 'application/x-ndjson' }
type ToPdf = { produces: 'application/pdf' }

type AnswerTo<D, O extends TSchema> = D extends ToCsv ? CsvAnswer : D extends ToPdf ? FileAnswer : Static<O>

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

type Order<I extends TObject, O extends TSchema, S, P, L extends OrderPlan> = Declared<I, O, S> & {
  prepare?(input: Static<I>): Promise<P>
  plan(call: ReadCall<S, P>, input: Static<I>): L
  after?: AfterOrder
  handle(call: WriteCall<S, P, L>, input: Static<I>): Sync<unknown>
}

/**
 * A write that reserves credits. `plan` refuses what cannot be done and says what the rest costs, without writing;
 * `handle` carries out this plan. An estimate shows the plan; an order above the caller's limit is kept for approval.
 */
export function order<I extends TObject, O extends TSchema, L extends OrderPlan, S = undefined, P = undefined>(
  declared: Order<I, O, S, P, L>,
): Operation<I, Static<O>> {
  return { ...built(declared), kind: 'write' } as unknown as Operation<I, Static<O>>
}

/** May call outside services. Opens its own short transactions. */
export function outbound<I extends TObject, O extends TSchema, D extends object, S = undefined>(
  declared: D & Declared<I, O, S> & { handle(call: OutboundCall<S>, input: Static<I>): Promise<unknown> },
): Operation<I, AnswerTo<D, O>> {
  return { ...built(declared), kind: 'outbound' } as unknown as Operation<I, AnswerTo<D, O>>
}

/** Whether it may change something (an outbound GET may not). */
export const changes = (operation: AnyOperation): boolean => operation.method !== 'GET' && !operation.harmless

/** Whether the caller's role is high enough, and the address the right one; `invoke` refuses other callers. */
export const mayCall = ({ role, at_install }: AnyOperation, caller: Caller): boolean =>
  !(at_install === true && (isAtOwnDomain(caller) || caller.ending)) &&
  (caller.platform || role === null || (role !== 'platform' && atLeast(caller.role, role)))

/** Whether it calls outside services; a file is outbound because it is written while it is sent. */
export const callsOut = ({ kind, local, produces }: AnyOperation): boolean => kind === 'outbound' && !local && !produces

/** Whether it starts work in the workspace it names, which must then not be archived. */
export const begins = (operation: AnyOperation): boolean =>
  operation.method === 'POST' && changes(operation) && !operation.archived_too

/** Whether it reads sensitive data, or hands out a file. */
export const isSensitive = (operation: AnyOperation): boolean =>
  !changes(operation) && (operation.sensitive === true || operation.produces !== undefined)

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
