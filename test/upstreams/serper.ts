/**
 * Serper on loopback (serper.dev): POST /search with X-API-KEY, one credit for 10 results and only for successes, 403 for a
 * wrong key, 429 when nothing is left (or on demand, for speed); GET /account tells the balance, as `balance` or, to some
 * clients, `credits`. `results` says what a query finds.
 */
import type { Time } from '../../src/kernel/time/clock.ts'
import { type StandIn, standIn } from './stand-in.ts'

export type SerperStandIn = StandIn & { balance: number }

export function serper(options: {
  now: () => Time
  api_key: string
  balance?: number
  balance_name?: 'balance' | 'credits'
  results: (query: string) => string[]
}): SerperStandIn {
  const { now, api_key, balance_name = 'balance', results } = options
  const state = { balance: options.balance ?? 2500 }
  const refuse = (status: number, message: string) => Response.json({ message, statusCode: status }, { status })

  const server = standIn(now, ({ method, path, headers, json }) => {
    if (headers['x-api-key'] !== api_key) return refuse(403, 'Unauthorized.')
    if (method === 'GET' && path === '/account') return Response.json({ [balance_name]: state.balance })
    if (method !== 'POST' || path !== '/search') return refuse(404, 'Not found')
    const { q } = (json ?? {}) as { q?: string }
    if (!q) return refuse(400, 'Missing query parameter')
    if (state.balance < 1) return refuse(429, 'Not enough credits')
    state.balance -= 1
    const organic = results(q).map((link, i) => ({ title: `Title of ${link}`, link, snippet: '…', position: i + 1 }))
    return Response.json({ searchParameters: { q, type: 'search' }, organic, credits: 1 })
  })
  return Object.assign(state, server)
}
