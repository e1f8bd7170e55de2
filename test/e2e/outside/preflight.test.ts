import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Agency, agency } from '../agency.ts'

setDefaultTimeout(600_000)

const TEXT = '<p>Fresh bread every morning, of flour from the mill next door.</p>'.repeat(3)
const NOINDEX = '<meta name=robots content=noindex>'
const html = (text: string | Uint8Array<ArrayBuffer>, headers: [string, string][] = []) =>
  new Response(text, { headers: [['content-type', 'text/html; charset=utf-8'], ...headers] })
const page = (head: string, headers?: [string, string][], body = TEXT) =>
  html(`<!doctype html><html><head><title>Fresh bread</title>${head}</head><body>${body}</body></html>`, headers)
const moved = (location: string) => new Response(null, { status: 301, headers: { location } })
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string, 'utf8'))))
const untyped = (body: string | Uint8Array<ArrayBuffer>) =>
  new Response(body, { headers: { 'content-type': 'text/html' } })

/** A page, the flags that it gets, and how its warnings begin. `bing` where other flags are in Bing's way. */
type Answer = () => Response | Promise<Response>
type Fault = { answer: Answer; flags: string[]; warns: string[]; bing: string[] }
const is = (flags: string[], answer: Answer, warns: string[] = [], bing = flags): Fault => ({
  answer,
  flags,
  warns,
  bing,
})
const OUTSIDE = 'A robots meta tag (noindex) outside the head may be obeyed.'
const PADDING = 'x'.repeat(300)

const FAULTS: Record<string, Fault> = {
  // A robots rule outside the head: no flag, and never silence.
  '/noindex-in-body': is([], () => page('', [], TEXT + NOINDEX), [OUTSIDE]),
  '/noindex-behind-div': is([], () => page(`<div></div>${NOINDEX}`), [OUTSIDE]),
  '/noindex-in-noscript': is([], () => page(`<noscript>${NOINDEX}</noscript>`), [
    'A robots meta tag (noindex) in <noscript>',
  ]),
  // What ends the head keeps a canonical behind it from counting.
  '/text-in-head': is([], () => page('text<link rel=canonical href=/other>')),
  '/mark-in-head': is([], () => page('\ufeff<link rel=canonical href=/other>')),
  '/nbsp-in-head': is([], () => page('&nbsp;<link rel=canonical href=/other>')),
  '/end-in-head': is([], () => page('</br><link rel=canonical href=/other>')),
  // Character references by name.
  '/caf%C3%A9': is([], () => page('<link rel=canonical href="/caf&eacute;">')),
  '/newline': is(['noindex'], () => page('<meta name=robots content="&NewLine;noindex">')),
  '/nbsp': is(['noindex'], () => page('<meta name=robots content="nofollow,&nbsp noindex">')),
  // Character sets.
  '/utf-16-meta': is(['noindex'], () => untyped(`<meta charset="utf-16">${NOINDEX}<title>Bread</title>${TEXT}`)),
  '/utf-16-comment': is(['noindex'], () => untyped(`<!-- charset=utf-16 -->${NOINDEX}<title>Bread</title>${TEXT}`)),
  '/caf%C3%A9-marked': is(
    [],
    () =>
      new Response(bytes([0xef, 0xbb, 0xbf], `<link rel=canonical href="/café-marked">${TEXT}`), {
        headers: { 'content-type': 'text/html; charset=windows-1252' },
      }),
  ),
  '/caf%C3%A9-late': is([], () =>
    untyped(
      bytes(
        `<meta name=description content="${PADDING}" charset=windows-1252><link rel=canonical href="/caf`,
        [0xe9],
        `-late">${TEXT}`,
      ),
    ),
  ),
  // A refresh, wherever it stands.
  '/refresh-in-body': is(['redirected'], () => page('', [], `${TEXT}<meta http-equiv=refresh content="0; url=/ok">`), [
    'The page redirects visitors to',
  ]),
  '/rel-nbsp': is([], () => page('<link rel="canonical&#160;" href=/other>')),
  '/base-data': is([], () => page('<base href="data:text/plain,x"><link rel=canonical href=/base-data>')),
  '/robot': is([], () => page('<meta name=robot content=noindex>'), ['<meta name="robot"> with noindex']),
  // Headers.
  '/joined': is(
    [],
    () =>
      page('', [
        ['x-robots-tag', 'otherbot: noindex, nofollow'],
        ['x-robots-tag', 'noindex'],
      ]),
    ['"X-Robots-Tag: otherbot: noindex, nofollow, noindex" may keep the page out'],
  ),
  '/link-title': is([], () => page('', [['link', '</d>; title="a;rel=canonical"; rel=alternate']])),
  '/link-anchor': is([], () => page('', [['link', '</d>; rel=canonical; anchor="/elsewhere"']])),
  // robots.txt, in which Bing's crawler has a group of its own.
  '/~joe/x': is(['robots_blocked'], () => page(''), ['Only Google is blocked, by robots.txt'], []),
  '/far/down': is(['robots_blocked'], () => page(''), ['Only Google is blocked, by robots.txt'], []),
  '/not-for-msnbot/x': is([], () => page(''), ['Bing is blocked by robots.txt'], ['robots_blocked']),
  // One engine.
  '/bingbot': is([], () => page('<meta name=bingbot content=noindex>'), ['Bing is blocked by noindex'], ['noindex']),
  '/msnbot': is([], () => page('', [['x-robots-tag', 'msnbot: none']]), ['Bing is blocked by noindex'], ['noindex']),
  '/googlebot': is(
    ['noindex'],
    () => page('<meta name=googlebot content=noindex>'),
    ['Only Google is blocked, by noindex'],
    [],
  ),
  '/both': is(['noindex', 'canonical_elsewhere'], () => page(`${NOINDEX}<link rel=canonical href=/ok>`), [
    'The page says noindex and names another canonical address',
  ]),
  // Soft findings.
  '/canonical-1': is(['canonical_elsewhere'], () => page('<link rel=canonical href=/canonical-2>'), [
    'Canonical addresses form a chain: ',
  ]),
  '/canonical-2': is(['canonical_elsewhere'], () => page('<link rel=canonical href=/ok>')),
  '/circle-1': is(['canonical_elsewhere'], () => page('<link rel=canonical href=/circle-2>'), [
    'Canonical addresses form a circle: ',
  ]),
  '/circle-2': is(['canonical_elsewhere'], () => page('<link rel=canonical href=/circle-1>'), [
    'Canonical addresses form a circle: ',
  ]),
  '/canonical-gone': is(['canonical_elsewhere'], () => page('<link rel=canonical href=/nowhere>'), [
    'The canonical address ',
  ]),
  '/hop-1': is(['redirected'], () => moved('/hop-2'), ['It takes 2 redirects: ']),
  '/hop-2': is(['redirected'], () => moved('/ok')),
  '/dropped?sort=price': is(['canonical_elsewhere'], () => page('<link rel=canonical href=/dropped>'), [
    'The canonical address leaves out sort.',
  ]),
  '/dropped': is([], () => page('<link rel=canonical href=/dropped>')),
  '/soft-404': is([], () => html(`<title>Page not found</title>${TEXT}`), ['The title says that there is no page']),
  '/thin': is([], () => page('', [], '<p>Soon.</p>'), ['The page has almost no text (5 characters).']),
  '/empty': is([], () => page('', [], '<div id=app></div>'), ['The page has no text before']),
  '/hreflang': is([], () => page('<link rel=alternate hreflang=de href=/de>'), ['The page names 1 language versions']),
  '/slow': is([], () => Bun.sleep(3_200).then(() => page('')), ['The server took 3.']),
  '/ok': is([], () => page('')),
}

