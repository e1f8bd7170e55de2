/** The clients of the sample agency, and their pages. Nothing here is chance, so the figures are always alike. */

export type SampleClient = {
  name: string
  host: string
  /** How many of a hundred pages get into the index. */
  seen: number
  /** Working days between pushes, and links of one. */
  every: number
  links: number
  gives: number
  /** US dollars a month that it pays its agency. */
  price?: number
  tags?: string[]
}

/** Enough of each script, and a name that no table is wide enough for. */
export const CLIENTS: readonly SampleClient[] = [
  { name: 'Bakery', host: 'bakery.example', seen: 83, every: 2, links: 18, gives: 700, price: 290, tags: ['Retainer'] },
  { name: 'Kestrel Insurance', host: 'kestrel.example', seen: 64, every: 3, links: 22, gives: 140, price: 450 },
  { name: 'Lumen Dental', host: 'lumen-dental.example', seen: 88, every: 5, links: 14, gives: 300, tags: ['Retainer'] },
  { name: 'Marlow Books', host: 'marlow-books.example', seen: 74, every: 3, links: 20, gives: 900, price: 350 },
  { name: 'Quay Hotels', host: 'quay-hotels.example', seen: 55, every: 4, links: 24, gives: 600, tags: ['Trial'] },
  { name: '株式会社さくら商事', host: 'sakura.example', seen: 79, every: 6, links: 16, gives: 200, price: 240 },
  { name: 'شركة النخيل للتجارة', host: 'nakheel.example', seen: 71, every: 8, links: 14, gives: 150 },
  {
    name: 'Donaudampfschifffahrtsgesellschaft für Binnenreederei und Hafenlogistik mbH & Co. KG',
    host: 'donau-logistik.example',
    seen: 91,
    every: 9,
    links: 13,
    gives: 150,
    price: 180,
  },
]

const KINDS = [
  ['Guest posts', 'guides'],
  ['New arrivals', 'new'],
  ['Category pages', 'category'],
  ['Location pages', 'near'],
  ['Journal', 'journal'],
] as const
const WORDS = 'rye linen harbour spring slate walnut amber north clay meadow salt oak'.split(' ')

export const wordOf = (n: number): string => WORDS[n % WORDS.length]!

/** Numbers of the pages of a day; and the working day after which few pages of one client get in. */
const A_DAY = 50
const TROUBLE = 30

/** 0 to 99 by the text alone. */
const share = (text: string): number => Number(Bun.hash(text) % 100n)

/** A push of a working day: its name, and pages of which some are gone or must not be indexed. */
export function pushOf({ host, every, links }: SampleClient, at: number, day: number) {
  if ((day + at * 2) % every !== 0) return null
  const [kind, path] = KINDS[(day + at) % KINDS.length]!
  const word = (n: number) => wordOf(day * 7 + n)
  const count = Math.max(5, links - ((day * 11 + at * 5) % 9))
  const urls = Array.from({ length: count }, (_, i) => {
    const part = i % 13 === 7 ? 'sold-out' : i % 17 === 11 ? 'tag' : path
    return `https://${host}/${part}/${word(i * 5)}-${word(i * 5 + 3)}-${day * A_DAY + i}`
  })
  return { name: `${kind} for ${word(at)}`, urls }
}

/** Days after its push when a page is in the index; null if it never gets there. */
export function dayOfPage(url: string): number | null {
  const client = CLIENTS.find(({ host }) => url.includes(host))
  const day = Math.floor(Number(/\d+$/.exec(url)?.[0]) / A_DAY)
  if (!client || share(url) >= (client === CLIENTS[1] && day > TROUBLE ? client.seen / 2 : client.seen)) return null
  return share(`${url} first`) < 58 ? 1 : share(`${url} second`) < 62 ? 3 : 7
}
