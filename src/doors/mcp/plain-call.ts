/**
 * The call that programs send all day: one call of a tool and nothing else, known by its shape. The protocol's library
 * makes a server for each request, which takes ten times as long as the call. It handles all other requests.
 */
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import type { AnyOperation } from '../../kernel/operation/operation.ts'
import { isFields, readText } from '../../kernel/operation/shape.ts'
import { spends } from '../../kernel/operation/spending.ts'
import type { ToolAnswer } from './tools.ts'

type PlainCall = {
  id: string | number
  operation: AnyOperation
  given: Record<string, unknown>
  /** The revision without handshake, which says more in its answers. */
  modern: boolean
}

const REVISION = '2026-07-28'
const META = 'io.modelcontextprotocol/'
const [VERSION, CLIENT, CAN] = [`${META}protocolVersion`, `${META}clientInfo`, `${META}clientCapabilities`] as const
const OF_ENVELOPE = new Set([VERSION, CLIENT, CAN] as string[])
const OF_CLIENT = new Set(['name', 'version'])
const OF_MESSAGE = new Set(['jsonrpc', 'id', 'method', 'params'])
const OF_CALL = new Set(['name', 'arguments', '_meta'])

/**
 * The body as the protocol has it: without null for what is not given, and with arguments as an object where clients send
 * an empty text or JSON as text.
 */
export function withArguments(given_body: unknown): unknown {
  const body = withoutNulls(given_body)
  if (!isFields(body) || body.method !== 'tools/call' || !isFields(body.params)) return body
  const { arguments: given } = body.params
  if (given !== null && typeof given !== 'string') return body
  const read = typeof given === 'string' && given.trim() ? readText({ type: 'object' }, given) : {}
  return { ...body, params: { ...body.params, arguments: read } }
}

/** Members of a message that may not be null, down to those of `clientInfo`; arguments of a tool are its own matter. */
function withoutNulls(body: unknown, depth = 0): unknown {
  if (!isFields(body) || depth > MOST_DEEP) return body
  let kept = body
  for (const name in body) {
    const value = body[name]
    if (name === 'arguments' || (depth === 0 && name === 'id')) continue
    const inner = value === null ? undefined : withoutNulls(value, depth + 1)
    if (inner === value) continue
    if (kept === body) kept = { ...body }
    if (inner === undefined) delete kept[name]
    else kept[name] = inner
  }
  return kept
}
const MOST_DEEP = 3

/** The call, where a request is nothing else. */
export function plainCallIn(
  { headers }: Request,
  body: unknown,
  tools: ReadonlyMap<string, AnyOperation>,
): PlainCall | null {
  if (!isFields(body) || !hasOnly(body, OF_MESSAGE)) return null
  const { jsonrpc, id, method, params } = body
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id) || !isFields(params)) return null
  const { name, arguments: given = {}, _meta } = params
  const operation = typeof name === 'string' ? tools.get(name) : undefined
  if (!operation || !isFields(given) || !hasOnly(params, OF_CALL)) return null
  const version = headers.get('mcp-protocol-version') ?? ''
  const modern = version === REVISION && isPlainEnvelope(_meta, operation) && isNamed(headers, operation.name)
  const older = _meta === undefined && SUPPORTED_PROTOCOL_VERSIONS.includes(version)
  return modern || older ? { id, operation, given, modern } : null
}

/** Writes the body of the answer as the library would. Structured content equals the text beside it, so it is serialized once. */
export function plainAnswers(version: string) {
  const serverInfo = { name: 'signalpost', title: 'Signalpost', version }
  const newer = `,"resultType":"complete","_meta":${JSON.stringify({ [`${META}serverInfo`]: serverInfo })}`
  return ({ id, modern }: PlainCall, { text, structured, isError }: ToolAnswer): string => {
    const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`
    const more = `${structured ? `,"structuredContent":${text}` : ''}${isError ? ',"isError":true' : ''}`
    return `{"result":{${content}${more}${modern ? newer : ''}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  }
}

/** Names the revision, the client and what it can do, and asks for nothing: neither progress nor to be asked itself. */
function isPlainEnvelope(meta: unknown, operation: AnyOperation): boolean {
  if (!isFields(meta)) return false
  const { [VERSION]: version, [CLIENT]: client, [CAN]: can } = meta
  return (
    hasOnly(meta, OF_ENVELOPE) &&
    version === REVISION &&
    isFields(can) &&
    !(spends(operation) && Object.hasOwn(can, 'elicitation')) &&
    Object.values(can).every(isFields) &&
    isFields(client) &&
    hasOnly(client, OF_CLIENT) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string'
  )
}

const isNamed = (headers: Headers, name: string): boolean =>
  headers.get('mcp-method') === 'tools/call' && headers.get('mcp-name') === name

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)

function hasOnly(fields: object, names: ReadonlySet<string>): boolean {
  for (const name in fields) if (!names.has(name)) return false
  return true
}