const RULES = `User-agent: msnbot\nDisallow: /not-for-msnbot\n\nUser-agent: *\nDisallow: /%7Ejoe/\n${Array.from(
  { length: 12_000 },
  (_, i) => `Disallow: /${i}$\n`,
).join('')}Disallow: /far/down\n`

let one: Agency
let site: ReturnType<typeof Bun.serve>
let closed: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      const { pathname, search } = new URL(url)
      if (pathname === '/robots.txt') return new Response(RULES)
      return (FAULTS[pathname + search] ?? FAULTS[pathname])?.answer() ?? new Response('', { status: 404 })
    },
  })
  closed = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => (url.endsWith('/robots.txt') ? new Response('', { status: 503 }) : page('')),
  })
  one = await agency()
})
afterAll(async () => {
  await one.close()
  site.stop(true)
  closed.stop(true)
})

type Result = { url: string; flags: string[]; warnings: string[]; bing: { flags: string[] } }

test('every fault that a page was found to have is told as what it is, and nothing else is', async () => {
  const urls = Object.keys(FAULTS).map((path) => site.url.origin + path)
  const { results } = await one.post<{ results: Result[] }>('/preflight', { urls })
  const told = results.map(({ url, flags, warnings, bing }) => {
    const path = url.slice(site.url.origin.length)
    const begins = FAULTS[path]?.warns ?? []
    const shown = warnings.map((warning) => begins.find((start) => warning.startsWith(start)) ?? warning)
    return [path, { flags, bing: bing.flags, warns: shown }]
  })
  const expected = Object.entries(FAULTS).map(([path, { flags, bing, warns }]) => [path, { flags, bing, warns }])
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected))
})

test('a robots.txt that answers 503 is told in the job, with the link and in the file', async () => {
  const { id } = await one.push([`${closed.url.origin}/ok`, `${site.url.origin}/ok`])
  await one.reaches(id, 'watching')
  const { outcome } = await one.get<{ outcome: { warned: number } }>(`/jobs/${id}?url_limit=0`)
  expect(outcome.warned).toBe(1)
  const warned = await one.all<Result & { state: string }>(`/jobs/${id}/urls?warned=true`)
  expect(warned).toMatchObject([
    { state: 'sent', flags: [], warnings: [expect.stringContaining('robots.txt answers 503')] },
  ])
  const csv = await fetch(`${one.address()}/api/v1/jobs/${id}/csv`, {
    headers: { authorization: `Bearer ${one.key()}` },
  })
  expect(await csv.text()).toContain('robots.txt answers 503')
})
