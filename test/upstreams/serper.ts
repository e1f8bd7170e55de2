/**
 * Serper on loopback (serper.dev): POST /search with X-API-KEY, one credit for 10 results and only for successes, 403 for
 * a wrong key, 400 when nothing is left, 429 beyond the limit a second; a `free` account may not search by operators.
 * GET /account tells the balance, as `balance` or, to some clients, `credits`. `results` says what a query finds; a page
 * has ten of them.
 */
import type { Time } from '../../src/kernel/time/clock.ts'
import { limited, published } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type SerperStandIn = StandIn & { balance: number; free: boolean }

export function serper(options: {
  now: () => Time
  api_key: string
  balance?: number
  balance_name?: 'balance' | 'credits'
  free?: boolean
  results: (query: string) => string[]
  /** Calls come as fast as a machine makes them, in days of a hand-turned clock. */
  unlimited?: true
}): SerperStandIn {
  const { now, api_key, balance_name = 'balance', results } = options
  const state = { balance: options.balance ?? 2500, free: options.free ?? false }

  const handle = ({ method, path, headers, json }: Received): Response => {
    if (headers['x-api-key'] !== api_key) return published('serper', 'wrong key')
    if (method === 'GET' && path === '/account') return Response.json({ [balance_name]: state.balance, rateLimit: 50 })
    if (method !== 'POST' || path !== '/search') return Response.json({ message: 'Not found' }, { status: 404 })
    const { q } = (json ?? {}) as { q?: string }
    if (!q) return published('serper', 'bad request')
    if (state.free && /\b(site|inurl|intitle):/.test(q)) return published('serper', 'free account and an operator')
    if (state.balance < 1) return published('serper', 'no credits')
    state.balance -= 1
    const organic = results(q)
      .slice(0, 10)
      .map((link, i) => ({ title: `Title of ${link}`, link, snippet: '…', position: i + 1 }))
    return Response.json({ searchParameters: { q, type: 'search' }, organic, credits: 1 })
  }
  return Object.assign(state, standIn(now, options.unlimited ? handle : limited('serper', now, handle)))
}
