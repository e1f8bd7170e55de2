/** Checks as people order them: the bill before the click, what to do when the purse is too small, and what is missing. */
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
const plain = (text: string) => text.replace(/\s+/g, ' ')
const listed = (n: number, path: string) => urls(n, path).join('\n')

const field = (html: string, name: string): string =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="${name}"`)
    .exec(html)
    ?.slice(1)
    .find(Boolean) ?? ''

/** Asks for the bill, and what its button sends; the agency pays, whatever the hosts, unless told. */
async function review(given: Record<string, string>) {
  const fields = { ...('client' in given ? {} : { tenant_id: CAST.ada.tenant_id }), ...given }
  const seen = await browser.send('ada', `${NORTHWIND}/checks/new`, { step: 'review', ...fields })
  const agreed = { quoted: field(seen.main, 'quoted'), idempotency_key: field(seen.main, 'idempotency_key') }
  return { ...seen, agreed: { ...fields, ...agreed } }
}

test('the button says the bill, and the click moves exactly that', async () => {
  await w.call('pat', 'update_integrations', { engines: { scan_live: { adapter: 'simulated' } } })
  const { text, agreed } = await review({ urls: `${listed(7, 'live')}\nnone`, engine: 'scan_live', name: 'Fresh' })
  expect(plain(text)).toContain('Check credits reserved 35')
  expect(plain(text)).toMatch(/Northwind \S* ?has after 15/)
  expect(w.credits().check.available).toBe(50)
  const done = await browser.send('ada', `${NORTHWIND}/checks/new`, { ...agreed, step: 'check' })
  expect([done.status, done.location]).toEqual([303, expect.stringContaining(`${NORTHWIND}/jobs/`)])
  expect(w.credits().check).toEqual({ available: 15, reserved: 35 })
  const again = await browser.send('ada', `${NORTHWIND}/checks/new`, { ...agreed, step: 'check' })
  expect([again.status, w.credits().check.available]).toEqual([200, 15])
})

test('a list that has grown since is billed again, and nothing is checked', async () => {
  const { agreed } = await review({ urls: listed(3, 'grown'), engine: 'scan_standard' })
  const sent = { ...agreed, urls: listed(4, 'grown'), step: 'check' }
  const { status, text } = await browser.send('ada', `${NORTHWIND}/checks/new`, sent)
  expect(status).toBe(200)
  expect(plain(text)).toContain('Nothing was checked yet: the bill is now 4 check credits')
  expect(w.credits().check.available).toBe(50)
})

test('a bill of one workspace agrees to nothing for another, though both can pay', async () => {
  await w.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 20, kind: 'check' })
  const { agreed } = await review({ urls: listed(3, 'whose'), engine: 'scan_standard' })
  const sent = { ...agreed, tenant_id: CAST.vera.tenant_id, step: 'check' }
  const { status, text } = await browser.send('ada', `${NORTHWIND}/checks/new`, sent)
  expect([status, plain(text).includes('Nothing was checked yet')]).toEqual([200, true])
  expect(w.credits().check).toEqual({ available: 30, reserved: 0 })
})

test('a purse that is too small is filled in the same act, or as much is checked as it holds', async () => {
  const fields = { urls: listed(12, 'short'), tenant_id: CAST.vera.tenant_id, engine: 'scan_standard' }
  const empty = await review(fields)
  expect(plain(empty.text)).toContain('Transfer 12 check credits and check 12')
  const given = await browser.send('ada', `${NORTHWIND}/checks/new`, { ...empty.agreed, step: 'give' })
  expect(given.status).toBe(303)
  expect(w.credits().check.available).toBe(38)
  const large = await review({ urls: listed(60, 'large'), engine: 'scan_standard' })
  expect(plain(large.text)).toContain('Check the first 38')
  const first = await browser.send('ada', `${NORTHWIND}/checks/new`, { ...large.agreed, step: 'first' })
  expect(plain(first.text)).toContain('The other 22 are still here')
  expect(w.credits().check.available).toBe(0)
})

test('the list of a check says where each answer was read', async () => {
  const { id } = await w.call<{ id: string }>('ada', 'check_index', { urls: urls(2, 'where') })
  await w.work()
  const shown = async () => {
    const { main } = await browser.visit('ada', `${NORTHWIND}/jobs/${id}`)
    return [...main.matchAll(/class="sub2" title="([^"]*)/g)].map(([, title]) => title)
  }
  // The simulated engine knows no place.
  expect(await shown()).toEqual([])
  w.db.write((tx) => tx.run("update looks set method = 'search_result', place = 'DE/de/mobile'"))
  expect(await shown()).toEqual(['Germany, in German, on a phone', 'Germany, in German, on a phone'])
})

test('what a check did not find is pushed from its row, as many as it says', async () => {
  const { id } = await w.call<{ id: string }>('ada', 'check_index', { urls: urls(20, 'seek'), name: 'Seek' })
  await w.work()
  expect((await browser.visit('ada', `${NORTHWIND}/checks`)).main).toContain(`/jobs/${id}/send-unindexed"`)
  const { main } = await browser.visit('ada', `${NORTHWIND}/jobs/${id}`)
  const missing = Number(/Push (\d+) not indexed/.exec(main)![1])
  const items = (await w.call<{ items: { indexed: string }[] }>('ada', 'list_job_urls', { id, page_size: 200 })).items
  expect(missing).toBe(items.filter(({ indexed }) => indexed !== 'yes').length)
  const ask = `${NORTHWIND}/jobs/${id}/send-unindexed`
  expect((await browser.visit('ada', `${NORTHWIND}/jobs/${id}`)).main).toContain(`href="${ask}"`)
  expect((await browser.visit('ada', ask)).text).toContain(`Push ${missing} links`)
  const pushed = await browser.send('ada', ask)
  expect(pushed.status).toBe(303)
  expect(w.credits().index).toEqual({ available: 100 - missing, reserved: missing })
  expect((await browser.visit('ada', pushed.location!)).text).toContain('Until then you can take it all back.')
  await browser.send('ada', `${pushed.location}/undo`)
  expect(w.credits().index).toEqual({ available: 100, reserved: 0 })
})

