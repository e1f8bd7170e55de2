/**
 * Bing Webmaster API on loopback (learn.microsoft.com, IWebmasterApi): GetUserSites, GetUrlInfo and
 * GetUrlSubmissionQuota under /webmaster/api.svc/json/, the key as `apikey`, answers wrapped in `d`, .NET dates. A wrong
 * key is 400 with ErrorCode 3, a site that is not in the account, spelled as there, 400 with 14, a call beyond the
 * published limits 4; other methods give the HTML page "Endpoint not found". `known` says what Bing has on a URL.
 */
import { millis, type Time } from '../../src/kernel/time/clock.ts'
import { limited, published } from './samples.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

/** `status` is 0 for crawled pages, as in the vendor's own sample, unless the page is in error. */
export type BingKnowledge = { status?: number; crawled: Time | null; discovered?: Time } | null

export const bingError = (ErrorCode: number, name: string) => ({
  status: 400,
  body: { ErrorCode, Message: `ERROR!!! ${name}` },
})

export function bingWebmaster(options: {
  now: () => Time
  api_key: string
  /** Addresses that the account has verified, as it spells them. */
  sites: string[]
  known: (url: string) => BingKnowledge
}): StandIn {
  const { now, api_key, sites, known } = options

  const handle = ({ path, query }: Received): Response => {
    const method = path.match(/^\/webmaster\/api\.svc\/json\/(\w+)$/)?.[1]
    if (!['GetUserSites', 'GetUrlInfo', 'GetUrlSubmissionQuota'].includes(`${method}`))
      return published('bing-webmaster', 'unknown method')
    if (query.apikey !== api_key) return published('bing-webmaster', 'error 3, InvalidApiKey')
    if (method === 'GetUserSites')
      return Response.json({
        d: sites.map((Url) => ({ __type: 'Site:#Microsoft.Bing.Webmaster.Api', IsVerified: true, Url })),
      })
    if (!sites.includes(query.siteUrl ?? '')) return published('bing-webmaster', 'error 14, NotAuthorized')
    if (method === 'GetUrlSubmissionQuota') return Response.json({ d: { DailyQuota: 100, MonthlyQuota: 800 } })
    const found = known(query.url ?? '')
    const dateOf = (time?: Time | null) => `/Date(${time ? millis(time) : -62135568000000}-0700)/`
    const d = found && {
      Url: query.url,
      IsPage: true,
      HttpStatus: found.status ?? 0,
      DiscoveryDate: dateOf(found.discovered ?? found.crawled),
      LastCrawledDate: dateOf(found.crawled),
      DocumentSize: 1024,
      AnchorCount: 0,
      TotalChildUrlCount: 0,
    }
    return Response.json({ d })
  }
  return standIn(now, limited('bing-webmaster', now, handle))
}
