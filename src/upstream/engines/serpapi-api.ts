/** SerpApi (serpapi.com), shared by its Google and Bing engines. Addresses contain the key, so none is shown. */
import Type from 'typebox'
import type {
  AccountReading,
  Billing,
  EngineReport,
  EngineSettings,
  LookAnswer,
  LookOrder,
} from '../../domains/checks/engine.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { mayHaveCounted, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { ACCOUNT_LIMIT_MS, type Context, createHttp } from '../http.ts'
import { accountOf, failed, isUsedUp, reporting } from './answers.ts'
import { resultOf, type SearchResult, sightingAmong } from './search-results.ts'

export const SERPAPI_URL = 'https://serpapi.com'

type Found = { results: SearchResult[] | null; references: unknown[]; raw: string; total: number | null }

export type SerpApi = {
  /**
   * A finished search. An empty list is a success; null means that the answer had no list and did not say that there
   * are no results. Throws `UpstreamError` when the search itself failed.
   */
  search(query: Record<string, string>, signal: AbortSignal): Promise<Found>
  /**
   * The answer about a URL by a search, and by a second one where the first found nothing. Each of them is paid: when
   * the second fails, the first is booked with the failure.
   */
  twice(
    order: LookOrder,
    query: { first: Record<string, string>; second: Record<string, string> },
    signal: AbortSignal,
  ): Promise<LookAnswer>
  report(signal: AbortSignal): Promise<EngineReport>
  /** Billing of checks that take up to `units` searches. The price is that of the settings, or a high one. */
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

  const account = async (signal: AbortSignal): Promise<AccountReading> => {
    const call = { path: '/account', query: { api_key }, timeout_ms: ACCOUNT_LIMIT_MS }
    const {
      account_status,
      total_searches_left,
      account_rate_limit_per_hour: per_hour,
    } = (await http.ask(Account, call, signal)).value
    if (account_status && !/^active$/i.test(account_status))
      throw http.failure('auth', `says that the account is ${account_status.toLowerCase()}`)
    return { left: total_searches_left, ...(per_hour && { limits: { per_hour } }) }
  }

  const price = settings.cost_usd || SEARCH_USD

  const api: SerpApi = {
    async search(query, signal) {
      const call = { path: '/search', query: { ...query, api_key }, order: true, timeout_ms: 2 * MINUTE }
      const reply = await http.send(call, signal)
      // 429 means too fast or used up; the account tells which.
      if (reply.status === 429 && (await isUsedUp(() => account(signal)))) throw http.refusal(reply, 'quota')
      const { search_metadata, search_information, organic_results, references, error } = http.read(Search, reply)
      if (search_metadata.status !== 'Success') {
        const reason = error ?? 'no reason given'
        throw http.failure('transient', `ended the search with ${search_metadata.status}: ${reason}`, reply)
      }
      // With status Success, `error` only says that the engine found nothing.
      const listed = organic_results ?? (error ? [] : null)
      const results = listed?.map((entry) => resultOf(entry, 'link')) ?? null
      const total = search_information?.total_results ?? null
      return { results, references: references ?? [], raw: http.mask(reply.text), total }
    },

    twice: (order, query, signal) => askTwice(api, price, order, query, signal),

    billing: (units) => ({
      account: accountOf('serpapi', settings.base_url ?? SERPAPI_URL, api_key),
      units,
      unit_usd: price,
      by: 'meter',
      reading: account,
    }),

    report: (signal) =>
      reporting(async () => {
        const { left: amount, limits } = await account(signal)
        const balance = { amount, unit: 'searches' } as const
        return { ok: true, message: `SerpApi: ${amount} searches left`, balance, ...(limits && { limits }) }
      }),
  }
  return api
}

const askTwice = async (
  api: SerpApi,
  price: number,
  { ref, url }: LookOrder,
  { first, second }: Parameters<SerpApi['twice']>[1],
  signal: AbortSignal,
): Promise<LookAnswer> => {
  const answer = (found: Found, units: number): LookAnswer => {
    const sighting = sightingAmong(url, { ...found, query: first.q!, cost_usd: units * price })
    return { ref, state: 'seen', sighting: { ...sighting, units } }
  }
  const found = await api.search(first, signal)
  if (found.results?.length) return answer(found, 1)
  try {
    return answer(await api.search(second, signal), 2)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return failed(ref, error, price, { units: 1, ...(mayHaveCounted(error) && { lost: true }) })
  }
}

/** Its prices are by plan. A high one is assumed until the operator enters that of the plan, so none looks free. */
export const SEARCH_USD = 0.025

const list = Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()]))
const Search = compiled(
  Type.Object({
    search_metadata: Type.Object({ status: Type.String() }),
    search_information: Type.Optional(Type.Object({ total_results: Type.Optional(Type.Number()) })),
    organic_results: list,
    references: list,
    error: Type.Optional(Type.String()),
  }),
)
const Account = compiled(
  Type.Object({
    account_status: Type.Optional(Type.String()),
    total_searches_left: Type.Number(),
    account_rate_limit_per_hour: Type.Optional(Type.Number()),
  }),
)
