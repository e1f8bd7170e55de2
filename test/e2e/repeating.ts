/** Every supplier there is, as a stand-in that works, and before each one that repeats what it is told. */
import type { Time } from '../../src/kernel/time/clock.ts'
import { bingWebmaster } from '../upstreams/bing-webmaster.ts'
import { dataForSeo } from '../upstreams/dataforseo.ts'
import { repeating } from '../upstreams/parrot.ts'
import { rapidUrlIndexer } from '../upstreams/rapidurlindexer.ts'
import { serpApi } from '../upstreams/serpapi.ts'
import { serper } from '../upstreams/serper.ts'
import { speedyIndex } from '../upstreams/speedyindex.ts'
import type { StandIn } from '../upstreams/stand-in.ts'

export type Suppliers = Record<string, { server: StandIn; before: StandIn }>

/** Suppliers that work and take the planted secrets alone, by adapter or by route, and what stands before each. */
export function repeatingSuppliers(now: () => Time, of: (input: string) => string, google: StandIn): Suppliers {
  const slot = (name: string, secret: string) => of(`update_integrations engines.${name}.${secret}`)
  const signIn = (name: string) => ({ login: slot(name, 'login'), password: slot(name, 'password') })
  const route = (name: string) => of(`update_crawl_settings routes.${name}.api_key`)
  const results = () => [`https://bakery.example/shown`]
  const servers = {
    dataforseo: dataForSeo({ now, ...signIn('scan_standard'), ready_after: 0 }),
    dataforseo_live: dataForSeo({ now, ...signIn('scan_live') }),
    serpapi: serpApi({ now, api_key: slot('scan_live', 'api_key'), results }),
    serpapi_bing: serpApi({ now, api_key: slot('scan_bing', 'api_key'), results }),
    serper: serper({ now, api_key: slot('scan_standard', 'api_key'), results }),
    bing_webmaster: bingWebmaster({
      now,
      api_key: slot('scan_bing', 'api_key'),
      sites: ['https://bakery.example'],
      known: () => null,
    }),
    crawl_supplier: speedyIndex({ now, api_key: slot('upstream', 'api_key'), done_after: 0 }),
    search_console: google,
    'first primary': speedyIndex({ now, api_key: route('primary') }),
    'first fallback': rapidUrlIndexer({ now, api_key: route('fallback') }),
    'second primary': rapidUrlIndexer({ now, api_key: route('primary') }),
    'second fallback': speedyIndex({ now, api_key: route('fallback') }),
  }
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [name, { server, before: repeating(now, server.url) }]),
  )
}
