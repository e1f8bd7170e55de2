/** JSON-RPC to `/mcp` as a client of the newest revision makes it. */
import type { Person } from '../../world.ts'
import type { House } from '../house.ts'

export const REVISION = '2026-07-28'

export type Reply = {
  status: number
  headers: Headers
  /** Notifications that came before the answer. */
  notes: { method: string; params: Record<string, unknown> }[]
  result?: unknown
  error?: { code: number; message: string; data?: Record<string, unknown> }
}

type Params = Record<string, unknown> & { name?: string; uri?: string; _meta?: object }
type Options = { capabilities?: object; headers?: Record<string, string>; client?: string }

/** One call, with its envelope; answered as JSON, or as a stream where something is told on the way. */
export async function rpc(
  { ask }: Pick<House, 'ask'>,
  who: Person | null,
  method: string,
  params: Params = {},
  { capabilities = {}, headers = {}, client = 'test' }: Options = {},
): Promise<Reply> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...params._meta,
  }
  const named = params.name ?? params.uri
  const response = await ask(who, '/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(named ? { 'mcp-name': named } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  })
  return replyOf(response)
}

/** The answer in a body, or at the end of a stream of events. */
export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!))
  const messages = events.length ? events : text ? [JSON.parse(text)] : []
  const notes = messages.filter((message) => 'method' in message)
  const answer = messages.find((message) => !('method' in message)) ?? {}
  return { status: response.status, headers: response.headers, notes, result: answer.result, error: answer.error }
}
