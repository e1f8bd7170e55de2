/**
 * An agency after six weeks of work: seven clients, their pushes looked after to the end, one purse that runs dry and one
 * key file that is gone. Suppliers are stand-ins on loopback; nothing here is chance, so it is the same every time.
 */
import { grant } from '../src/domains/credits/index.ts'
import { DAY, HOUR, plus } from '../src/kernel/time/clock.ts'
import { readHead } from '../src/kernel/web-fetch/http/head.ts'
import type { SafeFetch } from '../src/kernel/web-fetch/safe-fetch.ts'
import { recheckLinksTask } from '../src/tasks/checks/recheck-links.ts'
import { takeLooksTask } from '../src/tasks/checks/take-looks.ts'
import { advancePushesTask } from '../src/tasks/pushes/advance-pushes.ts'
import { sendIndexnowTask } from '../src/tasks/pushes/send-indexnow.ts'
import { sendLinksTask } from '../src/tasks/pushes/send-links.ts'
import { indexNow } from '../test/upstreams/indexnow.ts'
import { serper } from '../test/upstreams/serper.ts'
import { speedyIndex } from '../test/upstreams/speedyindex.ts'
import { CAST, START, type World, world } from '../test/world.ts'

export const AGENCY = `/app/w/${CAST.ada.tenant_id}`
const DAYS = 43
const API_KEY = 'the key of the supplier'

type Client = { name: string; host: string; seen: number; every: number; links: number; gives: number }

/** How many of a hundred pages get in, how often it pushes, how many pages, and what it was given. */
const CLIENTS: Client[] = [
  { name: 'Bakery', host: 'shop.bakery.example', seen: 81, every: 3, links: 24, gives: 700 },
  { name: 'Kestrel Insurance', host: 'kestrel.example', seen: 64, every: 4, links: 38, gives: 218 },
  { name: 'Lumen Dental', host: 'lumen-dental.example', seen: 88, every: 6, links: 14, gives: 300 },
  { name: 'Marlow Books', host: 'marlow-books.example', seen: 72, every: 5, links: 42, gives: 900 },
  { name: 'Orchard Outdoor', host: 'orchard-outdoor.example', seen: 77, every: 4, links: 30, gives: 900 },
  { name: 'Quay Hotels', host: 'quay-hotels.example', seen: 58, every: 7, links: 46, gives: 600 },
  { name: 'Tern Ceramics', host: 'tern-ceramics.example', seen: 91, every: 9, links: 12, gives: 200 },
]
const KINDS = [
  ['Guest posts', 'guides'],
  ['New arrivals', 'new'],
  ['Category pages', 'category'],
  ['Location pages', 'near'],
  ['Journal', 'journal'],
] as const
const WORDS = 'rye linen harbour spring slate walnut amber north clay meadow salt oak'.split(' ')

/** 0 to 99 by the text alone. */
const share = (text: string): number => Number(Bun.hash(text) % 100n)

const pagesOf = ({ host }: Client, path: string, day: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const word = (n: number) => WORDS[(day * 7 + i * 5 + n) % WORDS.length]!
    return `https://${host}/${path}/${word(0)}-${word(3)}-${day * 50 + i}`
  })

/** Pages of the clients, as the screening finds them. */
const web =
  (files: Map<string, string>): SafeFetch =>
  async (address) => {
    const url = new URL(String(address))
    const answer = (status: number, text: string, type = 'text/html; charset=utf-8') => ({
      url: url.href,
      status,
      headers: readHead(`HTTP/1.1 ${status} OK\r\ncontent-type: ${type}\r\n`, 'GET').headers,
      body: new TextEncoder().encode(text),
      truncated: false,
      head_ms: 80,
      hops: [],
    })
    const file = files.get(url.href)
    if (file !== undefined) return answer(200, file, 'text/plain')
    if (url.pathname.endsWith('.txt') || url.pathname.includes('/sold-out/')) return answer(404, 'Not found')
    const robots = url.pathname.includes('/tag/') ? '<meta name="robots" content="noindex">' : ''
    const words = 'A page with a few hundred words that somebody may want to read. '.repeat(40)
    return answer(200, `<!doctype html><html lang="en"><title>${url.pathname}</title>${robots}<h1>Page</h1><p>${words}`)
  }

type Outside = ReturnType<typeof outside>

/** What is outside of the install: the pages of the clients, and the suppliers; `sent_at` is when a page was pushed. */
function outside(now: () => string) {
  const files = new Map<string, string>()
  const sent_at = new Map<string, string>()
  const shown = (url: string): boolean => {
    const client = CLIENTS.find(({ host }) => url.includes(host))
    const sent = sent_at.get(url)
    if (!client || sent === undefined || share(url) >= client.seen) return false
    const [first, second] = [share(`${url} first`) < 58, share(`${url} second`) < 62]
    return now() >= plus(sent, (first ? 1 : second ? 3 : 7) * DAY - HOUR)
  }
  const results = (query: string) => [`https://${query.replace('site:', '')}`].filter(shown)
  const hosts = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      const { pathname } = new URL(url)
      return new Response([...files].find(([address]) => address.endsWith(pathname))?.[1] ?? '')
    },
  })
  return {
    files,
    sent_at,
    hosts,
    google: serper({ unlimited: true, now, api_key: API_KEY, balance: 90_000, results }),
    supplier: speedyIndex({ unlimited: true, now, api_key: API_KEY, balance: { indexer: 40_000, checker: 0 } }),
    engines: indexNow({ now, resolve: () => hosts.url.origin }),
  }
}

