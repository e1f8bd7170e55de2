/** The adapters that settings can name, by slot. Each implements a port of a domain over one outside service. */
import type { Adapter } from '../app.ts'
import type { Engine, EngineSettings } from '../checks/engine.ts'
import type { CrawlRoute, RouteSettings } from '../providers/route.ts'
import { createDataForSeo } from './dataforseo.ts'
import { DATAFORSEO_URL } from './dataforseo-api.ts'
import { createDataForSeoLive } from './dataforseo-live.ts'
import { createSimulatedCrawl } from './simulated-crawl.ts'
import { createSimulatedEngine } from './simulated-engine.ts'
import { createSpeedyIndex } from './speedyindex.ts'
import { SPEEDYINDEX_URL } from './speedyindex-api.ts'

/** Check engines, by adapter name. */
export const engineAdapters: ReadonlyMap<string, Adapter<Engine, EngineSettings>> = new Map(
  Object.entries({
    dataforseo: {
      default_base_url: DATAFORSEO_URL,
      secrets: ['login', 'password'],
      slots: ['scan_standard'],
      create: createDataForSeo,
    },
    dataforseo_live: {
      default_base_url: DATAFORSEO_URL,
      secrets: ['login', 'password'],
      slots: ['scan_live'],
      create: createDataForSeoLive,
    },
    simulated: {
      default_base_url: null,
      secrets: [],
      slots: ['scan_standard', 'scan_live', 'scan_bing', 'upstream'],
      create: (_, context) => createSimulatedEngine(context),
    },
  } satisfies Record<string, Adapter<Engine, EngineSettings>>),
)

/** Crawl suppliers, by adapter name. */
export const crawlAdapters: ReadonlyMap<string, Adapter<CrawlRoute, RouteSettings>> = new Map(
  Object.entries({
    speedyindex: {
      default_base_url: SPEEDYINDEX_URL,
      secrets: ['api_key'],
      slots: ['primary', 'fallback'],
      create: createSpeedyIndex,
    },
    simulated: {
      default_base_url: null,
      secrets: [],
      slots: ['primary', 'fallback'],
      create: (_, context) => createSimulatedCrawl(context),
    },
  } satisfies Record<string, Adapter<CrawlRoute, RouteSettings>>),
)
