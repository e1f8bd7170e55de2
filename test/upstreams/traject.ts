/**
 * ValueSERP, Scale SERP or SerpWow on loopback (docs.trajectdata.com: search-api/overview, account-api, response-codes;
 * read 28 Nov 2026): GET /search and /account with `api_key` in the address. Only status 200 costs a credit; 402 when
 * none is left. `results` says what a query finds. A limit is published for ValueSERP alone, so that is enforced.
 */
import type { Time } from '../../src/kernel/time/clock.ts'
import { limited } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type TrajectStandIn = StandIn & { credits: number; searches: number }

export function traject(options: {
  now: () => Time
  api_key: string
  credits?: number
  results: (query: string) => string[]
}): TrajectStandIn {
  const { now, api_key, results } = options
  const state = { credits: options.credits ?? 1000, searches: 0 }
  const refuse = (status: number, message: string) =>
    Response.json({ request_info: { success: false, message } }, { status })

  const handle = ({ method, path, query }: Received): Response => {
    if (query.api_key !== api_key) return refuse(401, 'The API Key supplied with your request is not valid.')
    if (method === 'GET' && path === '/account')
      return Response.json({
        request_info: { success: true },
        account_info: {
          api_key,
          plan: 'Starter',
          monthly_credits_remaining: state.credits,
          topup_credits_remaining: 0,
        },
      })
    if (method !== 'GET' || path !== '/search') return refuse(404, 'The request URL you specified is invalid.')
    if (!query.q) return refuse(400, "Query parameter 'q' is required.")
    if (state.credits < 1) return refuse(402, 'Your account has run out of available credits.')
    state.credits -= 1
    state.searches += 1
    const links = results(query.q)
    return Response.json({
      request_info: { success: true, credits_used: 1, credits_remaining: state.credits },
      search_parameters: { q: query.q, gl: query.gl, hl: query.hl },
      search_information: { original_query_yields_zero_results: links.length === 0 },
      ...(links.length && {
        organic_results: links.map((link, i) => ({ position: i + 1, title: `Title of ${link}`, link })),
      }),
    })
  }
  return Object.assign(state, standIn(now, limited('valueserp', now, handle)))
}
