/**
 * SerpApi on loopback (serpapi.com/search-api, /account-api): GET /search and /account (with or without `.json`), the key as
 * `api_key`. Finding nothing is a success with a top-level `error`. The same query within the hour comes from the cache
 * and is not counted, unless `no_cache=true`. Wrong key 401; 429 when no searches are left. `/account` repeats the key,
 * as the real one does. `results` says what a search finds (engine, query, how many times it was really run before).
 */
import { between, HOUR, type Time } from '../../src/kernel/time/clock.ts'
import { limited } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type SerpApiStandIn = StandIn & { searches_left: number }

export function serpApi(options: {
  now: () => Time
  api_key: string
  searches_left?: number
  results: (engine: string, query: string, run: number) => string[]
}): SerpApiStandIn {
  const { now, api_key, results } = options
  const state = { searches_left: options.searches_left ?? 100 }
  const runs = new Map<string, { count: number; at: Time; links: string[] }>()
  const refuse = (status: number, error: string) => Response.json({ error }, { status })

  const search = ({ query: { engine = '', q = '', no_cache } }: Received) => {
    if (!['google', 'bing', 'google_ai_mode'].includes(engine))
      return refuse(400, `Unsupported \`${engine}\` search engine.`)
    if (!q) return refuse(400, 'Missing query `q` parameter.')
    const name = `${engine} ${q}`
    let run = runs.get(name)
    if (!run || no_cache === 'true' || between(run.at, now()) >= HOUR) {
      if (state.searches_left < 1) return refuse(429, 'Your account has run out of searches.')
      state.searches_left -= 1
      const count = run?.count ?? 0
      run = { count: count + 1, at: now(), links: results(engine, q, count) }
      runs.set(name, run)
    }
    const organic_results = run.links.map((link, i) => ({ position: i + 1, title: `Title of ${link}`, link }))
    const references = run.links.map((link, index) => ({ title: `Title of ${link}`, link, source: link, index }))
    return Response.json({
      search_metadata: { id: 'abc', status: 'Success' },
      search_parameters: { engine, q },
      ...(run.links.length
        ? engine === 'google_ai_mode'
          ? { references }
          : { organic_results }
        : { error: "Google hasn't returned any results for this query." }),
    })
  }

  const handle = (request: Received): Response => {
    if (request.query.api_key !== api_key) return refuse(401, `Invalid API key: ${request.query.api_key}`)
    const path = request.path.replace(/\.json$/, '')
    if (path === '/search') return search(request)
    if (path === '/account') return Response.json({ api_key, total_searches_left: state.searches_left })
    return refuse(404, 'Not found')
  }
  return Object.assign(state, standIn(now, limited('serpapi', now, handle)))
}
