/** Adapters that settings can name, by slot. Each connects an outside service to a port of a domain. */

import type { Engine, EngineSettings } from '../domains/checks/engine.ts'
import type { EngineAdapterName } from '../domains/checks/shapes.ts'
import type { CrawlRoute, RouteSettings } from '../domains/providers/route.ts'
import type { CrawlAdapterName } from '../domains/providers/shapes.ts'
import type { Adapter } from '../kernel/web-fetch/adapter.ts'
import { BING_URL, createBingWebmaster } from './engines/bing-webmaster.ts'
import { createCrawlSupplier } from './engines/crawl-supplier.ts'
import { createDataForSeo } from './engines/dataforseo.ts'
import { DATAFORSEO_URL } from './engines/dataforseo-api.ts'
import { createDataForSeoLive } from './engines/dataforseo-live.ts'
import { createScaleSerp, SCALESERP_URL } from './engines/scaleserp.ts'
import { createSearchConsole, SEARCH_CONSOLE_URL } from './engines/search-console.ts'
import { createSearchApi, SEARCHAPI_URL } from './engines/searchapi.ts'
import { createSerpApi } from './engines/serpapi.ts'
import { SERPAPI_URL } from './engines/serpapi-api.ts'
import { createSerpApiBing } from './engines/serpapi-bing.ts'
import { createSerper, SERPER_URL } from './engines/serper.ts'
import { createSerpWow, SERPWOW_URL } from './engines/serpwow.ts'
import { createSimulatedEngine } from './engines/simulated-engine.ts'
import { createValueSerp, VALUESERP_URL } from './engines/valueserp.ts'
import { createXmlRiver } from './engines/xmlriver.ts'
import { XMLRIVER_URL } from './engines/xmlriver-api.ts'
import { createXmlRiverYandex } from './engines/xmlriver-yandex.ts'
import { createIndexMeNow, INDEXMENOW_URL } from './suppliers/indexmenow.ts'
import { createRapidUrlIndexer, RAPIDURLINDEXER_URL } from './suppliers/rapidurlindexer.ts'
import { createSimulatedCrawl } from './suppliers/simulated-crawl.ts'
import { createSpeedyIndex } from './suppliers/speedyindex.ts'
import { SPEEDYINDEX_URL } from './suppliers/speedyindex-api.ts'
import { createTwoIndex, TWOINDEX_URL } from './suppliers/twoindex.ts'
import { createYandexWebmaster } from './suppliers/yandex-webmaster.ts'
import { YANDEX_WEBMASTER_URL } from './suppliers/yandex-webmaster-api.ts'

