/**
 * The recrawl queue of Yandex Webmaster as a crawl route: free, for sites that the owner of the token has verified
 * there, each with a daily quota. Links of other sites are rejected, so nobody pays for them. Yandex takes one link for
 * each call, so an order that was cut off, or beyond the quota, goes on with the links that are not queued yet.
 */
import type { CrawlBatch, CrawlRoute, RouteSettings } from '../../domains/providers/route.ts'
import { DAY, HOUR, plus } from '../../kernel/time/clock.ts'
import { reporting } from '../engines/answers.ts'
import type { Context } from '../http.ts'
import { createYandexWebmasterApi, type Site } from './yandex-webmaster-api.ts'

export function createYandexWebmaster(settings: RouteSettings, context: Context): CrawlRoute {
  const api = createYandexWebmasterApi(settings, context)
  const yesterday = () => plus(context.clock.now(), -DAY)

  return {
    adapter: 'yandex_webmaster',
    simulated: false,
    batch: 500,
    asks_by_url: true,

    async send({ ref, urls, planned_at = yesterday() }: CrawlBatch, signal) {
      const { own, rejected } = bySite(urls, await api.sites(signal))
      for (const [site, links] of own) {
        const queued = await api.queued(site, planned_at, signal)
        const rest = links.filter((url) => !queued.has(url))
        rejected.push(...(await api.enqueue(site, rest, signal)))
      }
      return { task_id: ref, rejected }
    },

    async find({ ref, urls, planned_at = yesterday(), beside }, signal) {
      // Yandex queues a link once, and asks for no money.
      if (beside) return null
      const { own, rejected } = bySite(urls, await api.sites(signal))
      for (const [site, links] of own) {
        const queued = await api.queued(site, planned_at, signal)
        if (!links.every((url) => queued.has(url))) return null
      }
      return { task_id: ref, rejected }
    },

    async report({ urls, sent_at }, signal) {
      const states: string[] = []
      for (const [site, links] of bySite(urls, await api.sites(signal)).own) {
        const queued = await api.queued(site, plus(sent_at, -HOUR), signal)
        states.push(...links.map((url) => queued.get(url) ?? 'IN_PROGRESS'))
      }
      const [indexed, unindexed] = [counted(states, 'DONE'), counted(states, 'FAILED')]
      const done = indexed + unindexed === states.length
      return { done, status: done ? 'done' : 'running', indexed, unindexed, billed: 0 }
    },

    balance: (signal) =>
      reporting(async () => {
        const sites = await api.sites(signal)
        const left = await Promise.all(sites.slice(0, SITES_ASKED).map((site) => api.quotaLeft(site, signal)))
        const credits = left.reduce((sum, n) => sum + n, 0)
        const of = sites.length === 1 ? '1 verified site' : `${sites.length} verified sites`
        return { ok: sites.length > 0, message: `Yandex Webmaster: ${of}, ${credits} links left today`, credits }
      }),
  }
}

/** Sites whose quota a test adds up. */
const SITES_ASKED = 5

const counted = (states: string[], state: string): number => states.filter((one) => one === state).length

/** The links of each verified site, and those of no such site. */
function bySite(urls: string[], sites: Site[]) {
  const siteOf = new Map(sites.map((site) => [site.origin, site]))
  const own = Map.groupBy(urls, (url) => siteOf.get(new URL(url).origin))
  const foreign = own.get(undefined) ?? []
  own.delete(undefined)
  return { own: own as Map<Site, string[]>, rejected: foreign.map((url) => ({ url, reason: NOT_VERIFIED })) }
}

const NOT_VERIFIED = 'The site is not verified in this account of Yandex Webmaster'
