/**
 * Bing Webmaster API, GetUrlInfo (learn.microsoft.com, Microsoft.Bing.Webmaster.Api): free, for sites that the key's
 * account has verified. It has no field for "indexed": a successful crawl by Bing counts as visible and is labelled so.
 */
import Type from 'typebox'
import type { Engine, EngineSettings, LookAnswer, LookOrder, Sighting } from '../../domains/checks/engine.ts'
import { propertyFor } from '../../domains/checks/property.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import { at, dayOf } from '../../kernel/time/clock.ts'
import type { FailureClass } from '../../kernel/web-fetch/upstream-error.ts'
import { type Context, createHttp, type Reply, type Shape } from '../http.ts'
import { oneByOne, reporting } from './answers.ts'

export const BING_URL = 'https://ssl.bing.com'

export function createBingWebmaster(settings: EngineSettings, context: Context): Engine {
  const apikey = settings.api_key ?? ''
  const properties = settings.properties ?? []
  const http = createHttp({
    ...context,
    name: 'Bing Webmaster',
    base_url: settings.base_url ?? BING_URL,
    secrets: [apikey],
  })

  const call = (method: string, query: Record<string, string>, signal: AbortSignal): Promise<Reply> =>
    http.send({ path: `/webmaster/api.svc/json/${method}`, query: { ...query, apikey } }, signal)

  /** Refusals have a code of their own, most of them with status 400. */
  const accepted = <T>(shape: Shape<T>, reply: Reply): T => {
    const refused = http.peek(Refusal, reply)
    if (refused && refused.ErrorCode !== 0)
      throw http.refusal(reply, http.judged(reply, CLASSES[refused.ErrorCode] ?? 'transient'))
    return http.read(shape, reply)
  }

  const look = async ({ ref, url }: LookOrder, signal: AbortSignal): Promise<LookAnswer> => {
    const siteUrl = propertyFor(url, properties) ?? new URL(url).origin
    const reply = await call('GetUrlInfo', { siteUrl, url }, signal)
    const sighting = sightingOf(accepted(UrlInfo, reply).d)
    return { ref, state: 'seen', sighting: { ...sighting, raw: http.mask(reply.text), cost_usd: 0 } }
  }

  return oneByOne({
    adapter: 'bing_webmaster',
    concurrency: 2,
    look,
    report: (signal) =>
      reporting(async () => {
        const siteUrl = properties[0] ?? ANY_SITE
        const reply = await call('GetUrlSubmissionQuota', { siteUrl }, signal)
        const known = http.peek(Refusal, reply)?.ErrorCode
        const foreign =
          (known === NOT_ALLOWED || known === NOT_AUTHORIZED) && http.judged(reply, 'invalid') === 'invalid'
        if (!foreign) accepted(Quota, reply)
        const failed = foreign && properties.length > 0
        const message = failed
          ? `Bing Webmaster: ${siteUrl} is not verified in this account`
          : 'Bing Webmaster: the key works'
        return { ok: !failed, message }
      }),
  })
}

/** Bing refuses a bad key before it checks the site, so any site can test the key. */
const ANY_SITE = 'https://www.example.com'

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

const info = Type.Object({ HttpStatus: Type.Integer(), LastCrawledDate: Type.String() })
const Refusal = compiled(Type.Object({ ErrorCode: Type.Integer() }))
const UrlInfo = compiled(Type.Object({ d: Type.Union([info, Type.Null()]) }))
const Quota = compiled(Type.Object({ d: Type.Object({ DailyQuota: Type.Number() }) }))

function sightingOf(known: Type.Static<typeof info> | null): Pick<Sighting, 'indexed' | 'method' | 'evidence'> {
  const crawled = known && crawlDay(known.LastCrawledDate)
  if (!crawled) return { indexed: 'no', method: 'inspection', evidence: 'Bing has never crawled it' }
  const evidence = `Bing crawled it on ${crawled}: HTTP ${known.HttpStatus}`
  return { indexed: known.HttpStatus === 200 ? 'yes' : 'no', method: 'inspection', evidence }
}

/** `/Date(1786604400000-0700)/` as a UTC day; null for .NET's year 1, which means never. */
function crawlDay(date: string): string | null {
  const ms = Number(date.match(/^\/Date\((-?\d+)/)?.[1])
  return ms > 0 && ms < LAST_MS ? dayOf(at(ms)) : null
}
