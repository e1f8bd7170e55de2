/** A link's page is its receipt: what was seen, what it cost and where the ledger says so, in its workspace alone. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { pushing, urls } from '../../pushing.ts'
import { CAST } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
beforeEach(async () => {
  w = await pushing(100, 50)
  browser = browserOf(w)
})
afterEach(() => w.close())

const NORTHWIND = `/app/w/${CAST.ada.tenant_id}`
const BAKERY = `/app/w/${CAST.vera.tenant_id}`

type Row = { uid: number; url: string; state: string; credit: string | null; indexed: string }

const push = async (input: object) =>
  (await w.call<{ id: string }>('ada', 'submit_index_job', { preflight: false, ...input })).id
const rowsOf = async (id: string) =>
  (await w.call<{ items: Row[] }>('ada', 'list_job_urls', { id, page_size: 200 })).items
const plain = (text: string) => text.replace(/\s+/g, ' ')

async function settled(input: object) {
  const id = await push(input)
  await w.work()
  for (const day of [1, 3, 7]) await w.day(day)
  return { id, rows: await rowsOf(id) }
}

test('a used credit is explained on one screen: who saw the page, the stored answer, and the line that set it aside', async () => {
  const { id, rows } = await settled({ urls: urls(20, 'used'), name: 'Menu' })
  const used = rows.find(({ credit }) => credit === 'consumed')!
  const { main, text, status } = await browser.visit('ada', `${NORTHWIND}/links/${used.uid}`)
  expect(status).toBe(200)
  for (const words of ['Used', '1 index credit was used: a check found the link', 'Menu'])
    expect(plain(text)).toContain(words)
  expect(main).toContain(`${NORTHWIND}/jobs/${id}"`)
  const [, line] = /href="([^"]*\/credits\/[\w-]+)"/.exec(main)!
  expect(plain((await browser.visit('ada', line!)).text)).toContain('20 index credits out')
  const [, raw] = /hx-get="([^"]*\/answers\/\d+)"/.exec(main)!
  const opened = await browser.visit('ada', raw!)
  expect(opened.text).toContain(used.url)
  const fold = await browser.visit('ada', raw!, { 'hx-request': 'true', 'hx-request-type': 'partial' })
  expect(fold.html).toStartWith('<pre>')
})

test('a returned credit leads to the line that brought it back, and that line to its links', async () => {
  const { rows } = await settled({ urls: urls(20, 'back'), name: 'Menu' })
  const back = rows.filter(({ credit }) => credit === 'released')
  expect(back.length).toBeGreaterThan(1)
  const { main, text } = await browser.visit('ada', `${NORTHWIND}/links/${back[0]!.uid}`)
  expect(plain(text)).toContain('The credit was refunded: no check found the link by day 7')
  const [, line] = /href="([^"]*\/credits\/[\w-]+)">\s*Refunded in a ledger entry of \d+/.exec(main)!
  const entry = await browser.visit('ada', line!)
  expect(plain(entry.text)).toContain(`${back.length} index credits in`)
  for (const { uid } of back) expect(entry.main).toContain(`${NORTHWIND}/links/${uid}"`)
  for (const { uid } of rows.filter(({ credit }) => credit === 'consumed'))
    expect(entry.main).not.toContain(`${NORTHWIND}/links/${uid}"`)
})

test('a link that was not sent says why nothing was charged', async () => {
  const id = await push({ urls: urls(3, 'drip'), drip_days: 3 })
  await w.call('ada', 'cancel_job', { id })
  await w.work()
  const [first] = await rowsOf(id)
  const { text } = await browser.visit('ada', `${NORTHWIND}/links/${first!.uid}`)
  expect(plain(text)).toContain('Nothing was charged: the push was cancelled before the link was sent')
})

test('the life of an address goes across the jobs in reach, and not beyond', async () => {
  const [url] = urls(1, 'twice')
  const first = await push({ urls: [url], name: 'First time' })
  await push({ urls: [url], name: 'For the client', tenant_id: CAST.ada.tenant_id })
  await w.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 5 })
  const below = await push({ urls: [url], name: 'In the bakery', tenant_id: CAST.vera.tenant_id })
  await w.work()
  const [mine] = await rowsOf(first)
  const [hers] = await rowsOf(below)
  const seen = plain((await browser.visit('ada', `${NORTHWIND}/links/${mine!.uid}`)).text)
  for (const name of ['First time', 'For the client', 'In the bakery']) expect(seen).toContain(name)
  const client = plain((await browser.visit('vera', `${BAKERY}/links/${hers!.uid}`)).text)
  expect(client).toContain('In the bakery')
  expect(client).not.toContain('First time')
  expect((await browser.visit('vera', `${BAKERY}/links/${mine!.uid}`)).status).toBe(404)
  expect((await browser.visit('vera', `${BAKERY}/links/999999`)).status).toBe(404)
  expect((await browser.send('vera', `${BAKERY}/links/${mine!.uid}/check`)).status).toBe(404)
})

test('a viewer sees the receipt and nothing that writes', async () => {
  await w.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 5 })
  const id = await push({ urls: urls(2, 'viewed'), tenant_id: CAST.vera.tenant_id })
  await w.work()
  const [first] = await rowsOf(id)
  const { main, status } = await browser.visit('vera', `${BAKERY}/links/${first!.uid}`)
  expect([status, main.includes('method="post"'), main.includes('/push?')]).toEqual([200, false, false])
  expect((await browser.send('vera', `${BAKERY}/links/${first!.uid}/check`)).status).toBe(403)
})

test('a look now costs what its button says, and is told with the line that paid for it', async () => {
  const id = await push({ urls: urls(1, 'now') })
  await w.work()
  const [only] = await rowsOf(id)
  const page = `${NORTHWIND}/links/${only!.uid}`
  expect((await browser.visit('ada', page)).text).toContain('Check now, 1 check credit')
  expect(await browser.send('ada', `${page}/check`, { engine: 'scan_standard' })).toMatchObject({
    status: 303,
    location: page,
  })
  expect(w.credits().check.available).toBe(49)
  await w.work()
  expect(plain((await browser.visit('ada', page)).main)).toMatch(
    /Re-check.*href="[^"]*\/credits\/[\w-]+">1 check credit reserved/,
  )
})

const totalOf = (text: string): number => Number((/–[\d,]+ of ([\d,]+)/.exec(text)?.[1] ?? '0').replaceAll(',', ''))

test('the list holds the links of all jobs, and each filter as many as the tabs of the jobs say together', async () => {
  const jobs = [
    await push({ urls: urls(30, 'smart'), name: 'Smart', smart: true }),
    await push({ urls: urls(20, 'held'), name: 'Held', holdout_pct: 20 }),
    await push({ urls: urls(10, 'drip'), name: 'Drip', drip_days: 30 }),
    (await w.call<{ id: string }>('ada', 'check_index', { urls: urls(15, 'smart'), name: 'Check' })).id,
  ]
  await w.work()
  await w.day(3)
  const counts = new Map<string, number>()
  for (const id of jobs) {
    const { main } = await browser.visit('ada', `${NORTHWIND}/jobs/${id}`)
    for (const [, label, n] of main.matchAll(/<a id="tab-[\w-]+"[^>]*>([^<]*?) ([\d,]+)<\/a>/g))
      counts.set(label!, (counts.get(label!) ?? 0) + Number(n))
  }
  const page = async (query: string) => (await browser.visit('ada', `${NORTHWIND}/links?${query}`)).text
  expect(totalOf(await page(''))).toBe(75)
  const tabs: Record<string, string[]> = {
    indexed: ['Indexed'],
    visible: ['Indexed already'],
    // A push over days tells those that wait apart.
    waiting: ['Waiting', 'Sent', 'Scheduled', 'Queued'],
    not_indexed: ['Not indexed', 'Not indexed, refunded'],
    held_out: ['Control group'],
    unanswered: ['No answer'],
  }
  for (const [verdict, labels] of Object.entries(tabs)) {
    const told = labels.reduce((sum, label) => sum + (counts.get(label) ?? 0), 0)
    expect([verdict, totalOf(await page(`verdict=${verdict}`))]).toEqual([verdict, told])
  }
  const rows = (await Promise.all(jobs.map(rowsOf))).flat()
  const of = (credit: string) => rows.filter((row) => row.credit === credit)
  expect(totalOf(await page('credit=consumed'))).toBe(of('consumed').length)
  const both = of('consumed').filter(({ url, state }) => url.includes('smart') && state === 'indexed')
  expect(totalOf(await page('credit=consumed&verdict=indexed&q=SMART-'))).toBe(both.length)
})

test('an address is found however it is typed; a host, and only it; a client, and only its', async () => {
  await w.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 5 })
  const all = [
    ...urls(2, 'bread'),
    'https://shop.bakery.example/bread',
    'http://bakery.example/a%C3%A4b',
    'https://bakery.example.rival.example/bread',
  ]
  await push({ urls: all, name: 'Agency' })
  await push({ urls: urls(1, 'bread'), name: 'Bakery', tenant_id: CAST.vera.tenant_id })
  const found = async (query: Record<string, string>, who: 'ada' | 'vera' = 'ada') =>
    totalOf(
      (await browser.visit(who, `${who === 'ada' ? NORTHWIND : BAKERY}/links?${new URLSearchParams(query)}`)).text,
    )
  expect(await found({ q: 'HTTPS://Bakery.Example/bread-0#top' })).toBe(2)
  expect(await found({ q: 'https://bakery.ex' })).toBe(4)
  expect(await found({ q: 'Bread' })).toBe(5)
  expect(await found({ q: 'aäb' })).toBe(1)
  expect(await found({ host: 'bakery.example' })).toBe(4)
  expect(await found({ host: 'bakery.example', q: 'bread-1' })).toBe(1)
  expect(await found({ tenant_id: CAST.vera.tenant_id })).toBe(1)
  expect(await found({}, 'vera')).toBe(1)
  expect((await browser.visit('vera', `${BAKERY}/links?tenant_id=${CAST.ada.tenant_id}`)).status).toBe(404)
})

test('pages follow each other in the order of the jobs, none twice, whichever way they are sorted', async () => {
  for (let i = 0; i < 4; i++) await push({ urls: urls(5, `job-${i}`), name: `Job ${i}` })
  const read = async (query: string) => {
    const { main } = await browser.visit('ada', `${NORTHWIND}/links?page_size=7&${query}`)
    return [...main.matchAll(/href="[^"]*\/links\/(\d+)" data-row/g)].map(([, uid]) => Number(uid))
  }
  const newest = [...(await read('page=1')), ...(await read('page=2')), ...(await read('page=3'))]
  const oldest = [...(await read('dir=asc')), ...(await read('dir=asc&page=2')), ...(await read('dir=asc&page=3'))]
  expect(oldest).toEqual(oldest.toSorted((a, b) => a - b))
  expect(new Set(newest)).toEqual(new Set(oldest))
  expect(newest.slice(0, 5)).toEqual(oldest.slice(15))
})

test('links that are ticked are taken to their bill; those of others are left behind', async () => {
  const id = await push({ urls: urls(3, 'ticked') })
  const [one, two] = await rowsOf(id)
  const fields = new URLSearchParams([one!, two!].map(({ uid }) => ['uids', String(uid)]))
  const { location } = await browser.send('ada', `${NORTHWIND}/links/check`, fields)
  expect(location).toStartWith(`${NORTHWIND}/checks/new?`)
  expect(plain((await browser.visit('ada', location!)).text)).toContain('2 links · 2 check credits')
  const pushed = await browser.send('ada', `${NORTHWIND}/links/push`, fields)
  expect(new URL(pushed.location!, 'http://x').searchParams.get('urls')).toBe(`${one!.url}\n${two!.url}`)
  expect((await browser.send('vera', `${BAKERY}/links/push`, fields)).status).toBe(403)
  const none = await browser.send('ada', `${NORTHWIND}/links/push`, { uids: '999999' })
  expect(none.location).toBe(`${NORTHWIND}/links`)
})
