/**
 * Bing Webmaster API, GetUrlInfo (learn.microsoft.com, Microsoft.Bing.Webmaster.Api): free, for sites that the key's
 * account has verified. It has no field for "indexed": a successful crawl by Bing counts as visible and is labelled so.
 * GetUrlSubmissionQuota and SubmitUrlBatch take URLs of these sites.
 */
import Type from 'typebox'
import type { Engine, EngineSettings, LookAnswer, LookOrder, OwnSites, Sighting } from '../../domains/checks/engine.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { at, dayOf, HOUR, millis } from '../../kernel/time/clock.ts'
import type { FailureClass } from '../../kernel/web-fetch/upstream-error.ts'
import { type Context, createHttp, type Reply, type Shape } from '../http.ts'
import { pace } from '../pace.ts'
import { accountOf, oneByOne, reporting, unasked } from './answers.ts'

export const BING_URL = 'https://ssl.bing.com'

export function createBingWebmaster(settings: EngineSettings, context: Context): Engine {
  const apikey = settings.api_key ?? ''
  const base_url = settings.base_url ?? BING_URL
  const account = accountOf('bing_webmaster', base_url, apikey)
  const http = createHttp({ ...context, name: 'Bing Webmaster', base_url, secrets: [apikey] })

  const call = async (method: string, query: Record<string, string>, signal: AbortSignal): Promise<Reply> => {
    await pace(account, CALLS_A_SECOND)
    return http.send({ path: `/webmaster/api.svc/json/${method}`, query: { ...query, apikey } }, signal)
  }

  /** Refusals have a code of their own, most of them with status 400. */
  const accepted = <T>(shape: Shape<T>, reply: Reply): T => {
    const refused = http.peek(Refusal, reply)
    if (refused && refused.ErrorCode !== 0)
      throw http.refusal(reply, http.judged(reply, CLASSES[refused.ErrorCode] ?? 'transient'))
    return http.read(shape, reply)
  }

  /** The account's verified sites, as Bing spells them. */
  const readSites = async (signal: AbortSignal): Promise<string[]> => {
    const { d } = accepted(Sites, await call('GetUserSites', {}, signal))
    const urls = (d ?? []).filter(({ IsVerified = true }) => IsVerified).map(({ Url }) => Url)
    sitesOf.set(account, { urls, until: millis(context.clock.now()) + SITES_KEPT })
    return urls
  }

  const sites = async (signal: AbortSignal): Promise<string[]> => {
    const known = sitesOf.get(account)
    return known && known.until > millis(context.clock.now()) ? known.urls : readSites(signal)
  }

  const look = async ({ ref, url }: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const siteUrl = siteFor(url, await sites(signal))
    if (!siteUrl) return unasked(ref, http.failure('invalid', 'has no verified site that covers this URL'))
    const reply = await call('GetUrlInfo', { siteUrl, url }, signal)
    const sighting = sightingOf(accepted(UrlInfo, reply).d)
    return { ref, state: 'seen', sighting: { ...sighting, raw: http.mask(reply.text), cost_usd: 0 } }
  }

  const own_sites: OwnSites = {
    list: readSites,
    siteOf: async (url, signal) => siteFor(url, await sites(signal)),
    async left(siteUrl, signal) {
      const { d } = accepted(Quota, await call('GetUrlSubmissionQuota', { siteUrl }, signal))
      return { day: Math.max(0, d.DailyQuota), month: Math.max(0, d.MonthlyQuota) }
    },
    async submit(siteUrl, urlList, signal) {
      await pace(account, CALLS_A_SECOND)
      const path = '/webmaster/api.svc/json/SubmitUrlBatch'
      accepted(Nothing, await http.send({ path, query: { apikey }, json: { siteUrl, urlList } }, signal))
    },
  }

  const report = (signal: AbortSignal) => reporting(async () => reportOf(await readSites(signal)))

  return oneByOne({ adapter: 'bing_webmaster', concurrency: 2, look, own_sites, report })
}

function reportOf(sites: readonly string[]): { ok: boolean; message: string } {
  if (sites.length === 0) return { ok: false, message: 'Bing Webmaster: the account has no verified site' }
  const named = sites.slice(0, NAMED).join(', ')
  const more = sites.length > NAMED ? ` and ${sites.length - NAMED} more` : ''
  return { ok: true, message: `Bing Webmaster: ${counted(sites.length, 'verified site')}: ${named}${more}` }
}

