import {
  createEndpoint,
  type EndpointRow,
  type EventType,
  recordEvent,
  sendWebhooks,
} from '../../../src/features/webhooks/index.ts'
import { callerOf, world } from '../../world.ts'
import { sampleData } from './samples.ts'

export type Got = { path: string; headers: Record<string, string>; body: string }

/** A receiver on this machine; `answer` says what it answers, by the number of the request. */
export function receiver(answer: (got: Got, n: number) => Response | Promise<Response> = () => new Response('ok')) {
  const got: Got[] = []
  const state = { answer, open: 0, most_open: 0 }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      state.most_open = Math.max(state.most_open, ++state.open)
      let is_open = true
      const leave = () => {
        if (is_open) state.open--
        is_open = false
      }
      // Who sends gives up first.
      request.signal.addEventListener('abort', leave)
      const one = {
        path: new URL(request.url).pathname,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      }
      got.push(one)
      try {
        return await state.answer(one, got.length)
      } finally {
        leave()
      }
    },
  })
  return { got, state, origin: server.url.origin, stop: () => server.stop(true) }
}

export type Hooks = ReturnType<typeof hooks>

/** An agency whose endpoints lead to receivers on this machine. */
export function hooks(env: Record<string, string> = {}) {
  const w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8', ...env } })
  const never = new AbortController().signal
  return {
    ...w,
    add: (
      url: string,
      {
        tenant_id = 'ten_northwind',
        types = ['*'],
        scope = 'own',
        headers = {},
      }: Partial<{
        tenant_id: string
        types: string[]
        scope: EndpointRow['scope']
        headers: Record<string, string>
      }> = {},
    ) =>
      w.db.write((tx) =>
        createEndpoint(tx, w.app, callerOf('pat'), {
          url,
          tenant_id,
          scope,
          headers,
          types: types[0] === '*' ? ['push.*', 'credits.changed'] : types,
        }),
      ),
    record: (type: EventType = 'push.accepted', tenant_id: string | null = 'ten_northwind', ref?: string) =>
      w.db.write((tx) => recordEvent(tx, w.app, { type, tenant_id, data: sampleData(type), ...(ref && { ref }) })),
    send: () => sendWebhooks(w.app, never),
    rows: <T = Record<string, unknown>>(sql: string, ...params: string[]) =>
      w.db.read((tx) => tx.rows<T>(sql, ...params)),
    endpoint: (id: string) =>
      w.db.read((tx) => tx.row<EndpointRow>('select * from webhook_endpoints where id = ?', id)!),
  }
}
