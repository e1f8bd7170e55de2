/** Two clients of the agency with credits and pushes of their own, so that its pages have content. */
import type { Install } from '../upstream/install.ts'
import { type Client, READER } from './last-month.ts'
import type { SeasonClient } from './season.ts'
import type { SiteName, SmallWeb } from './web.ts'

type Push = { day: number; name: string; topic: string; links: number }
type Sample = { name: string; site: SiteName; gives: number; pushes: Push[] }

/** One client has enough credits, and its last push is still watched at the end; the other nearly runs out. */
const CLIENTS: Sample[] = [
  {
    name: 'Bakery',
    site: 'bakery',
    gives: 180,
    pushes: [
      { day: 0, name: 'Winter recipes', topic: 'winter', links: 24 },
      { day: 4, name: 'Cakes to order', topic: 'cakes', links: 18 },
    ],
  },
  {
    name: 'Flower shop',
    site: 'florist',
    gives: 66,
    pushes: [{ day: 0, name: 'Wedding bouquets', topic: 'weddings', links: 26 }],
  },
]

/** Pages in the bakery's sitemap, day by day. */
const SITEMAP = [11, 13, 13, 16, 16, 17, 17, 17]

/** Check credits of a client whose pages nobody answers for free. */
const CHECKS = 200

/** Credits that the agency transfers to the clients. */
export const GIVEN = CLIENTS.reduce((sum, { gives }) => sum + gives, 0)

export type Clients = {
  names: string[]
  /** Watches the bakery's sitemap: it learns the pages so far and pushes those of later days. */
  watch(): Promise<void>
  /** Pages of the sitemap that were learned, and pushed since. */
  watched(): Promise<{ learned: number; pushed: number }>
  /** The clients with their pushes of the month before. */
  before: readonly [Client, Client]
  /** The clients with their pushes of the months before that. */
  season: readonly [SeasonClient, SeasonClient]
  /** Orders the pushes of a day. Returns the number of links. */
  order(day: number): Promise<number>
}

export async function addClients(api: Install, web: SmallWeb): Promise<Clients> {
  const ids = new Map<string, string>()
  for (const { name, gives } of CLIENTS) {
    const { id } = await api.post<{ id: string }>('/tenants', { name, kind: 'client' })
    await api.post('/credits/allocate', { tenant_id: id, amount: gives })
    await api.post('/credits/allocate', { tenant_id: id, amount: CHECKS, kind: 'check' })
    ids.set(name, id)
  }
  const place = (name: string, site: SiteName) => ({ id: ids.get(name)!, site: web.origin(site) })
  return {
    names: [...ids.keys()],
    before: [
      { ...place('Bakery', 'bakery'), topic: 'autumn', links: 22, reader: READER },
      { ...place('Flower shop', 'florist'), topic: 'bouquets', links: 14 },
    ],
    season: [
      { ...place('Bakery', 'bakery'), topic: 'summer', links: 48 },
      { ...place('Flower shop', 'florist'), topic: 'summer', links: 32 },
    ],
    async watch() {
      web.publish('bakery', SITEMAP[0]!)
      const address = `${web.origin('bakery')}/sitemap.xml`
      await api.post('/standing-pushes', { address, name: 'New recipes', tenant_id: ids.get('Bakery') })
    },
    async watched() {
      const { items } = await api.get<{ items: { known: number; pushed_month: number }[] }>('/standing-pushes')
      const known = items[0]?.known ?? 0
      return { learned: SITEMAP[0]!, pushed: known - SITEMAP[0]! }
    },
    async order(day) {
      let ordered = 0
      web.publish('bakery', SITEMAP[day] ?? SITEMAP.at(-1)!)
      for (const { name: client, site, pushes } of CLIENTS)
        for (const { name, topic, links } of pushes.filter((push) => push.day === day)) {
          const urls = Array.from({ length: links }, (_, i) => `${web.origin(site)}/${topic}/${i + 1}`)
          await api.post('/jobs', { tenant_id: ids.get(client), name, urls })
          ordered += links
        }
      return ordered
    },
  }
}
