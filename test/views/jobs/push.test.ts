/** New push without JavaScript: for whom it is, what it is called, and where its list comes from. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { refreshOutcome } from '../../../src/domains/jobs/index.ts'
import { ownerOfHosts, suggestedName } from '../../../views/push/client-of-order.ts'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
const PUSH = `/app/w/${CAST.ada.tenant_id}/push`

const hits: string[] = []
let fixed = false
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const { pathname, origin } = new URL(request.url)
    const list = (paths: string[]) =>
      `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`
    if (pathname === '/sitemap.xml') return new Response(list(['/a', '/b']))
    if (pathname === '/packed.xml.gz') return new Response(Bun.gzipSync(new TextEncoder().encode(list(['/c']))))
    if (pathname === '/index.xml')
      return new Response(`<sitemapindex><sitemap><loc>${origin}/sitemap.xml</loc></sitemap></sitemapindex>`)
    if (pathname === '/huge.xml') return new Response(list(Array.from({ length: 12_000 }, (_, i) => `/page-${i}`)))
    if (pathname === '/cut.txt')
      return new Response(`${origin}/a\n${' \n'.repeat(2_090_000)}${`${origin}/b?`.padEnd(40_000, 'b')}`)
    if (pathname === '/cut.xml') return new Response(`${list(['/a'])}${' '.repeat(5 << 20)}`)
    if (pathname === '/bomb.xml.gz') return new Response(Bun.gzipSync(new Uint8Array(17 << 20).fill(10)))
    if (pathname === '/half.xml') {
      const files = [`${origin}/gone.xml`, `${origin}/sitemap.xml`, 'http://127.0.0.2:9/b.xml']
      return new Response(
        `<sitemapindex>${files.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`,
      )
    }
    if (pathname === '/far.xml')
      return new Response('<sitemapindex><sitemap><loc>http://127.0.0.2:9/a.xml</loc></sitemap></sitemapindex>')
    if (pathname === '/no-pages.xml') return new Response('<urlset></urlset>')
    if (pathname.startsWith('/guarded'))
      return new Response('<title>Just a moment...</title>', { status: 403, headers: { 'cf-mitigated': 'challenge' } })
    hits.push(pathname)
    if (pathname.startsWith('/well') || (pathname === '/fixed' && fixed))
      return new Response(`<!doctype html><title>${pathname}</title><p>${'A page with a few words. '.repeat(40)}`, {
        headers: { 'content-type': 'text/html' },
      })
    return new Response('nothing here', { status: 404 })
  },
})
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`

beforeAll(async () => {
  office = await pushing(1000, 1000, { env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  browser = browserOf(office)
})
afterAll(async () => {
  office.close()
  await site.stop(true)
})

const send = (form: Record<string, string>) => browser.send('ada', PUSH, form)
const listIn = (html: string): string[] =>
  (/<textarea[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1] ?? '').trim().split('\n').filter(Boolean)

describe('for whom it is', () => {
  const clients = [
    { id: 'bakery', name: 'Bakery' },
    { id: 'kettle', name: 'Kettle Coffee Co.' },
    { id: 'ab', name: 'AB' },
  ]
  const found = (hosts: Record<string, number>, owners: { host: string; tenant_id: string }[] = []) => {
    const links = Object.values(hosts).reduce((sum, n) => sum + n, 0)
    return ownerOfHosts(new Map(Object.entries(hosts)), links, owners, clients)?.tenant_id ?? null
  }
  const guess = (...hosts: string[]) => found(Object.fromEntries(hosts.map((host) => [host, 1])))

  test('is told by a name in the host, and by nothing where two could be meant', () => {
    expect(guess('shop.bakery.example')).toBe('bakery')
    expect(guess('kettle-coffee-co.example', 'www.kettlecoffeeco.example')).toBe('kettle')
    expect(guess('shop.bakery.example', 'kettlecoffeeco.example')).toBeNull()
    expect(guess('about.example')).toBeNull()
    expect(guess('elsewhere.example')).toBeNull()
  })

  test('is told by a site or a push before a name; what is known as one’s own is no client’s', () => {
    const host = 'shop.bakery.example'
    expect(found({ [host]: 1 }, [{ host, tenant_id: 'kettle' }])).toBe('kettle')
    expect(found({ [host]: 1 }, [{ host, tenant_id: 'agency' }])).toBeNull()
  })

  test('is the client of most links: an odd one among many changes nothing', () => {
    const odd = { 'kettlecoffee.example': 1 }
    expect(found({ 'bakery.example': 290, 'kettle-coffee-co.example': 1 })).toBe('bakery')
    expect(found({ 'elsewhere.example': 290, 'bakery.example': 1 })).toBeNull()
    expect(found({ 'bakery.example': 5, 'kettle-coffee-co.example': 5 })).toBeNull()
    expect(found({ 'bakery.example': 5, 'shop.bakery.example': 4, ...odd })).toBe('bakery')
  })

  test('the client that was guessed pays, and whoever is named in its place', async () => {
    const form = { urls: 'https://bakery.example/rye', step: 'review' }
    expect((await send(form)).text).toMatch(/bakery\.example\s+belongs to\s+Bakery\s*, which pays/)
    expect((await send(form)).text).toMatch(/Bakery\s+has after\s+0/)
    expect((await send({ ...form, client: 'northwind' })).text).toMatch(/Northwind\s+has after/)
    const refused = await send({ ...form, client: 'Nobody', step: 'push' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('no workspace of that name')])
  })

  test('whom the last push was for is remembered, unless the addresses or somebody tell otherwise', async () => {
    await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 5 })
    const pushed = async (client: string, urls: string) => {
      const form = { urls, client, push_anyway: urls }
      const [, quoted = ''] = /name="quoted" value="([^"]+)"/.exec((await send({ ...form, step: 'review' })).html) ?? []
      return (await send({ ...form, quoted, step: 'push' })).headers
        .getSetCookie()
        .find((one) => one.startsWith('push_for'))
    }
    const kept = await pushed('Bakery', 'https://florist.example/roses')
    expect(kept).toContain(`push_for=${CAST.vera.tenant_id}; Path=/app/w/${CAST.ada.tenant_id}; Max-Age=7776000`)
    const cookie = `${browser.cookies.get('ada')}; ${kept!.split(';')[0]}`
    const remembering = async (form: Record<string, string>) => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ ...form, step: 'review' }).toString()
      return (await browser.raw(PUSH, { method: 'POST', headers, body })).text
    }
    expect((await browser.visit('ada', PUSH, { cookie })).text).toMatch(/Bakery\s+pays, as last time/)
    expect(await remembering({ urls: 'https://never-seen.example/a' })).toMatch(/Bakery\s+has after/)
    expect(await remembering({ urls: 'https://never-seen.example/a', client: 'Northwind' })).toMatch(
      /Northwind\s+has after/,
    )
    const forgot = await pushed('Northwind', 'https://own-blog.example/a')
    expect(forgot).toContain('Max-Age=0')
    expect(await remembering({ urls: 'https://own-blog.example/b' })).toMatch(/Northwind\s+has after/)
  })

  test('a guess that became another after the bill is shown again before anything is pushed', async () => {
    const form = { urls: 'https://orchard.example/a', push_anyway: 'https://orchard.example/a' }
    const [, quoted = ''] = /name="quoted" value="([^"]+)"/.exec((await send({ ...form, step: 'review' })).html) ?? []
    expect(quoted).toEndWith('+ten_northwind')
    await office.call('ada', 'add_indexnow_site', { host: 'orchard.example', tenant_id: CAST.vera.tenant_id })
    const again = await send({ ...form, step: 'push', quoted })
    expect([again.status, again.text]).toEqual([200, expect.stringContaining('Nothing was pushed yet')])
  })
})

test('of a client it stays among the pages of the client, and its agency can transfer what is missing', async () => {
  const client = `/app/w/${CAST.vera.tenant_id}`
  const { location } = await browser.visit('ada', `${client}/push?urls=https://bakery.example/a`)
  const asked = { urls: 'https://bakery.example/a', tenant_id: CAST.vera.tenant_id }
  expect(location).toBe(`${PUSH}?${new URLSearchParams(asked)}`)
  const { main } = await browser.visit('ada', location!)
  expect(main).toContain('<p class="client-name clip" title="Bakery" dir="auto">Bakery</p>')
  expect(main).toMatch(new RegExp(`<a href="${client}/jobs"[^>]*aria-current="page"`))
  expect((await browser.visit('ada', PUSH)).main).not.toContain('client-name')
})

test('a push without a name is called after its host and its day', async () => {
  expect(suggestedName(urls(40), '2026-11-22T23:30:00.000Z', 'Europe/Berlin')).toBe('bakery.example, 23 Nov 2026')
  expect(suggestedName(['https://a.example/', 'https://b.example/'], '2026-11-22T10:00:00.000Z', 'UTC')).toBe(
    'a.example and 1 more, 22 Nov 2026',
  )
})

describe('the list', () => {
  test('takes the pages of a sitemap, packed ones and those of an index too', async () => {
    const form = { urls: 'https://bakery.example/rye', step: 'sitemap' }
    const { html, text } = await send({ ...form, sitemap: at('/sitemap.xml') })
    expect(listIn(html)).toEqual(['https://bakery.example/rye', at('/a'), at('/b')])
    expect(text).toContain('2 pages read from 1 sitemap.')
    expect(listIn((await send({ ...form, urls: '', sitemap: at('/packed.xml.gz') })).html)).toEqual([at('/c')])
    expect(listIn((await send({ ...form, urls: '', sitemap: at('/index.xml') })).html)).toEqual([at('/a'), at('/b')])
  })

  test('takes what can be read of an index, and names the rest', async () => {
    const { status, html, text } = await send({ urls: '', sitemap: at('/half.xml'), step: 'sitemap' })
    expect([status, listIn(html)]).toEqual([200, [at('/a'), at('/b')]])
    expect(text).toContain(`Not read: ${at('/gone.xml')} answers 404; http://127.0.0.2:9/b.xml is on another host`)
  })

  test.each([
    [
      '/far.xml',
      'far.xml names no sitemap of its own host. Not read: http://127.0.0.2:9/a.xml is on another host: give its address.',
    ],
    ['/no-pages.xml', 'lists no pages: it is a sitemap without entries'],
    ['/guarded.xml', 'bot protection (Cloudflare) stopped us. Ask the site'],
  ])('says why nothing comes of %p', async (path, why) => {
    const { status, text } = await send({ urls: '', sitemap: at(path), step: 'sitemap' })
    expect([status, text]).toEqual([422, expect.stringContaining(why)])
  })

  test('takes as many of a sitemap as a push may carry, and says so', async () => {
    const { html, text } = await send({ urls: '', sitemap: at('/huge.xml'), step: 'sitemap' })
    expect(listIn(html)).toHaveLength(10_000)
    expect(text).toContain('the others are left out')
  })

  test.each(['/cut.txt', '/cut.xml'])(
    'takes the first part of one that is too large, and says so: %p',
    async (path) => {
      const { html, text } = await send({ urls: '', sitemap: at(path), step: 'sitemap' })
      expect(listIn(html)).toEqual([at('/a')])
      expect(text).toContain('1 page read from the first part of 1 sitemap.')
      expect(text).toContain('pages beyond that were not read')
    },
  )

  test('refuses a packed one that unpacks to far more than its size', async () => {
    const { status, text } = await send({ urls: '', sitemap: at('/bomb.xml.gz'), step: 'sitemap' })
    expect([status, text]).toEqual([422, expect.stringContaining('200 times its size. Give a smaller one.')])
  })

  test.each([
    ['bakery.example', 'Give the full address'],
    ['file:///etc/passwd', 'Give the full address'],
    ['http://10.0.0.1/sitemap.xml', '10.0.0.1'],
    ['gone', 'answers 404'],
  ])('says why %p is no sitemap, and keeps what there was', async (address, why) => {
    const sitemap = address === 'gone' ? at('/gone.xml') : address
    const { status, html, text } = await send({ urls: 'https://bakery.example/rye', sitemap, step: 'sitemap' })
    expect([status, text]).toEqual([422, expect.stringContaining(why)])
    expect(listIn(html)).toEqual(['https://bakery.example/rye'])
    expect(html).toContain(`value="${sitemap}"`)
  })

  test('says what was dropped, and why; every line is in the bill once', async () => {
    const list = ['https://orchard.example/x', 'https://orchard.example/x', 'no address', 'https://orchard.example/y']
    const { text } = await send({ urls: list.join('\n'), client: 'Northwind', step: 'review' })
    const words = text.replace(/\s+/g, ' ')
    expect(words).toContain('2 lines dropped 1 duplicate, 1 without a URL')
    expect(words).toMatch(/Duplicates, dropped 1 Lines without a URL, dropped 1/)
  })
})

describe('leaving out', () => {
  const [well, gone, lost] = ['/well', '/gone-1', '/gone-2'].map(at) as [string, string, string]
  const form = { urls: [well, gone, 'no address', lost].join('\n'), page: 'three', client: 'Northwind' }

  test('a cause takes its pages out of the list; the others are not looked at again, and the bill follows', async () => {
    const before = await send({ ...form, push_anyway: gone, step: 'review' })
    expect(before.html).toMatch(/<button[^>]*name="step" value="leave:http_4xx"/)
    expect(before.text).toMatch(/Left out, free\s+1/)
    const after = await send({ ...form, push_anyway: gone, anyway_flag: 'http_4xx', step: 'leave:http_4xx' })
    expect(listIn(after.html)).toEqual([well, 'no address'])
    expect(after.text).toContain('2 links were removed from the list.')
    expect(after.text.replace(/\s+/g, ' ')).toMatch(/Ready to push 1 Left out, free 0/)
    expect(after.html).not.toContain('group-flag-http_4xx')
    expect(hits.filter((hit) => hit === '/well')).toHaveLength(1)
  })

  test('a cause is checked again once the site is fixed, and no other page is fetched', async () => {
    const again = { ...form, page: 'five', urls: [well, at('/fixed')].join('\n') }
    fixed = false
    expect((await send({ ...again, step: 'review' })).text).toMatch(/Left out, free\s+1/)
    fixed = true
    const [wells, asked] = ['/well', '/fixed'].map((path) => hits.filter((hit) => hit === path).length)
    const after = await send({ ...again, step: 'again:http_4xx' })
    expect(after.text.replace(/\s+/g, ' ')).toMatch(/1 page checked again\..*Ready to push 2 Left out, free 0/)
    expect(hits.filter((hit) => hit === '/fixed')).toHaveLength(asked! + 1)
    expect(hits.filter((hit) => hit === '/well')).toHaveLength(wells!)
  })

  test('links behind bot protection are pushed with one line, until they are left out', async () => {
    const guarded = ['/guarded-1', '/guarded-2'].map(at)
    const all = { ...form, urls: [well, ...guarded].join('\n'), page: 'four' }
    const before = await send({ ...all, step: 'review' })
    const group = /<details id="group-challenged".*?<\/details>/s.exec(before.html)![0]
    expect(group.match(/Search engines are usually let in/g)).toHaveLength(1)
    expect(before.text.replace(/\s+/g, ' ')).toMatch(/Ready to push 3 Left out, free 0/)
    const after = await send({ ...all, step: 'leave:challenged' })
    expect(listIn(after.html)).toEqual([well])
    expect(after.text).toContain('2 links were removed from the list.')
  })

  test('of the whole list leaves an empty one, and nothing to push', async () => {
    const { html, text } = await send({ ...form, urls: gone, step: 'leave:http_4xx' })
    expect(listIn(html)).toEqual([])
    expect(text).toContain('Nothing to push')
  })
})

test('pages that have not answered are rows at once, the first hundred and how many more', async () => {
  const hung = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    fetch: () => new Promise<Response>(() => {}),
  })
  const waiting = Array.from({ length: 120 }, (_, i) => `http://127.0.0.1:${hung.port}/hung-${i}`)
  const fields = { urls: [at('/well'), at('/gone-1'), ...waiting].join('\n'), page: 'looking' }
  await browser.send('ada', `${PUSH}/preflight`, fields)
  const { html } = await browser.visit('ada', `${PUSH}/preflight/looking`)
  await hung.stop(true)
  expect(html).toMatch(/Waiting for an answer<\/b>.*120<span class="vh"> links/)
  const [, group = ''] = html.split('id="group-looking"')
  expect(group.match(/<li>/g)).toHaveLength(100)
  expect(group).toContain('and 20 more')
  expect(group).not.toContain('/well')
  expect(html.length).toBeLessThan(40_000)
})

test('a poll sends nothing and is answered with nothing while nothing has changed', async () => {
  const slow = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    fetch: () => new Promise<Response>(() => {}),
  })
  const fields = { urls: `http://127.0.0.1:${slow.port}/`, page: 'one' }
  await browser.send('ada', `${PUSH}/preflight`, fields)
  const first = await browser.visit('ada', `${PUSH}/preflight/one`)
  expect(first.html).toContain('0 of 1 links screened')
  const tag = first.headers.get('hx-ptag')!
  expect((await browser.visit('ada', `${PUSH}/preflight/one`, { 'hx-ptag': tag })).status).toBe(304)
  // A page that the server does not know sends its list again; nobody sees that of another.
  for (const [person, page] of [
    ['ada', 'two'],
    ['ben', 'one'],
  ] as const)
    expect((await browser.visit(person, `${PUSH}/preflight/${page}`)).html).toContain('hx-trigger="load"')
  await slow.stop(true)
})

test('the list takes the links of a push that were looked at and not seen, of the own tree alone', async () => {
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', {
    urls: urls(40, 'past'),
    preflight: false,
    name: 'Before',
  })
  await office.work()
  for (const day of [1, 3, 7]) await office.day(day)
  const { items } = await office.call<{ items: { url: string }[] }>('ada', 'list_job_urls', {
    id,
    state: 'not_indexed',
    page_size: 200,
  })
  expect(items.length).toBeGreaterThan(2)
  browser.cookies.clear()
  const offered = await browser.visit('ada', PUSH)
  expect(offered.text).toContain(`Before: ${items.length} links not indexed`)
  const { html } = await send({ urls: '', past: id, step: 'past' })
  expect(listIn(html).sort()).toEqual(items.map(({ url }) => url).sort())
  expect(listIn((await browser.visit('ada', `${PUSH}?unseen=${id}`)).html)).toHaveLength(items.length)
  // A link that is still watched is not counted, and does not come along.
  office.db.write((tx) => {
    const watched =
      "update links set state = 'sent' where id = (select min(id) from links where job_id = ? and state = ?)"
    tx.run(watched, id, 'not_indexed')
    refreshOutcome(tx, id)
    return null
  })
  expect((await browser.visit('ada', PUSH)).text).toContain(`Before: ${items.length - 1} links not indexed`)
  expect(listIn((await send({ urls: '', past: id, step: 'past' })).html)).toHaveLength(items.length - 1)
  expect((await browser.send('rita', `/app/w/${CAST.rita.tenant_id}/push`, { past: id, step: 'past' })).status).toBe(
    404,
  )
})

test('flagged groups of more than five rows are closed, with three examples and one act for all', async () => {
  const gone = Array.from({ length: 7 }, (_, i) => at(`/gone-many-${i}`))
  const { html } = await send({ urls: [at('/well'), ...gone].join('\n'), client: 'Northwind', step: 'review' })
  const group = /<details id="group-flag-http_4xx".*?<\/details>/s.exec(html)![0]
  expect(group).toStartWith('<details id="group-flag-http_4xx" class="flag">')
  expect(group).toContain('/gone-many-0, /gone-many-1, /gone-many-2<')
  expect([...group.matchAll(/name="anyway_flag"/g)]).toHaveLength(1)
  expect(group).toContain('Push 7 anyway: 7 credits, not refunded')
  const few = await send({ urls: [at('/well'), ...gone.slice(0, 5)].join('\n'), client: 'Northwind', step: 'review' })
  expect(few.html).toContain('<details id="group-flag-http_4xx" class="flag" open>')
})

test('an empty list starts with the sitemaps of the hosts that were pushed last', async () => {
  const { main } = await browser.visit('ada', PUSH)
  expect([...main.matchAll(/name="step" value="host:([^"]+)"/g)].map(([, host]) => host!)).toContain('bakery.example')
  const { status, main: refused } = await send({ urls: '', step: 'host:127.0.0.1' })
  expect(status).toBe(422)
  expect(refused).toContain('value="https://127.0.0.1/sitemap.xml"')
})
