import { type AnyElysia, Elysia } from 'elysia'
import type { App } from '../../kernel/operation/app.ts'
import { appOf } from '../door-base.ts'
import type { Endpoint } from './endpoint.ts'

/** `/mcp`. The protocol's library is loaded with the first call: it would cost each start a fifth of its time. */
export function mcp(): AnyElysia {
  const endpoints = new WeakMap<App, Endpoint>()
  const load = async (app: App) => {
    const { createEndpoint } = await import('./endpoint.ts')
    const endpoint = endpoints.get(app) ?? createEndpoint(app)
    endpoints.set(app, endpoint)
    return endpoint
  }
  const answer = (request: Request) => {
    const app = appOf(request)
    return endpoints.get(app)?.(request) ?? load(app).then((answer) => answer(request))
  }
  return new Elysia({ name: 'mcp', strictPath: true }).all('/mcp', ({ request }) => answer(request), { parse: 'none' })
}
