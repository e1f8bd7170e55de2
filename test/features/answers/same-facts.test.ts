/** For random robots.txt files and pages, the facts of a screening are the same with and without answer engines. */
import { expect, test } from 'bun:test'
import { screenUrls } from '../../../src/domains/preflight/index.ts'
import { explain } from '../../../src/features/answers/findings.ts'
import { answerReaders } from '../../../src/features/answers/judge.ts'
import type { Fields } from '../../../src/kernel/web-fetch/http/head.ts'
import type { SafeFetch } from '../../../src/kernel/web-fetch/safe-fetch.ts'

const NOW = '2026-11-28T09:00:00.000Z'
const AGENTS = ['*', 'Googlebot', 'bingbot', 'OAI-SearchBot', 'Claude-User', 'Applebot', 'GPTBot', 'Google-Extended']
const RULES = ['Disallow: /', 'Allow: /', 'Disallow: /p', 'Allow: /p1', 'Disallow: /*2$', 'Crawl-delay: 1']
const WORDS = [
  'noindex',
  'nosnippet',
  'max-snippet:0',
  'max-snippet:90',
  'noarchive',
  'nocache',
  'index',
  'none',
  'all',
]
const NAMES = ['robots', 'googlebot', 'bingbot', 'otherbot']

/** The same numbers in each run. */
function dice(seed: number) {
  let state = seed * 2654435761 + 7
  return (sides: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return (state >>> 8) % sides
  }
}

function siteOf(seed: number, asked: string[]): SafeFetch {
  const roll = dice(seed)
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)]!
  const group = () => [`User-agent: ${pick(AGENTS)}`, ...Array.from({ length: 1 + roll(3) }, () => pick(RULES))]
  const robots = Array.from({ length: 1 + roll(4) }, group)
    .flat()
    .join('\n')
  const pages = new Map<string, { status: number; head: string; sent: string | null }>()
  for (let page = 0; page < 4; page++)
    pages.set(`/p${page}`, {
      status: pick([200, 200, 200, 404, 503]),
      head: roll(2) ? `<meta name="${pick(NAMES)}" content="${pick(WORDS)}, ${pick(WORDS)}">` : '',
      sent: roll(3) ? null : `${pick(['', 'bingbot: ', 'googlebot: '])}${pick(WORDS)}`,
    })
  return async (address) => {
    const url = String(address)
    asked.push(url)
    const { pathname } = new URL(url)
    const page = pages.get(pathname)
    const lines = [
      ['content-type', page ? 'text/html' : 'text/plain'],
      ...(page?.sent ? [['x-robots-tag', page.sent]] : []),
    ]
    const all = (wanted: string) => lines.flatMap(([name, value]) => (name === wanted ? [value!] : []))
    const headers: Fields = { all, get: (name) => all(name).join(', ') || null }
    const status = page?.status ?? 200
    const body = Buffer.from(
      page ? `<html><head>${page.head}<title>Rye</title></head><body><p>Bread, rolls and cake.</p>` : robots,
    )
    return {
      url,
      status,
      headers,
      body,
      truncated: false,
      head_ms: 1,
      hops: [{ url, status, ip: null, location: null }],
    }
  }
}

test('in 400 sites', async () => {
  const urls = [0, 1, 2, 3].map((page) => `https://shop.example/p${page}`)
  const found = new Map<string, number>()
  for (let seed = 0; seed < 400; seed++) {
    const [first, second]: [string[], string[]] = [[], []]
    const without = await screenUrls(urls, { fetch: siteOf(seed, first), now: NOW })
    const judged = await screenUrls(urls, { fetch: siteOf(seed, second), now: NOW, readers: answerReaders })
    for (const { verdict } of judged.flatMap(({ readers }) => explain(readers!)))
      found.set(verdict, (found.get(verdict) ?? 0) + 1)
    const facts = judged.map(({ readers: _, host: __, ...rest }) => rest)
    expect([seed, JSON.stringify(facts)]).toEqual([seed, JSON.stringify(without)])
    expect(second).toEqual(first)
  }
  for (const verdict of ['closed', 'limited', 'unknown']) expect(found.get(verdict)).toBeGreaterThan(50)
})