/** 2,000 calls a day and 3 a second for each key (blogs.bing.com/webmaster, 2012); the day is in `upstream/index.ts`. */
const CALLS_A_SECOND = 3

const sitesOf = new Map<string, { urls: string[]; until: number }>()
const SITES_KEPT = HOUR
const NAMED = 5

/**
 * The narrowest verified site that covers the URL: with its host or with a parent of it, whatever the scheme and a
 * leading `www.`, and with the start of its path.
 */
function siteFor(url: string, sites: readonly string[]): string | null {
  const { protocol, hostname, pathname } = new URL(url)
  const bare = hostname.replace(/^www\./, '')
  const fits = sites.flatMap((site) => {
    const at = URL.canParse(site) ? new URL(site) : null
    const host = at?.hostname.replace(/^www\./, '')
    if (!at || !(bare === host || bare.endsWith(`.${host}`)) || !pathname.startsWith(at.pathname)) return []
    const closeness = host!.length * 4 + at.pathname.length * 4
    return [{ site, width: closeness + (at.hostname === hostname ? 2 : 0) + (at.protocol === protocol ? 1 : 0) }]
  })
  return fits.sort((a, b) => b.width - a.width)[0]?.site ?? null
}

/** The end of representable time. */
const LAST_MS = 8.64e15

const NOT_ALLOWED = 13
const NOT_AUTHORIZED = 14

/** By ApiErrorCode. An unverified site cannot be checked, but the key may be valid. */
const CLASSES: Record<number, FailureClass> = {
  3: 'auth',
  4: 'rate',
  5: 'rate',
  6: 'auth',
  7: 'invalid',
  8: 'invalid',
  10: 'auth',
  11: 'invalid',
  [NOT_ALLOWED]: 'invalid',
  [NOT_AUTHORIZED]: 'invalid',
  16: 'invalid',
}

/** All fields of the vendor's UrlInfo can be missing. */
const info = Type.Object({
  HttpStatus: Type.Optional(Type.Integer()),
  LastCrawledDate: Type.Optional(Type.String()),
  DiscoveryDate: Type.Optional(Type.String()),
})
const Refusal = compiled(Type.Object({ ErrorCode: Type.Integer() }))
const UrlInfo = compiled(Type.Object({ d: Type.Union([info, Type.Null()]) }))
const Sites = compiled(
  Type.Object({
    d: Type.Union([
      Type.Array(Type.Object({ Url: Type.String(), IsVerified: Type.Optional(Type.Boolean()) })),
      Type.Null(),
    ]),
  }),
)

const Quota = compiled(Type.Object({ d: Type.Object({ DailyQuota: Type.Integer(), MonthlyQuota: Type.Integer() }) }))
const Nothing = compiled(Type.Object({ d: Type.Optional(Type.Unknown()) }))

/** Bing gives status 0 for pages that it has crawled, so only a status above 0 says something. */
function sightingOf(known: Type.Static<typeof info> | null): Pick<Sighting, 'indexed' | 'method' | 'evidence'> {
  const { HttpStatus: status = 0, LastCrawledDate = '', DiscoveryDate = '' } = known ?? {}
  const method = 'inspection'
  const [crawled, discovered] = [dayIn(LastCrawledDate), dayIn(DiscoveryDate)]
  if (!crawled) {
    const evidence = `Bing has never crawled it${discovered ? `; it knows it since ${discovered}` : ''}`
    return { indexed: 'no', method, evidence }
  }
  const evidence = `Bing crawled it on ${crawled}${status > 0 ? `: HTTP ${status}` : ''}`
  return { indexed: status >= 400 ? 'no' : status >= 300 ? 'unknown' : 'yes', method, evidence }
}

/** `/Date(1786604400000-0700)/` as a UTC day; null for .NET's year 1, which means never. */
function dayIn(date: string): string | null {
  const ms = Number(date.match(/^\/Date\((-?\d+)/)?.[1])
  return ms > 0 && ms < LAST_MS ? dayOf(at(ms)) : null
}
