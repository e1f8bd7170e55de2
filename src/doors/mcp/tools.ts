import type { App } from '../../kernel/operation/app.ts'
import type { Answer } from '../../kernel/operation/call.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { fromTool } from '../../kernel/operation/input/forgiving.ts'
import { invoke } from '../../kernel/operation/invoke.ts'
import {
  inTools,
  offersFull,
  optionalWorkspaceIds,
  takesIdempotencyKey,
  toolsOf,
} from '../../kernel/operation/offered/routes-and-tools.ts'
import type { AnyOperation, CsvAnswer } from '../../kernel/operation/operation.ts'
import { isFields, readText } from '../../kernel/operation/shape.ts'
import { faultOf } from '../failure.ts'
import { noteRefusal } from '../refusals.ts'
import type { Visit } from '../visit.ts'
import { fitted } from './brief.ts'

export type ToolCaller = { caller: Caller; visit: Visit }

/** The tools as `tools/list` tells them: made once, the same for all. */
export const listTools = (operations: readonly AnyOperation[]): object[] =>
  toolsOf(operations).map(({ name, title, description, input_schema, output_schema, annotations }) => ({
    name,
    title,
    description,
    inputSchema: input_schema,
    ...(output_schema ? { outputSchema: output_schema } : {}),
    annotations,
  }))

/** The arguments as they came, and ways to break off and to tell how far it is. */
export type ToolCall = {
  given: Record<string, unknown>
  signal: AbortSignal
  progress?: (done: number, total: number) => void
}

/** An order that waits for a person. */
export type PendingDraft = { credits: number; approve_url: string }
/** The answer of a tool: a text, which is a JSON object where `structured`. */
export type ToolAnswer = { text: string; structured: boolean; isError?: true; waits?: PendingDraft }

/**
 * The operation's answer as REST gives it, or what of it fits. A fault is an answer too, so that the model can read it.
 * A read is answered without a promise, as `invoke` does.
 */
export function callTool(
  app: App,
  operation: AnyOperation,
  asker: ToolCaller,
  call: ToolCall,
): ToolAnswer | Promise<ToolAnswer> {
  const { caller, visit } = asker
  const refused = (error: unknown) => refusal(app, operation, asker, error)
  try {
    const { path, rest, full, idempotency_key, ignored } = apart(operation, caller, call.given)
    const fitting = ({ data }: Answer): ToolAnswer | Promise<ToolAnswer> => {
      if (operation.produces) return fileText(data as CsvAnswer)
      const { page_size, url_limit } = rest
      const text = fitted(operation, data, { full, page_size, url_limit })
      return isFields(data) ? { text: noted(text, ignored), structured: true } : { text, structured: false }
    }
    const answer = invoke(app, operation, caller, {
      path,
      rest,
      idempotency_key,
      progress: call.progress,
      get signal() {
        return call.signal
      },
      get ip() {
        return visit.ip
      },
      request_id: visit.id,
      door: 'tool',
    })
    return answer instanceof Promise ? answer.then(fitting).catch(refused) : fitting(answer)
  } catch (error) {
    return refused(error)
  }
}

function refusal(app: App, { name }: AnyOperation, { caller, visit }: ToolCaller, error: unknown): ToolAnswer {
  const sample = { method: 'tool', route: name, actor: caller.label, tenant_id: caller.tenant_id }
  const fault = faultOf(app, error, { where: name, request_id: visit.id, sample })
  noteRefusal(app, fault, { caller, operation: name, visit, door: 'tool' })
  const { code, message, details } = fault
  const text = JSON.stringify({ error: { code, message, request_id: visit.id, details } })
  const waits = code === 'approval_required' ? (details as PendingDraft) : undefined
  return { text: inTools(app.operations, text), structured: false, isError: true, waits }
}

/** The JSON object with a note of the arguments that were left out, if any. */
const noted = (text: string, ignored: readonly string[]): string =>
  ignored.length === 0
    ? text
    : `${text === '{}' ? '{' : `${text.slice(0, -1)},`}"ignored_arguments":${JSON.stringify(ignored)}}`

/** The same in the protocol's form: the text, and its content as structured content. */
export const resultOf = ({ text, structured, isError }: ToolAnswer): object => ({
  content: [{ type: 'text', text }],
  ...(structured ? { structuredContent: JSON.parse(text) } : {}),
  ...(isError ? { isError } : {}),
})

/**
 * One flat object of arguments: what the path names, the rest, and what is said to this door alone. A workspace that the
 * path names is the caller's own unless given. `ignored` names arguments that a host added for itself.
 */
export function apart(operation: AnyOperation, caller: Caller, given: Record<string, unknown>) {
  const own = optionalWorkspaceIds(operation)
  const path: Record<string, string> = {}
  const { rest, ignored } = fromTool(operation, () => namesOf(operation), given)
  for (const name of operation.path_names) {
    const value = (rest[name] === '' ? undefined : rest[name]) ?? (own.includes(name) ? caller.tenant_id : undefined)
    if (typeof value !== 'string' && typeof value !== 'number')
      throw invalid({ path: name, message: value === undefined ? 'is required' : 'must be a string' })
    path[name] = String(value)
    delete rest[name]
  }
  const full = offersFull(operation) && taken(rest, 'full', 'boolean')
  const idempotency_key = takesIdempotencyKey(operation) ? taken(rest, 'idempotency_key', 'string') : undefined
  return { path, rest, full: full === true, idempotency_key: idempotency_key as string | undefined, ignored }
}

/** The arguments of this door alone. */
const namesOf = (operation: AnyOperation): string[] => [
  ...(offersFull(operation) ? ['full'] : []),
  ...(takesIdempotencyKey(operation) ? ['idempotency_key'] : []),
]

/** Takes an argument that is none of the operation's out of the rest; a blank one is not given. */
function taken(rest: Record<string, unknown>, name: string, type: 'boolean' | 'string'): unknown {
  const { [name]: given } = rest
  delete rest[name]
  if (given === undefined || given === null || given === '') return undefined
  const value = typeof given === 'string' ? readText({ type }, given) : given
  if (typeof value !== type)
    throw invalid({ path: name, message: type === 'string' ? 'must be text' : 'must be true or false' })
  return value
}

async function fileText({ lines }: CsvAnswer): Promise<ToolAnswer> {
  let text = ''
  for await (const line of lines) text += line
  return { text, structured: false }
}