export type SampleAgency = Awaited<ReturnType<typeof sampleAgency>>

export async function sampleAgency() {
  const clock: { now: () => string } = { now: () => START }
  const around = outside(() => clock.now())
  const env = { SIGNALPOST_INDEXNOW_ENDPOINT: around.engines.endpoint }
  const one = world({ fetch: web(around.files), env })
  clock.now = one.clock.now
  await connected(one, around)
  const ids = await withClients(one, around)
  const jobs = await worked(one, around, ids)
  const [orchard] = CLIENTS.filter(({ name }) => name === 'Orchard Outdoor')
  return {
    ...one,
    jobs,
    /** A list as somebody would paste it: most of it good. */
    list: [
      ...pagesOf(orchard!, 'new', 60, 31),
      ...pagesOf(orchard!, 'sold-out', 61, 4),
      ...pagesOf(orchard!, 'tag', 62, 3),
    ],
    close() {
      one.close()
      for (const standIn of [around.google, around.supplier, around.engines]) standIn.stop()
      void around.hosts.stop(true)
    },
  }
}

/** The agency has credits, a brand and its suppliers. */
async function connected({ call, db }: World, { supplier, google }: Outside): Promise<void> {
  const tenant_id = CAST.ada.tenant_id
  db.write((tx) => {
    grant(tx, { tenant_id, kind: 'index', amount: 9000, reason: 'adjustment', actor: 'system' })
    grant(tx, { tenant_id, kind: 'check', amount: 20_000, reason: 'adjustment', actor: 'system' })
    return null
  })
  await call('pat', 'update_crawl_settings', {
    routes: { primary: { adapter: 'speedyindex', base_url: supplier.url, api_key: API_KEY } },
  })
  await call('pat', 'update_integrations', {
    engines: { scan_standard: { adapter: 'serper', base_url: google.url, api_key: API_KEY } },
  })
  await call('ada', 'put_branding', { id: tenant_id, accent: '#0b6e4f' })
}

/** Each client with its credits and its verified host; their ids by name. */
async function withClients({ call }: World, { files }: Outside): Promise<Map<string, string>> {
  const ids = new Map<string, string>([['Bakery', CAST.vera.tenant_id]])
  for (const { name, host, gives } of CLIENTS) {
    if (!ids.has(name)) ids.set(name, (await call<{ id: string }>('ada', 'create_sub_tenant', { name })).id)
    const tenant_id = ids.get(name)!
    for (const kind of ['index', 'check']) await call('ada', 'allocate_credits', { tenant_id, kind, amount: gives })
    type Made = { id: string; key: string; key_url: string }
    const site = await call<Made>('ada', 'add_indexnow_site', { host, tenant_id })
    files.set(site.key_url, site.key)
    await call('ada', 'verify_indexnow_site', { id: site.id })
  }
  return ids
}

/** Six weeks of pushes and everything that follows from them; their ids by client and day. */
async function worked(one: World, { files, sent_at }: Outside, ids: Map<string, string>): Promise<Map<string, string>> {
  const tasks = [advancePushesTask, sendLinksTask, sendIndexnowTask, recheckLinksTask, takeLooksTask]
  const jobs = new Map<string, string>()
  for (let day = 0; day <= DAYS; day++) {
    one.clock.set(plus(START, day * DAY))
    for (const [at, client] of CLIENTS.entries()) {
      if (day % 7 > 4 || (day + at * 2) % client.every !== 0) continue
      const [kind, path] = KINDS[(day + at) % KINDS.length]!
      const urls = pagesOf(client, path, day, Math.max(6, client.links - ((day * 11 + at * 5) % 15)))
      for (const url of urls) sent_at.set(url, one.clock.now())
      const name = `${kind}, week ${45 + Math.floor(day / 7)}`
      const order = { name, urls, tenant_id: ids.get(client.name), preflight: false, pre_check: client.every === 3 }
      jobs.set(`${client.name} ${day}`, (await one.call<{ id: string }>('ada', 'submit_index_job', order)).id)
    }
    // On the last day somebody tidies up the website of Quay Hotels.
    if (day === DAYS - 1)
      for (const address of [...files.keys()].filter((address) => address.includes('quay-hotels')))
        files.delete(address)
    for (let round = 0; round < 5; round++) await one.run(...tasks)
  }
  await one.call('pat', 'tick_indexnow', {})
  return jobs
}
