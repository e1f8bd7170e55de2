/** Bot protection is a verdict of its own: a warning, which keeps no page from a push. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { challengeIn } from '../../src/domains/preflight/challenge.ts'
import { screenUrls } from '../../src/domains/preflight/screen.ts'
import type { Facts } from '../../src/domains/preflight/shapes.ts'
import { inPlainEnglish } from '../../src/kernel/language/say.ts'
import { parseNetworks } from '../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch } from '../../src/kernel/web-fetch/safe-fetch.ts'
import { CHALLENGES } from './challenges.ts'

const NOW = '2026-11-28T09:00:00.000Z'
const fetch = createSafeFetch({ allow_networks: parseNetworks('127.0.0.0/8'), user_agent: 'x' })
const TEXT = '<p>Fresh bread every morning, of flour from the mill next door.</p>'.repeat(4)

let server: ReturnType<typeof Bun.serve>
/** The case whose answer robots.txt gives, if any. */
let robots: number | null = null
beforeAll(() => {
  const answer = (nth: number): Response => {
    const { status, headers, body } = CHALLENGES[nth]!
    return new Response(body ?? null, { status, headers: { 'content-type': 'text/html', ...headers } })
  }
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/robots.txt') return robots === null ? new Response('', { status: 404 }) : answer(robots)
      if (pathname === '/moved') return Response.redirect('/.well-known/sgcaptcha/?r=%2Fmoved', 302)
      if (pathname === '/moved-twice') return Response.redirect('/0', 301)
      if (pathname === '/ok')
        return new Response(`<title>Bread</title>${TEXT}`, { headers: { 'content-type': 'text/html' } })
      return answer(Number(pathname.slice(1)))
    },
  })
})
afterAll(() => server.stop(true))

const look = async (path: string) =>
  inWords((await screenUrls([`http://127.0.0.1:${server.port}${path}`], { fetch, now: NOW }))[0]!)

const inWords = (facts: Facts) => ({ ...facts, warnings: facts.warnings.map(inPlainEnglish) })

test.each(CHALLENGES.map((one, nth) => [one.name, nth, one.by] as const))('%s', async (_, nth, by) => {
  const { challenged, flags, warnings, noindex, fix } = await look(`/${nth}`)
  expect(challenged).toBe(by ?? undefined)
  if (by === null) expect(warnings.join()).not.toContain('bot protection')
  else {
    expect([flags, noindex, fix]).toEqual([[], null, null])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('bot protection')
    expect(warnings[0]).toContain('Search engines are usually let in')
    expect(warnings[0]).toContain('Signalpost')
    expect(warnings[0]).not.toContain('captcha')
  }
})

test('a redirect to a captcha is no redirect of the page, one to another page before it is', async () => {
  expect(await look('/moved')).toMatchObject({ flags: [], challenged: 'SiteGround' })
  const moved = await look('/moved-twice')
  expect(moved).toMatchObject({ flags: ['redirected'], challenged: 'Cloudflare' })
})

test('robots.txt behind bot protection is unknown, with words; a page behind it has one warning', async () => {
  robots = 0
  try {
    const page = await look('/ok')
    expect([page.robots.verdict, page.flags, page.challenged]).toEqual(['unknown', [], undefined])
    expect(page.warnings).toEqual([
      expect.stringContaining("robots.txt was not read: the site's bot protection (Cloudflare)"),
    ])
    expect((await look('/0')).warnings).toHaveLength(1)
  } finally {
    robots = null
  }
})

const BEGINS = ['_Incapsula_Resource?', '/challenge-platform/', '<title', '<title>', '<h1>Access Denied</h1>']

test.each(BEGINS)('a page that repeats %p is read in one pass', (begin) => {
  const began = performance.now()
  expect(challengeIn(begin.repeat(60_000), false)).toBe(null)
  challengeIn(begin.repeat(60_000), true)
  expect(performance.now() - began).toBeLessThan(3_000)
})
