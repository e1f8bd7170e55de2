/**
 * Bing Webmaster API on loopback (learn.microsoft.com, IWebmasterApi): GetUrlInfo and GetUrlSubmissionQuota under
 * /webmaster/api.svc/json/, the key as `apikey`, answers wrapped in `d`, .NET dates. A wrong key is 400 with ErrorCode 3, a
 * site that is not verified 400 with 14; other methods give the HTML page "Endpoint not found". `known` says what Bing has
 * on a URL.
 */
import { millis, type Time } from '../../src/kernel/time/clock.ts'
import { type Received, type StandIn, standIn } from './stand-in.ts'

export type BingKnowledge = { status: number; crawled: Time | null } | null

export const bingError = (ErrorCode: number, name: string) => ({
  status: 400,
  body: { ErrorCode, Message: `ERROR!!! ${name}` },
})

export function bingWebmaster(options: {
  now: () => Time
  api_key: string
  /** Origins or prefixes that the account has verified. */
  sites: string[]
  known: (url: string) => BingKnowledge
}): StandIn {
  const { now, api_key, sites, known } = options
  const refuse = (code: number, name: string) => Response.json(bingError(code, name).body, { status: 400 })

  return standIn(now, ({ path, query }: Received) => {
    const method = path.match(/^\/webmaster\/api\.svc\/json\/(\w+)$/)?.[1]
    if (method !== 'GetUrlInfo' && method !== 'GetUrlSubmissionQuota')
      return new Response('<!DOCTYPE html><p>Endpoint not found.</p>', { status: 404 })
    if (query.apikey !== api_key) return refuse(3, 'InvalidApiKey')
    const isVerified = sites.some((site) => site.replace(/\/$/, '') === query.siteUrl?.replace(/\/$/, ''))
    if (!isVerified) return refuse(14, 'NotAuthorized')
    if (method === 'GetUrlSubmissionQuota') return Response.json({ d: { DailyQuota: 100, MonthlyQuota: 800 } })
    const found = known(query.url ?? '')
    const date = found?.crawled ? millis(found.crawled) : -62135568000000
    const d = found && {
      Url: query.url,
      IsPage: true,
      HttpStatus: found.status,
      DiscoveryDate: `/Date(${date}-0700)/`,
      LastCrawledDate: `/Date(${date}-0700)/`,
      DocumentSize: 1024,
      AnchorCount: 0,
      TotalChildUrlCount: 0,
    }
    return Response.json({ d })
  })
}
