/** Suppliers and engines in the words of the screen. */
import { creditsOf } from '../../src/domains/checks/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import type { RouteName } from '../../src/domains/providers/index.ts'
import { many } from '../parts/format.ts'
import type { Word } from '../parts/words.ts'

export const ROUTE_WORDS: Record<RouteName, { title: string; what: string }> = {
  primary: { title: 'Primary', what: 'Takes the links as long as its breaker is closed.' },
  fallback: { title: 'Fallback', what: 'Takes them while the breaker of the primary is open.' },
}

export const BREAKER: Record<'closed' | 'open' | 'half_open' | 'off' | 'none', Word> = {
  closed: { word: 'Working', icon: 'check', tone: 'ok' },
  open: { word: 'Breaker open', icon: 'triangle-alert', tone: 'bad' },
  half_open: { word: 'Being tried again', icon: 'clock', tone: 'warn' },
  off: { word: 'Switched off', icon: 'ban', tone: 'idle' },
  none: { word: 'Not connected', icon: 'ban', tone: 'idle' },
}

/** Whether a route works is not known before it sent something. */
export const UNUSED: Word = { word: 'No link sent this month', icon: 'clock', tone: 'idle' }

export const routeWord = (route: { status: keyof typeof BREAKER; sent_this_month: number } | null): Word =>
  route?.status === 'closed' && route.sent_this_month === 0 ? UNUSED : BREAKER[route?.status ?? 'none']

export const ENGINE_WORDS: Record<EngineSlot, { title: string; what: string }> = {
  scan_standard: {
    title: 'Google',
    what: `The looks of the guarantee, and checks at ${many(creditsOf('scan_standard'), 'credit')}.`,
  },
  scan_live: {
    title: 'Google, live',
    what: `Answers within seconds: checks at ${many(creditsOf('scan_live'), 'credit')}, and the free checks.`,
  },
  scan_bing: { title: 'Bing', what: 'Kept as a sighting; it settles no credit.' },
  upstream: { title: 'Second source', what: 'What the supplier or Search Console itself says of a link.' },
}

export const ADAPTER_WORDS: Record<string, string> = {
  speedyindex: 'SpeedyIndex',
  rapidurlindexer: 'Rapid URL Indexer',
  dataforseo: 'DataForSEO, queued',
  dataforseo_live: 'DataForSEO, live',
  serper: 'Serper',
  serpapi: 'SerpApi',
  serpapi_bing: 'SerpApi, Bing',
  bing_webmaster: 'Bing Webmaster Tools',
  crawl_supplier: 'The crawl supplier',
  search_console: 'Google Search Console',
  simulated: 'Simulated (nobody is asked or paid)',
}