test('where the purse does not hold the missing ones, New push has them and offers what can be done', async () => {
  const { id } = await w.call<{ id: string }>('ada', 'check_index', { urls: urls(20, 'dear'), name: 'Dear' })
  await w.work()
  await w.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 99 })
  const { location } = await browser.send('ada', `${NORTHWIND}/jobs/${id}/send-unindexed`)
  expect(location).toBe(`${NORTHWIND}/push?unseen=${id}&tenant_id=${CAST.ada.tenant_id}`)
  expect((await browser.visit('ada', location!)).main).toContain('https://bakery.example/dear-')
  expect(w.credits().index).toEqual({ available: 1, reserved: 0 })
})

test('credits are not given for a list that no check takes; given for one that is refused, it is said', async () => {
  await w.call('pat', 'adjust_credits', {
    tenant_id: CAST.ada.tenant_id,
    amount: 12_000,
    kind: 'check',
    reason: 'test',
  })
  const fields = { tenant_id: CAST.vera.tenant_id, engine: 'scan_standard' }
  const long = await review({ ...fields, urls: listed(10_001, 'long') })
  const before = w.credits().check
  const refused = await browser.send('ada', `${NORTHWIND}/checks/new`, { ...long.agreed, step: 'give' })
  expect([refused.status, w.credits().check]).toEqual([402, before])
  expect(refused.text).toContain('A check takes at most 10,000 links.')
  const short = await review({ ...fields, urls: listed(12, 'none') })
  await w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated', daily_cap: 1 } } })
  const given = await browser.send('ada', `${NORTHWIND}/checks/new`, { ...short.agreed, step: 'give' })
  expect(given.status).toBeGreaterThanOrEqual(400)
  expect(plain(given.text)).toContain('Northwind transferred 12 check credits to Bakery.')
  expect(w.credits().check.available).toBe(before.available - 12)
})

test('whose credits pay is guessed from the hosts, can be named instead, and is remembered where the hosts tell nothing', async () => {
  await w.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 20, kind: 'check' })
  const elsewhere = 'https://elsewhere.example/1\nhttps://elsewhere.example/2'
  const asked = { engine: 'scan_standard', client: '' }
  const page = await browser.visit('ada', `${NORTHWIND}/checks/new`)
  expect(plain(page.main)).toContain('Northwind pays.')
  expect(page.main).toContain('<option value="Bakery" data-second="20 available">Bakery</option>')
  const typing = await browser.send('ada', `${NORTHWIND}/checks/bill`, { ...asked, urls: listed(3, 'guess') })
  expect(plain(typing.html)).toContain(
    '<hx-partial hx-target="#client-note" hx-swap="innerHTML"><b>bakery.example</b> belongs to <b><bdi class="nm" title="Bakery">Bakery</bdi></b>',
  )
  const guessed = await review({ ...asked, urls: listed(3, 'guess') })
  expect(plain(guessed.text)).toMatch(/Bakery \S* ?has after 17/)
  const done = await browser.send('ada', `${NORTHWIND}/checks/new`, { ...guessed.agreed, step: 'check' })
  expect(done.status).toBe(303)
  const [remembered] = done.headers.getSetCookie().filter((one) => one.startsWith('push_for='))
  expect(remembered).toContain(CAST.vera.tenant_id)
  const cookie = `${browser.cookies.get('ada')}; ${remembered!.split(';')[0]}`
  for (const order of ['checks/new', 'push'])
    expect(plain((await browser.visit('ada', `${NORTHWIND}/${order}`, { cookie })).text)).toContain(
      'Bakery pays, as last time',
    )
  const named = await review({ ...asked, client: 'northwind', urls: listed(3, 'named') })
  expect(plain(named.text)).toMatch(/Northwind \S* ?has after 27/)
  const unknown = await review({ ...asked, client: 'Nobody', urls: elsewhere })
  expect([unknown.status, plain(unknown.text)]).toEqual([
    422,
    expect.stringContaining('There is no workspace of that name.'),
  ])
})

test('a viewer sees checks and can order none; those of others are not there', async () => {
  const { id } = await w.call<{ id: string }>('ada', 'check_index', { urls: urls(2, 'mine'), name: 'Of the agency' })
  const { status, main } = await browser.visit('vera', `${BAKERY}/checks`)
  expect([status, main.includes('/checks/new'), main.includes('method="post"')]).toEqual([200, false, false])
  expect(main).not.toContain('Of the agency')
  expect(plain((await browser.visit('vera', `${BAKERY}/checks`)).text)).not.toContain('New check')
  for (const path of ['new', 'bill'])
    expect((await browser.send('vera', `${BAKERY}/checks/${path}`, { urls: listed(1, 'x') })).status).toBe(403)
  expect((await browser.visit('vera', `${BAKERY}/checks/new`)).status).toBe(403)
  expect((await browser.send('vera', `${BAKERY}/jobs/${id}/send-unindexed`)).status).toBe(403)
})

test('where no engine is connected, the page says so before a list is made', async () => {
  await w.call('pat', 'update_integrations', { engines: { scan_standard: null } })
  const { text } = await browser.visit('ada', `${NORTHWIND}/checks/new`)
  expect(plain(text)).toContain('No check engine is connected.')
})
