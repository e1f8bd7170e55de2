/** SearchApi (searchapi.io/docs/google): Google results at once, one search for each call. Failures are not billed. */
import Type from 'typebox'
import type {
  AccountReading,
  Engine,
  EngineReport,
  EngineSettings,
  LookAnswer,
  LookOrder,
} from '../../domains/checks/engine.ts'
import type { Place } from '../../domains/tenants/index.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { ACCOUNT_LIMIT_MS, type Context, createHttp } from '../http.ts'
import { accountOf, isUsedUp, oneByOne, reporting } from './answers.ts'
import { googleFields, resultOf, sightingAmong, siteQuery } from './search-results.ts'

export const SEARCHAPI_URL = 'https://www.searchapi.io'

export function createSearchApi(settings: EngineSettings, context: Context): Engine {
  const api_key = settings.api_key ?? ''
  const base_url = settings.base_url ?? SEARCHAPI_URL
  const headers = { authorization: `Bearer ${api_key}` }
  const http = createHttp({ ...context, name: 'SearchApi', base_url, secrets: [api_key], headers })
  const unit_usd = settings.cost_usd || SEARCH_USD

  const account = async (signal: AbortSignal) =>
    (await http.ask(Account, { path: '/api/v1/me', timeout_ms: ACCOUNT_LIMIT_MS }, signal)).value
  const reading = async (signal: AbortSignal): Promise<AccountReading> => {
    const { account: of, api_usage } = await account(signal)
    const per_hour = api_usage?.hourly_rate_limit
    return { left: of.remaining_credits, ...(per_hour && { limits: { per_hour } }) }
  }

  const ask = async (q: string, place: Place | undefined, signal: AbortSignal) => {
    // Without its filters Google lists similar pages too, and corrects no address.
    const query = { engine: 'google', q, ...googleFields(place), filter: '0', nfpr: '1' }
    const reply = await http.send({ path: '/api/v1/search', query, order: true, timeout_ms: 2 * MINUTE }, signal)
    // 429 means too fast or used up; the account tells which.
    if (reply.status === 429 && (await isUsedUp(() => reading(signal)))) throw http.refusal(reply, 'quota')
    const { search_metadata, organic_results, error } = http.read(Search, reply)
    const state = search_metadata?.status
    if (state !== undefined && state !== 'Success')
      throw http.failure('transient', `ended the search with ${state}: ${error ?? 'no reason given'}`, reply)
    // A search that finds nothing succeeds, without a list and with this sentence.
    const empty = error !== undefined && NO_RESULTS.test(error)
    const results = organic_results?.map((entry) => resultOf(entry, 'link')) ?? (empty ? [] : null)
    return { results, raw: http.mask(reply.text), cost_usd: unit_usd }
  }

  const look = async ({ ref, url, place }: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const query = siteQuery(url)
    const sighting = sightingAmong(url, { ...(await ask(query, place, signal)), query })
    return { ref, state: 'seen', sighting: { ...sighting, units: 1 } }
  }

  return oneByOne({
    adapter: 'searchapi',
    concurrency: 5,
    by_search: true,
    look,
    async search({ query, place }, signal) {
      const { results, cost_usd } = await ask(query, place, signal)
      return { results: results ?? [], cost_usd, units: 1 }
    },
    billing: { account: accountOf('searchapi', base_url, api_key), units: 1, unit_usd, by: 'meter', reading },
    report: (signal) => reporting(async () => reportOf(await account(signal))),
  })
}

function reportOf({ account: { remaining_credits: amount }, api_usage }: Type.Static<typeof ofAccount>): EngineReport {
  const hourly = api_usage?.hourly_rate_limit
  const limit = hourly == null ? '' : `, ${hourly} an hour`
  return { ok: true, message: `SearchApi: ${amount} searches left${limit}`, balance: { amount, unit: 'searches' } }
}

/** Price in the smallest plan: 40 USD for 10,000 searches. */
const SEARCH_USD = 0.004

const NO_RESULTS = /(did ?n.t|has ?n.t|not) return(ed)? any results/i

const Search = compiled(
  Type.Object(
    {
      search_metadata: Type.Optional(Type.Object({ status: Type.Optional(Type.String()) })),
      organic_results: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
      error: Type.Optional(Type.String()),
    },
    { minProperties: 1 },
  ),
)
const ofAccount = Type.Object({
  account: Type.Object({ remaining_credits: Type.Number() }),
  api_usage: Type.Optional(Type.Object({ hourly_rate_limit: Type.Optional(Type.Union([Type.Number(), Type.Null()])) })),
})
const Account = compiled(ofAccount)
