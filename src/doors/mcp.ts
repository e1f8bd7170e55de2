import { type AnyElysia, Elysia } from 'elysia'
import type { App } from '../kernel/app.ts'

/** `/mcp`. The protocol's library is loaded with the first call: it would cost each start a fifth of its time. */
export function mcp(app: App): AnyElysia {
  let endpoint: Promise<(request: Request) => Promise<Response>> | undefined
  const answer = async (request: Request) => {
    endpoint ??= import('./mcp-endpoint.ts').then(({ createEndpoint }) => createEndpoint(app))
    return (await endpoint)(request)
  }
  return new Elysia({ name: 'mcp', strictPath: true }).all('/mcp', ({ request }) => answer(request), { parse: 'none' })
}
