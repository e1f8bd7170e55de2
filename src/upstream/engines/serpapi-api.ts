/** SerpApi (serpapi.com), shared by its Google and Bing engines. Addresses contain the key, so none is shown. */
import Type from 'typebox'
import type { Billing, EngineReport, EngineSettings } from '../../domains/checks/engine.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { ACCOUNT_LIMIT_MS, type Context, createHttp } from '../http.ts'
import { accountOf, isUsedUp, reporting } from './answers.ts'
import { resultOf, type SearchResult } from './search-results.ts'

export const SERPAPI_URL = 'https://serpapi.com'

export type SerpApi = {
  /**
   * A finished search. An empty list is a success; null means that the answer had no list and did not say that there
   * are no results. Throws `UpstreamError` when the search itself failed.
   */
  search(query: Record<string, string>, signal: AbortSignal): Promise<{ results: SearchResult[] | null; raw: string }>
  report(signal: AbortSignal): Promise<EngineReport>
  /** Billing of checks that take up to `units` searches. Some plans do not state a price; then the settings do. */
  billing(units: number): Billing
}

export function createSerpApiClient(settings: EngineSettings, context: Context): SerpApi {
  const api_key = settings.api_key ?? ''
  const http = createHttp({
    ...context,
    name: 'SerpApi',
    base_url: settings.base_url ?? SERPAPI_URL,
    secrets: [api_key],
  })

  const searchesLeft = async (signal: AbortSignal): Promise<number> =>
    (await http.ask(Account, { path: '/account', query: { api_key }, timeout_ms: ACCOUNT_LIMIT_MS }, signal)).value
      .total_searches_left

  return {
    async search(query, signal) {
      const call = { path: '/search', query: { ...query, api_key }, order: true, timeout_ms: 2 * MINUTE }
      const reply = await http.send(call, signal)
      // 429 means too fast or used up; the account tells which.
      if (reply.status === 429 && (await isUsedUp(() => searchesLeft(signal)))) throw http.refusal(reply, 'quota')
      const { search_metadata, organic_results, error } = http.read(Search, reply)
      if (search_metadata.status !== 'Success') {
        const reason = error ?? 'no reason given'
        throw http.failure('transient', `ended the search with ${search_metadata.status}: ${reason}`, reply)
      }
      // With status Success, `error` only says that the engine found nothing.
      const listed = organic_results ?? (error ? [] : null)
      const results = listed?.map((entry) => resultOf(entry, 'link')) ?? null
      return { results, raw: http.mask(reply.text) }
    },

    billing: (units) => ({
      account: accountOf('serpapi', settings.base_url ?? SERPAPI_URL, api_key),
      units,
      unit_usd: settings.cost_usd ?? 0,
      by: 'meter',
      left: searchesLeft,
    }),

    report: (signal) =>
      reporting(async () => {
        const amount = await searchesLeft(signal)
        return { ok: true, message: `SerpApi: ${amount} searches left`, balance: { amount, unit: 'searches' } }
      }),
  }
}

const Search = compiled(
  Type.Object({
    search_metadata: Type.Object({ status: Type.String() }),
    organic_results: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
    error: Type.Optional(Type.String()),
  }),
)
const Account = compiled(Type.Object({ total_searches_left: Type.Number() }))
