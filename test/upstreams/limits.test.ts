/** Each stand-in refuses calls beyond the limits that its vendor publishes, in the vendor's words. */
import { expect, test } from 'bun:test'
import { bingWebmaster } from './bing-webmaster.ts'
import { dataForSeo } from './dataforseo.ts'
import { rapidUrlIndexer } from './rapidurlindexer.ts'
import { published, vendorNames, vendorOf } from './samples.ts'
import { searchConsole } from './search-console.ts'
import { searchApi } from './searchapi.ts'
import { serpApi } from './serpapi.ts'
import { serper } from './serper.ts'
import { speedyIndex } from './speedyindex.ts'
import type { StandIn } from './stand-in.ts'
import { traject } from './traject.ts'
import { xmlRiver } from './xmlriver.ts'

const now = () => '2026-11-28T09:00:00.000Z'
const shared = { now, api_key: 'k', results: () => [] }
const STAND_INS: Record<string, () => StandIn> = {
  'bing-webmaster': () => bingWebmaster({ ...shared, sites: [], known: () => null }),
  dataforseo: () => dataForSeo({ now, login: 'l', password: 'p' }),
  rapidurlindexer: () => rapidUrlIndexer(shared),
  'search-console': () =>
    searchConsole({ now, public_key: '', client_email: '', properties: [], verdict: () => ({ verdict: 'PASS' }) }),
  searchapi: () => searchApi(shared),
  serpapi: () => serpApi(shared),
  serper: () => serper(shared),
  speedyindex: () => speedyIndex(shared),
  valueserp: () => traject(shared),
  xmlriver: () => xmlRiver({ now, user: 'u', key: 'k', results: () => [] }),
}
const SPANS = ['at_once', 'per_second', 'per_minute', 'per_hour', 'per_day'] as const

const limits = vendorNames().flatMap((vendor) =>
  vendorOf(vendor).limits.flatMap((limit) =>
    SPANS.filter((span) => limit[span]).map((span) => ({ vendor, to: limit.to, span, limit })),
  ),
)

test('each vendor with a published limit has a stand-in here', () => {
  expect([...new Set(limits.map(({ vendor }) => vendor))]).toEqual(Object.keys(STAND_INS).toSorted())
})

test.each(limits)('$vendor refuses calls to "$to" beyond its limit $span', async ({ vendor, to, span, limit }) => {
  const server = STAND_INS[vendor]!()
  const most = limit[span]!
  const [method, path] = /^[A-Z]+ /.test(to) ? (to.split(' ') as [string, string]) : ['GET', to.trim()]
  const call = async () => {
    const answer = await fetch(new URL(path.replace(/^\/?/, '/'), server.url), { method })
    return [answer.status, await answer.text()]
  }
  // The published numbers are too large for a test.
  limit[span] = span === 'at_once' ? 0 : 2
  try {
    const before = span === 'at_once' ? [] : [await call(), await call()]
    const refusal = published(vendor, limit.sample, { method, path })
    const refused = [refusal.status, await refusal.text()]
    expect(before).not.toContainEqual(refused)
    expect(await call()).toEqual(refused)
  } finally {
    limit[span] = most
    server.stop()
  }
})
