import { type AnyElysia, Elysia } from 'elysia'
import type { App } from '../../kernel/operation/app.ts'
import type { Endpoint } from './endpoint.ts'

/** `/mcp`. The protocol's library is loaded with the first call: it would cost each start a fifth of its time. */
export function mcp(app: App): AnyElysia {
  let endpoint: Endpoint | undefined
  const load = async () => {
    const { createEndpoint } = await import('./endpoint.ts')
    endpoint ??= createEndpoint(app)
    return endpoint
  }
  const answer = (request: Request) => endpoint?.(request) ?? load().then((answer) => answer(request))
  return new Elysia({ name: 'mcp', strictPath: true }).all('/mcp', ({ request }) => answer(request), { parse: 'none' })
}
