/** Serper (serper.dev): Google results at once, one search for each call. Only successes are billed. */
import Type from 'typebox'
import type { AccountReading, Engine, EngineSettings, LookAnswer, LookOrder } from '../../domains/checks/engine.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { ACCOUNT_LIMIT_MS, type Context, createHttp } from '../http.ts'
import { pace } from '../pace.ts'
import { accountOf, isUsedUp, oneByOne, reporting } from './answers.ts'
import { googleFields, locationField, PAGE_SIZE, resultOf, sightingAmong, siteQuery } from './search-results.ts'

export const SERPER_URL = 'https://google.serper.dev'

export function createSerper(settings: EngineSettings, context: Context): Engine {
  const api_key = settings.api_key ?? ''
  const name = accountOf('serper', settings.base_url ?? SERPER_URL, api_key)
  const http = createHttp({
    ...context,
    name: 'Serper',
    base_url: settings.base_url ?? SERPER_URL,
    secrets: [api_key],
    headers: { 'x-api-key': api_key },
  })

  const unit_usd = settings.cost_usd || CREDIT_USD

  const account = async (signal: AbortSignal): Promise<AccountReading> => {
    const { value } = await http.ask(Account, { path: '/account', timeout_ms: ACCOUNT_LIMIT_MS }, signal)
    const { balance, credits, rateLimit } = value
    if (rateLimit) a_second.set(name, Math.max(1, rateLimit))
    return { left: balance ?? credits ?? 0, ...(rateLimit && { limits: { per_minute: Math.floor(rateLimit * 60) } }) }
  }

  const look = async ({ ref, url, place }: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const query = siteQuery(url)
    await pace(name, a_second.get(name) ?? LEAST_A_SECOND)
    const { gl, hl } = googleFields(place)
    const json = { q: query, gl, hl, ...locationField(place), num: PAGE_SIZE }
    const reply = await http.send({ path: '/search', json, order: true }, signal)
    // 429 means too fast or no credits; the account tells which.
    if (reply.status === 429 && (await isUsedUp(() => account(signal)))) throw http.refusal(reply, 'quota')
    if (reply.status === 400 && /not enough credits/i.test(reply.text)) throw http.refusal(reply, 'quota')
    if (reply.status === 400 && OF_THE_ACCOUNT.test(reply.text)) throw http.refusal(reply, 'auth')
    const { organic, credits = 1 } = http.read(Results, reply)
    const results = organic?.map((entry) => resultOf(entry, 'link')) ?? null
    const found = { query, results, raw: http.mask(reply.text), cost_usd: unit_usd * credits }
    return { ref, state: 'seen', sighting: { ...sightingAmong(url, found), units: credits } }
  }

  return oneByOne({
    adapter: 'serper',
    concurrency: 5,
    by_search: true,
    desktop_only: true,
    look,
    billing: { account: name, units: 1, unit_usd, by: 'meter', reading: account },
    report: (signal) =>
      reporting(async () => {
        const { left: amount, limits } = await account(signal)
        const balance = { amount, unit: 'credits' } as const
        return { ok: true, message: `Serper: ${amount} credits left`, balance, ...(limits && { limits }) }
      }),
  })
}

/** Searches a second by account, as it tells them; until then, those of the smallest paid plan. */
const a_second = new Map<string, number>()
const LEAST_A_SECOND = 50

/** Price in the smallest pack: 50,000 credits for 50 USD. */
const CREDIT_USD = 0.001

/** Free accounts may not search with operators such as `site:`; a paid credit lifts that. */
const OF_THE_ACCOUNT = /not allowed for free accounts/i

const Results = compiled(
  Type.Object({
    searchParameters: Type.Object({}),
    organic: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
    credits: Type.Optional(Type.Number()),
  }),
)
const Account = compiled(
  Type.Object(
    {
      balance: Type.Optional(Type.Number()),
      credits: Type.Optional(Type.Number()),
      /** Searches a second. */
      rateLimit: Type.Optional(Type.Number()),
    },
    { minProperties: 1 },
  ),
)
