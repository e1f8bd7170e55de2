/**
 * What programs send all day: one call of a tool and nothing beside it, known by its shape. The protocol's library makes
 * a server for each request, which takes ten times as long as the call. Whatever is not exactly this is the library's.
 */
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import type { AnyOperation } from '../kernel/operation.ts'
import { isFields } from '../kernel/shape.ts'
import { spends } from '../kernel/spending.ts'
import type { ToolResult } from './mcp-tools.ts'

export type PlainCall = {
  id: string | number
  operation: AnyOperation
  given: Record<string, unknown>
  /** Of the revision without handshake, which says more in its answers. */
  modern: boolean
}

const REVISION = '2026-07-28'
const META = 'io.modelcontextprotocol/'

/** The call, where a request is nothing else. */
export function plainCallIn(
  { headers }: Request,
  body: unknown,
  tools: ReadonlyMap<string, AnyOperation>,
): PlainCall | null {
  if (!isFields(body) || !hasOnly(body, 'jsonrpc', 'id', 'method', 'params')) return null
  const { jsonrpc, id, method, params } = body
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id) || !isFields(params)) return null
  const { name, arguments: given = {}, _meta } = params
  const operation = typeof name === 'string' ? tools.get(name) : undefined
  if (!operation || !isFields(given) || !hasOnly(params, 'name', 'arguments', '_meta')) return null
  const accepted = headers.get('accept') ?? ''
  if (!accepted.includes('application/json') || !accepted.includes('text/event-stream')) return null
  const version = headers.get('mcp-protocol-version') ?? ''
  const modern = version === REVISION && isPlainEnvelope(_meta, operation) && isNamed(headers, operation.name)
  const older = _meta === undefined && SUPPORTED_PROTOCOL_VERSIONS.includes(version)
  return modern || older ? { id, operation, given, modern } : null
}

/** The answer to it, as the library would give it. Structured content is the text that stands beside it: written once. */
export function plainAnswer({ id, modern }: PlainCall, result: ToolResult, version: string): Response {
  const { structuredContent, ...others } = result
  const serverInfo = { name: 'signalpost', title: 'Signalpost', version }
  const more = modern ? { resultType: 'complete', _meta: { [`${META}serverInfo`]: serverInfo } } : {}
  const told = JSON.stringify({ ...others, ...more })
  const structured = structuredContent ? `,"structuredContent":${result.content[0]!.text}` : ''
  return new Response(`{"result":${told.slice(0, -1)}${structured}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`, {
    headers: { 'content-type': 'application/json' },
  })
}

/** Names the revision, the client and what it can do, and asks for nothing: neither progress nor to be asked itself. */
function isPlainEnvelope(meta: unknown, operation: AnyOperation): boolean {
  if (!isFields(meta)) return false
  const { [`${META}protocolVersion`]: version, [`${META}clientInfo`]: client } = meta
  const { [`${META}clientCapabilities`]: can } = meta
  return (
    hasOnly(meta, `${META}protocolVersion`, `${META}clientInfo`, `${META}clientCapabilities`) &&
    version === REVISION &&
    isFields(can) &&
    !(spends(operation) && Object.hasOwn(can, 'elicitation')) &&
    Object.values(can).every(isFields) &&
    isFields(client) &&
    hasOnly(client, 'name', 'version') &&
    typeof client.name === 'string' &&
    typeof client.version === 'string'
  )
}

const isNamed = (headers: Headers, name: string): boolean =>
  headers.get('mcp-method') === 'tools/call' && headers.get('mcp-name') === name

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)

const hasOnly = (fields: object, ...names: string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name))
