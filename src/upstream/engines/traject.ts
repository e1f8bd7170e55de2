/**
 * ValueSERP, Scale SERP and SerpWow (docs.trajectdata.com): one API at three addresses. Google results at once, one
 * search for each call. Only answers with status 200 are billed. Addresses contain the key, so none is shown.
 */
import Type from 'typebox'
import type { Engine, EngineSettings, LookAnswer, LookOrder } from '../../domains/checks/engine.ts'
import type { Place } from '../../domains/tenants/index.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { ACCOUNT_LIMIT_MS, type Context, createHttp, type Http, type Reply } from '../http.ts'
import { accountOf, oneByOne, reporting } from './answers.ts'
import { googleFields, resultOf, type SearchResult, sightingAmong, siteQuery } from './search-results.ts'

/** `unit_usd`: the highest list price of a search, where the settings have none. */
export type TrajectVendor = {
  adapter: string
  name: string
  base_url: string
  unit_usd: number
  query?: Record<string, string>
}

export function createTraject(vendor: TrajectVendor, settings: EngineSettings, context: Context): Engine {
  const api_key = settings.api_key ?? ''
  const base_url = settings.base_url ?? vendor.base_url
  const http = createHttp({ ...context, name: vendor.name, base_url, secrets: [api_key] })
  const unit_usd = settings.cost_usd || vendor.unit_usd

  const creditsLeft = async (signal: AbortSignal): Promise<number> => {
    const reply = await http.send({ path: '/account', query: { api_key }, timeout_ms: ACCOUNT_LIMIT_MS }, signal)
    if (reply.status >= 300) throw refusalOf(http, reply)
    const { account_info: of } = http.read(Account, reply)
    return (of.monthly_credits_remaining ?? of.credits_remaining ?? 0) + (of.topup_credits_remaining ?? 0)
  }

  const ask = async (q: string, place: Place | undefined, signal: AbortSignal) => {
    // Without its filters Google lists similar pages too, and corrects no address.
    const query = { ...vendor.query, q, ...googleFields(place), filter: '0', nfpr: '1', api_key }
    const reply = await http.send({ path: '/search', query, order: true, timeout_ms: 2 * MINUTE }, signal)
    if (reply.status >= 300) throw refusalOf(http, reply)
    const answer = http.read(Search, reply)
    if (answer.request_info.success === false)
      throw http.failure('unknown', `ended the search: ${answer.request_info.message ?? 'no reason given'}`, reply)
    const units = answer.request_info.credits_used ?? 1
    return { results: resultsIn(answer), raw: http.mask(reply.text), units, cost_usd: units * unit_usd }
  }

  const look = async ({ ref, url, place }: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const query = siteQuery(url)
    const { units, ...found } = await ask(query, place, signal)
    return { ref, state: 'seen', sighting: { ...sightingAmong(url, { ...found, query }), units } }
  }

  return oneByOne({
    adapter: vendor.adapter,
    concurrency: 5,
    by_search: true,
    look,
    async search({ query, place }, signal) {
      const { results, units, cost_usd } = await ask(query, place, signal)
      return { results: results ?? [], units, cost_usd }
    },
    billing: {
      account: accountOf(vendor.adapter, base_url, api_key),
      units: 1,
      unit_usd,
      by: 'meter',
      reading: async (signal) => ({ left: await creditsLeft(signal) }),
    },
    report: (signal) =>
      reporting(async () => {
        const amount = await creditsLeft(signal)
        return { ok: true, message: `${vendor.name}: ${amount} credits left`, balance: { amount, unit: 'credits' } }
      }),
  })
}

/** A missing list is an empty one only where the answer says that nothing was found. */
function resultsIn({ organic_results: list, search_information }: Type.Static<typeof search>): SearchResult[] | null {
  if (!list) return search_information?.original_query_yields_zero_results ? [] : null
  return list.map((entry) => resultOf(entry, 'link'))
}

/** The vendor's words are in `request_info`, or beside it during an incident. */
function refusalOf(http: Http, reply: Reply) {
  const envelope = http.peek(Refusal, reply)
  if (!envelope) return http.refusal(reply)
  const words = envelope.request_info?.message ?? envelope.message
  const known = http.judged(reply, reply.status === 400 ? 'invalid' : 'transient')
  return http.failure(known, `answered ${reply.status}${words ? `: ${words}` : ''}`, reply)
}

const word = Type.Optional(Type.String())
const search = Type.Object({
  request_info: Type.Object({
    success: Type.Optional(Type.Boolean()),
    message: word,
    credits_used: Type.Optional(Type.Number()),
  }),
  search_information: Type.Optional(Type.Object({ original_query_yields_zero_results: Type.Optional(Type.Boolean()) })),
  organic_results: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
})
const Search = compiled(search)
const Refusal = compiled(Type.Object({ request_info: Type.Optional(Type.Object({ message: word })), message: word }))
const credits = Type.Optional(Type.Number())
const Account = compiled(
  Type.Object({
    account_info: Type.Object(
      { monthly_credits_remaining: credits, credits_remaining: credits, topup_credits_remaining: credits },
      { minProperties: 1 },
    ),
  }),
)
