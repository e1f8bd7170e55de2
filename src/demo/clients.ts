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

/** Credits that the agency hands to them. */
export const GIVEN = CLIENTS.reduce((sum, { gives }) => sum + gives, 0)

export type Clients = {
  names: string[]
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
    async order(day) {
      let ordered = 0
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
