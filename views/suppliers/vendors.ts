/** Names of suppliers and engines, where their keys are found, and where money is added. */
import type { EngineAdapterName } from '../../src/domains/checks/index.ts'
import type { CrawlAdapterName } from '../../src/domains/providers/index.ts'

export type AdapterName = CrawlAdapterName | EngineAdapterName

/** `top_up`: the vendor's page for payments, or its start page where it has none of its own; null for free services. */
type Vendor = { name: string; key: string; top_up: string | null }

/** Typed by the names of adapters, so that a new one without its words does not compile. */
export const VENDORS: Record<AdapterName, Vendor> = {
  speedyindex: {
    name: 'SpeedyIndex',
    key: 'In your account on app.speedyindex.com.',
    top_up: 'https://app.speedyindex.com/',
  },
  rapidurlindexer: {
    name: 'Rapid URL Indexer',
    key: 'In your account on rapidurlindexer.com.',
    top_up: 'https://rapidurlindexer.com/',
  },
  indexmenow: {
    name: 'IndexMeNow',
    key: 'On tool.indexmenow.com/docapi, after you sign in.',
    top_up: 'https://indexmenow.com/',
  },
  twoindex: {
    name: '2index.ninja',
    key: 'On 2index.ninja/user/profile, section API token.',
    top_up: 'https://2index.ninja/',
  },
  yandex_webmaster: {
    name: 'Yandex Webmaster, own sites',
    key: 'An OAuth token of an app on oauth.yandex.com with access to Webmaster.',
    top_up: null,
  },
  dataforseo: {
    name: 'DataForSEO, standard queue',
    key: 'On app.dataforseo.com/api-access: login and API password.',
    top_up: 'https://app.dataforseo.com/',
  },
  dataforseo_live: {
    name: 'DataForSEO, live',
    key: 'On app.dataforseo.com/api-access: login and API password.',
    top_up: 'https://app.dataforseo.com/',
  },
  serper: { name: 'Serper', key: 'On serper.dev/api-key.', top_up: 'https://serper.dev/' },
  serpapi: { name: 'SerpApi', key: 'On serpapi.com/manage-api-key.', top_up: 'https://serpapi.com/' },
  serpapi_bing: { name: 'SerpApi, Bing', key: 'On serpapi.com/manage-api-key.', top_up: 'https://serpapi.com/' },
  valueserp: { name: 'ValueSERP', key: 'On app.valueserp.com.', top_up: 'https://app.valueserp.com/' },
  scaleserp: { name: 'Scale SERP', key: 'On app.scaleserp.com.', top_up: 'https://app.scaleserp.com/' },
  serpwow: { name: 'SerpWow', key: 'On app.serpwow.com.', top_up: 'https://app.serpwow.com/' },
  searchapi: { name: 'SearchApi', key: 'In your account on searchapi.io.', top_up: 'https://www.searchapi.io/pricing' },
  xmlriver: {
    name: 'XML River',
    key: 'In your account on xmlriver.com. The login is your user id, a number.',
    top_up: 'https://xmlriver.com/',
  },
  xmlriver_yandex: {
    name: 'XML River, Yandex',
    key: 'In your account on xmlriver.com. The login is your user id, a number.',
    top_up: 'https://xmlriver.com/',
  },
  bing_webmaster: { name: 'Bing Webmaster Tools', key: 'In Bing Webmaster Tools: Settings, API access.', top_up: null },
  crawl_supplier: {
    name: 'The crawl supplier',
    key: 'The key of SpeedyIndex: in your account on app.speedyindex.com.',
    top_up: 'https://app.speedyindex.com/',
  },
  search_console: { name: 'Google Search Console', key: 'Enter the key file under Search Console.', top_up: null },
  simulated: { name: 'Simulated', key: 'It needs no key.', top_up: null },
}

const vendorOf = (adapter: string): Vendor | undefined =>
  Object.hasOwn(VENDORS, adapter) ? VENDORS[adapter as AdapterName] : undefined

export const nameOf = (adapter: string): string => vendorOf(adapter)?.name ?? adapter
export const keyOf = (adapter: string): string => vendorOf(adapter)?.key ?? ''
export const topUpOf = (adapter: string): string | null => vendorOf(adapter)?.top_up ?? null
