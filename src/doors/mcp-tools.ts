import type { App } from '../kernel/app.ts'
import type { Caller } from '../kernel/caller.ts'
import { invalid } from '../kernel/fault.ts'
import { invoke } from '../kernel/invoke.ts'
import type { AnyOperation, CsvAnswer } from '../kernel/operation.ts'
import { inTools, offersWhole, ownByDefault, takesKey, toolsOf } from '../kernel/routes-and-tools.ts'
import { isFields } from '../kernel/shape.ts'
import { faultOf } from './failure.ts'
import { fitted } from './mcp-brief.ts'
import type { Visit } from './visit.ts'

/** Who calls a tool, and the request that it came with. */
export type Asker = { caller: Caller; visit: Visit }

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
export type Waiting = { credits: number; approve_url: string }
export type ToolResult = { content: { type: string; text: string }[]; structuredContent?: object; isError?: true }

/** The operation's answer as REST gives it, or what of it fits, and the same as compact text. A fault is a result, so that the model can read it. */
export async function callTool(
  app: App,
  operation: AnyOperation,
  { caller, visit }: Asker,
  { given, signal, progress }: ToolCall,
): Promise<{ result: ToolResult; waits?: Waiting }> {
  const { label: actor, tenant_id } = caller
  const sample = { method: 'tool', route: operation.name, actor, tenant_id }
  try {
    const { path, rest, full, idempotency_key } = apart(operation, caller, given)
    const came = { ip: visit.ip, request_id: visit.id, door: 'tool' as const }
    const { data } = await invoke(app, operation, caller, { ...came, path, rest, idempotency_key, signal, progress })
    if (operation.produces) return { result: { content: [text(await fileText(data as CsvAnswer))] } }
    const { told, text: json } = fitted(operation, data, { ...given, full })
    const content = [text(json)]
    return { result: isFields(told) ? { content, structuredContent: told } : { content } }
  } catch (error) {
    const { code, message, details } = faultOf(app, error, { where: operation.name, request_id: visit.id, sample })
    const said = { code, message, request_id: visit.id, details }
    const content = [text(inTools(app.operations, JSON.stringify({ error: said })))]
    const waits = code === 'approval_required' ? (details as Waiting) : undefined
    return { result: { isError: true, content }, waits }
  }
}

/**
 * One flat object of arguments: what the path names, the rest, and what is said to this door alone. A workspace that the
 * path names is the caller's own unless given.
 */
function apart(operation: AnyOperation, caller: Caller, given: Record<string, unknown>) {
  const path: Record<string, string> = {}
  const rest = { ...given }
  const own = ownByDefault(operation)
  for (const name of operation.path_names) {
    const value = rest[name] ?? (own.includes(name) ? caller.tenant_id : undefined)
    if (typeof value !== 'string' && typeof value !== 'number')
      throw invalid({ path: name, message: value === undefined ? 'is required' : 'must be a string' })
    path[name] = String(value)
    delete rest[name]
  }
  const full = offersWhole(operation) && taken(rest, 'full', 'boolean')
  const idempotency_key = takesKey(operation) ? taken(rest, 'idempotency_key', 'string') : undefined
  return { path, rest, full: full === true, idempotency_key: idempotency_key as string | undefined }
}

/** Takes an argument that is none of the operation's out of the rest. */
function taken(rest: Record<string, unknown>, name: string, type: 'boolean' | 'string'): unknown {
  const { [name]: value } = rest
  delete rest[name]
  if (value !== undefined && typeof value !== type)
    throw invalid({ path: name, message: type === 'string' ? 'must be text' : 'must be true or false' })
  return value
}

async function fileText({ lines }: CsvAnswer): Promise<string> {
  let all = ''
  for await (const line of lines) all += line
  return all
}

const text = (content: string) => ({ type: 'text', text: content })
