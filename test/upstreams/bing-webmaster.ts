/**
 * Bing Webmaster API on loopback (learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.iwebmasterapi,
 * read 2026-11-28): GetUserSites, GetUrlInfo, GetUrlSubmissionQuota and SubmitUrlBatch under
 * /webmaster/api.svc/json/, the key as `apikey`, answers wrapped in `d`, .NET dates. The quota of a site falls with each
 * URL, and a batch above it fails whole with 8 (public clients of 2026; the vendor names no code). A wrong
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
  /** URLs that each site may submit. */
  quota?: { day: number; month: number }
}): StandIn & { submitted: { site: string; urls: string[] }[] } {
  const { now, api_key, sites, known, quota = { day: 100, month: 800 } } = options
  const submitted: { site: string; urls: string[] }[] = []

  const submit = ({ siteUrl = '', urlList = [] }: { siteUrl?: string; urlList?: string[] }): Response => {
    if (!sites.includes(siteUrl)) return published('bing-webmaster', 'error 14, NotAuthorized')
    if (urlList.length > leftOf(siteUrl).DailyQuota) return published('bing-webmaster', 'error 8, InvalidParameter')
    submitted.push({ site: siteUrl, urls: urlList })
    return Response.json({ d: null })
  }
  const leftOf = (site: string) => {
    const used = submitted.filter((one) => one.site === site).reduce((sum, { urls }) => sum + urls.length, 0)
    return { DailyQuota: quota.day - used, MonthlyQuota: quota.month - used }
  }

  const handle = ({ method: verb, path, query, json }: Received): Response => {
    const method = path.match(/^\/webmaster\/api\.svc\/json\/(\w+)$/)?.[1]
    if (!['GetUserSites', 'GetUrlInfo', 'GetUrlSubmissionQuota', 'SubmitUrlBatch'].includes(`${method}`))
      return published('bing-webmaster', 'unknown method')
    if (query.apikey !== api_key) return published('bing-webmaster', 'error 3, InvalidApiKey')
    if (method === 'GetUserSites')
      return Response.json({
        d: sites.map((Url) => ({ __type: 'Site:#Microsoft.Bing.Webmaster.Api', IsVerified: true, Url })),
      })
    if (method === 'SubmitUrlBatch')
      return verb === 'POST' ? submit(json as object) : published('bing-webmaster', 'unknown method')
    if (!sites.includes(query.siteUrl ?? '')) return published('bing-webmaster', 'error 14, NotAuthorized')
    if (method === 'GetUrlSubmissionQuota') return Response.json({ d: leftOf(query.siteUrl!) })
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
  return { ...standIn(now, limited('bing-webmaster', now, handle)), submitted }
}
