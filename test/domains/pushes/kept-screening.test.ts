/** A push made on New push reuses what that page screened, as long as it is fresh and of the same agency. */
import { afterEach, expect, test } from 'bun:test'
import { createScreenedFacts } from '../../../src/domains/preflight/screened-facts.ts'
import type { Facts } from '../../../src/domains/preflight/shapes.ts'
import { MINUTE, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import type { SafeFetch } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { pushing } from '../../pushing.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST, START } from '../../world.ts'

const PUSH = `/app/w/${CAST.ada.tenant_id}/push`
const LINKS = 919
const BODY = new TextEncoder().encode(`<!doctype html><title>A page</title><p>${'A page with words. '.repeat(40)}`)

let fetched = 0
const fetch = (async (address: string | URL) => {
  const url = String(address)
  if (!url.endsWith('/robots.txt')) fetched++
  const headers = new Headers({ 'content-type': 'text/html' })
  const status = url.endsWith('/robots.txt') || url.endsWith('/gone') ? 404 : 200
  return { url, status, headers, body: BODY, truncated: false, hops: [{ url, status }], head_ms: 1 }
}) as unknown as SafeFetch

let one: Awaited<ReturnType<typeof pushing>> | undefined
afterEach(() => {
  one?.close()
  one = undefined
})

/** Screens on the page until the bill is whole, and pushes what is ready `after` so long. */
async function pushed(after: number) {
  fetched = 0
  one = await pushing(1000, 1000, { fetch })
  const browser = browserOf(one)
  const good = Array.from({ length: LINKS }, (_, i) => `https://orchard.example/tents/${i}`)
  const form = { urls: [...good, 'https://orchard.example/gone'].join('\n'), page: 'one', client: 'Northwind' }
  const { html } = await browser.send('ada', PUSH, { ...form, step: 'review' })
  expect(fetched).toBe(LINKS + 1)
  const quoted = /name="quoted" value="([^"]+)"/.exec(html)![1]!
  const { location } = await browser.send('ada', PUSH, { ...form, quoted, step: 'push' })
  one.clock.set(plus(START, after))
  await one.work()
  const id = location!.split('/').at(-1)!
  return one.call<{ outcome: { states: Record<string, number> } }>('ada', 'get_job_status', { id, url_limit: 0 })
}

test('919 links that the page has just screened are not fetched again', async () => {
  const { outcome } = await pushed(MINUTE)
  expect(fetched).toBe(LINKS + 1)
  expect(outcome.states).toMatchObject({ sent: LINKS, flagged: 0 })
}, 60_000)

test('after three minutes the push screens its links itself', async () => {
  await pushed(3 * MINUTE + SECOND)
  expect(fetched).toBe(2 * LINKS + 1)
}, 60_000)

test('facts are of one agency, end after three minutes, and the oldest give way', () => {
  const kept = createScreenedFacts()
  const facts = (url: string, chain: string[] = []) => ({ url, chain }) as unknown as Facts
  kept.keep('northwind', facts('https://a.example/'), START)
  expect(kept.find('northwind', 'https://a.example/', START)?.url).toBe('https://a.example/')
  expect(kept.find('southwind', 'https://a.example/', START)).toBeUndefined()
  expect(kept.find('northwind', 'https://a.example/', plus(START, 3 * MINUTE))).toBeUndefined()
  kept.keep('northwind', facts('https://b.example/', ['x'.repeat(10 << 20)]), START)
  kept.keep('northwind', facts('https://c.example/', ['x'.repeat(10 << 20)]), START)
  expect(kept.find('northwind', 'https://b.example/', START)).toBeUndefined()
  expect(kept.find('northwind', 'https://c.example/', START)?.url).toBe('https://c.example/')
})
