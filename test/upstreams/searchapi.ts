/**
 * SearchApi on loopback (searchapi.io/docs/google and /docs/account-api, as described by public clients of Aug to Sep
 * 2026): GET /api/v1/search and /me with a bearer token. A search that finds nothing is a success with `error`, and
 * only successes cost a credit. `results` says what a query finds.
 */
import type { Time } from '../../src/kernel/time/clock.ts'
import { limited } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type SearchApiStandIn = StandIn & { credits: number; searches: number }

export function searchApi(options: {
  now: () => Time
  api_key: string
  credits?: number
  results: (query: string) => string[]
}): SearchApiStandIn {
  const { now, api_key, results } = options
  const state = { credits: options.credits ?? 1000, searches: 0 }
  const refuse = (status: number, error: string) => Response.json({ error }, { status })

  const handle = ({ method, path, query, headers }: Received): Response => {
    if (headers.authorization !== `Bearer ${api_key}`) return refuse(401, 'Invalid API key.')
    if (method === 'GET' && path === '/api/v1/me')
      return Response.json({
        account: { current_month_usage: state.searches, monthly_allowance: 10_000, remaining_credits: state.credits },
        api_usage: { searches_this_hour: 0, hourly_rate_limit: 2000 },
      })
    if (method !== 'GET' || path !== '/api/v1/search') return refuse(404, 'Not found')
    if (!query.engine || !query.q) return refuse(400, 'Missing required parameter.')
    if (state.credits < 1) return refuse(429, 'You have used all of the searches for the month.')
    state.credits -= 1
    state.searches += 1
    const links = results(query.q)
    return Response.json({
      search_metadata: { id: 'search_1', status: 'Success' },
      search_parameters: { engine: query.engine, q: query.q },
      ...(links.length
        ? { organic_results: links.map((link, i) => ({ position: i + 1, title: `Title of ${link}`, link })) }
        : { error: "Google didn't return any results." }),
    })
  }
  return Object.assign(state, standIn(now, limited('searchapi', now, handle)))
}
