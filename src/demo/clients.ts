/** Two clients of the agency with credits and pushes of their own, so that its pages have something true to show. */
import type { Install } from '../upstream/install.ts'
import type { Client } from './last-month.ts'
import type { SiteName, SmallWeb } from './web.ts'

type Push = { day: number; name: string; topic: string; links: number }
type Sample = { name: string; site: SiteName; gives: number; pushes: Push[] }

/** One whose credits last, and whose last push is still being watched at the end; one that nearly runs dry. */
const CLIENTS: Sample[] = [
  {
    name: 'Bakery',
    site: 'bakery',
    gives: 140,
    pushes: [
      { day: 0, name: 'Winter recipes', topic: 'winter', links: 24 },
      { day: 4, name: 'Cakes to order', topic: 'cakes', links: 18 },
    ],
  },
  {
    name: 'Flower shop',
    site: 'florist',
    gives: 44,
    pushes: [{ day: 0, name: 'Wedding bouquets', topic: 'weddings', links: 26 }],
  },
]

/** Pages in the sitemap of the bakery, day by day. */
const SITEMAP = [11, 13, 13, 16, 16, 17, 17, 17]

/** Credits that the agency hands to them. */
export const GIVEN = CLIENTS.reduce((sum, { gives }) => sum + gives, 0)

export type Clients = {
  names: string[]
  /** Lets the sitemap of the bakery be watched; its pages so far are learned, those of later days are pushed. */
  watch(): Promise<void>
  /** How many pages of that sitemap were learned, and pushed since. */
  watched(): Promise<{ learned: number; pushed: number }>
  /** With what they pushed in the month before. */
  before: readonly [Client, Client]
  /** Orders what they push on this day; says how many links that are. */
  order(day: number): Promise<number>
}

export async function addClients(api: Install, web: SmallWeb): Promise<Clients> {
  const ids = new Map<string, string>()
  for (const { name, gives } of CLIENTS) {
    const { id } = await api.post<{ id: string }>('/tenants', { name, kind: 'client' })
    await api.post('/credits/allocate', { tenant_id: id, amount: gives })
    ids.set(name, id)
  }
  const place = (name: string, site: SiteName) => ({ id: ids.get(name)!, site: web.origin(site) })
  return {
    names: [...ids.keys()],
    before: [
      { ...place('Bakery', 'bakery'), topic: 'autumn', links: 22, reader: 'vera@bakery.example' },
      { ...place('Flower shop', 'florist'), topic: 'bouquets', links: 14 },
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