/** Check engines, by adapter name. */
export const engineAdapters: ReadonlyMap<string, Adapter<Engine, EngineSettings>> = new Map(
  Object.entries({
    dataforseo: {
      default_base_url: DATAFORSEO_URL,
      secrets: ['login', 'password'],
      // 2,000 calls a minute with 100 tasks each; most calls are left for results, which are fetched one by one.
      limits: { per_minute: 20_000 },
      slots: ['scan_standard'],
      create: createDataForSeo,
    },
    serper: { default_base_url: SERPER_URL, secrets: ['api_key'], slots: ['scan_standard'], create: createSerper },
    serpapi: { default_base_url: SERPAPI_URL, secrets: ['api_key'], slots: ['scan_live'], create: createSerpApi },
    dataforseo_live: {
      default_base_url: DATAFORSEO_URL,
      secrets: ['login', 'password'],
      limits: { per_minute: 2000 },
      slots: ['scan_live'],
      create: createDataForSeoLive,
    },
    bing_webmaster: {
      default_base_url: BING_URL,
      secrets: ['api_key'],
      // 2,000 calls a day for each key; the rest is for the list of sites and for tests.
      limits: { per_minute: 150, per_day: 1900 },
      slots: ['scan_bing'],
      create: createBingWebmaster,
    },
    serpapi_bing: {
      default_base_url: SERPAPI_URL,
      secrets: ['api_key'],
      slots: ['scan_bing'],
      create: createSerpApiBing,
    },
    valueserp: {
      default_base_url: VALUESERP_URL,
      secrets: ['api_key'],
      // The limit of the smallest plans.
      limits: { per_minute: 250 },
      slots: ['scan_standard', 'scan_live'],
      create: createValueSerp,
    },
    scaleserp: {
      default_base_url: SCALESERP_URL,
      secrets: ['api_key'],
      slots: ['scan_standard', 'scan_live'],
      create: createScaleSerp,
    },
    serpwow: {
      default_base_url: SERPWOW_URL,
      secrets: ['api_key'],
      slots: ['scan_standard', 'scan_live'],
      create: createSerpWow,
    },
    searchapi: {
      default_base_url: SEARCHAPI_URL,
      secrets: ['api_key'],
      slots: ['scan_standard', 'scan_live'],
      create: createSearchApi,
    },
    xmlriver: {
      default_base_url: XMLRIVER_URL,
      secrets: ['login', 'api_key'],
      limits: { per_day: 200_000 },
      slots: ['scan_standard', 'scan_live'],
      create: createXmlRiver,
    },
    xmlriver_yandex: {
      default_base_url: XMLRIVER_URL,
      secrets: ['login', 'api_key'],
      limits: { per_day: 150_000 },
      slots: ['upstream'],
      create: createXmlRiverYandex,
    },
    crawl_supplier: {
      default_base_url: SPEEDYINDEX_URL,
      secrets: ['api_key'],
      slots: ['upstream'],
      create: createCrawlSupplier,
    },
    search_console: {
      default_base_url: SEARCH_CONSOLE_URL,
      secrets: ['service_account'],
      limits: { per_minute: 600, per_day: 2000, zone: 'America/Los_Angeles' },
      slots: ['upstream'],
      create: createSearchConsole,
    },
    simulated: {
      default_base_url: null,
      secrets: [],
      slots: ['scan_standard', 'scan_live', 'scan_bing', 'upstream'],
      create: (_, context) => createSimulatedEngine(context),
    },
  } satisfies Record<EngineAdapterName, Adapter<Engine, EngineSettings>>),
)

/** Crawl suppliers, by adapter name. */
export const crawlAdapters: ReadonlyMap<string, Adapter<CrawlRoute, RouteSettings>> = new Map(
  Object.entries({
    speedyindex: {
      default_base_url: SPEEDYINDEX_URL,
      secrets: ['api_key'],
      // The supplier allows about 120 calls a minute; the rest is for look-ups and reports.
      limits: { per_minute: 90 },
      slots: ['primary', 'fallback'],
      create: createSpeedyIndex,
    },
    rapidurlindexer: {
      default_base_url: RAPIDURLINDEXER_URL,
      secrets: ['api_key'],
      // The supplier allows 100 calls a minute for each key.
      limits: { per_minute: 75 },
      slots: ['primary', 'fallback'],
      create: createRapidUrlIndexer,
    },
    indexmenow: {
      default_base_url: INDEXMENOW_URL,
      secrets: ['api_key'],
      // The vendor's own program waits five seconds between two orders.
      limits: { per_minute: 12 },
      slots: ['primary', 'fallback'],
      create: createIndexMeNow,
    },
    twoindex: {
      default_base_url: TWOINDEX_URL,
      secrets: ['api_key'],
      // No limit is published.
      limits: { per_minute: 60 },
      slots: ['primary', 'fallback'],
      create: createTwoIndex,
    },
    yandex_webmaster: {
      default_base_url: YANDEX_WEBMASTER_URL,
      secrets: ['api_key'],
      slots: ['primary', 'fallback'],
      create: createYandexWebmaster,
    },
    simulated: {
      default_base_url: null,
      secrets: [],
      slots: ['primary', 'fallback'],
      create: (_, context) => createSimulatedCrawl(context),
    },
  } satisfies Record<CrawlAdapterName, Adapter<CrawlRoute, RouteSettings>>),
)
