import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { CsvAnswer } from '../../../src/kernel/operation/operation.ts'
import { parseNetworks } from '../../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { pushing } from '../../pushing.ts'
import { startWeb, type Web } from '../../upstreams/web.ts'

type Link = {
  url: string
  state: string
  credit: string
  guarantee: boolean
  flags: string[]
  warnings: string[]
  bing_flags: string[]
  http_status: number | null
}
type Job = { id: string; status: string; outcome: { warned: number } }

let web: Web
let one: Awaited<ReturnType<typeof pushing>>
beforeAll(async () => {
  web = await startWeb()
  const fetch = createSafeFetch({ allow_networks: parseNetworks('127.0.0.0/8'), user_agent: 'test' })
  one = await pushing(100, 100, { fetch })
  const host = new URL(web.origin).host
  const key = 'a'.repeat(32)
  one.db.write((tx) =>
    tx.run(
      `insert into indexnow_sites (id, tenant_id, host, scheme, key, status, verified_at, checked_at, created_at, updated_at)
       values ('site_a', 'ten_northwind', ?, 'http', ?, 'verified', ?3, ?3, ?3, ?3)`,
      host,
      key,
      tx.now,
    ),
  )
})
afterAll(() => {
  one.close()
  web.stop()
})

async function pushed(paths: string[], more: object = {}) {
  const urls = paths.map(web.url)
  const { id } = await one.call<Job>('ada', 'submit_index_job', { urls, ...more })
  await one.work()
  const job = await one.call<Job>('ada', 'get_job_status', { id })
  const links = await one.call<{ items: Link[]; total: number }>('ada', 'list_job_urls', { id })
  const told = (path: string) => links.items.find(({ url }) => url === web.url(path))!
  const pinged = one.db.read((tx) => tx.rows<{ url: string }>('select url from indexnow_urls where job_id = ?', id))
  return { id, job, told, pinged: pinged.map(({ url }) => url.replace(web.origin, '')).toSorted() }
}

test('a page that only Bing may not see goes to the supplier under the guarantee, and not to IndexNow', async () => {
  const { told, pinged } = await pushed(['/ok', '/noindex-bing', '/noindex-googlebot', '/noindex'])
  expect(told('/noindex-bing')).toMatchObject({ state: 'sent', guarantee: true, flags: [], bing_flags: ['noindex'] })
  expect(told('/noindex-bing').warnings).toEqual([expect.stringContaining('Bing is blocked by noindex')])
  expect(told('/noindex-googlebot')).toMatchObject({ state: 'flagged', flags: ['noindex'], bing_flags: [] })
  expect(told('/noindex-googlebot').warnings).toEqual([expect.stringContaining('Only Google is blocked')])
  expect(told('/noindex')).toMatchObject({
    state: 'flagged',
    flags: ['noindex'],
    bing_flags: ['noindex'],
    warnings: [],
  })
  expect(pinged).toEqual(['/ok'])
})

test('whoever pushes flagged links all the same has IndexNow told of them too', async () => {
  const all = await pushed(['/noindex-bing?2', '/noindex?2'], { skip_flagged: false })
  expect(all.pinged).toEqual(['/noindex-bing?2', '/noindex?2'])
  const some = await pushed(['/noindex-bing?3', '/noindex-bing?4'], { push_anyway: [web.url('/noindex-bing?4')] })
  expect(some.pinged).toEqual(['/noindex-bing?4'])
})

test('its look settles the guarantee like any other', async () => {
  const { id, told } = await pushed(['/noindex-msnbot'])
  expect(told('/noindex-msnbot')).toMatchObject({ state: 'sent', credit: 'reserved', bing_flags: ['noindex'] })
  for (const n of [1, 3, 7]) await one.day(n)
  const { items } = await one.call<{ items: Link[] }>('ada', 'list_job_urls', { id })
  expect(['consumed', 'released']).toContain(items[0]!.credit)
})

test('warnings are told with the link, counted in the job, listed alone and in the file', async () => {
  const { id, job, told } = await pushed(['//robots-503/ok', '/chain/2', '/odd-title', '/ok?5', '/status/404'])
  expect(job.outcome.warned).toBe(3)
  expect(told('//robots-503/ok')).toMatchObject({ state: 'sent', flags: [], http_status: 200 })
  expect(told('//robots-503/ok').warnings).toEqual([expect.stringContaining('robots.txt answers 503')])
  expect(told('/chain/2')).toMatchObject({ state: 'flagged', http_status: 200 })
  expect(told('/chain/2').warnings[0]).toContain('/chain/2 → ')
  expect(told('/status/404')).toMatchObject({ flags: ['http_4xx'], http_status: 404, warnings: [] })
  const ask = async (warned: boolean) => {
    const { items, total } = await one.call<{ items: Link[]; total: number }>('ada', 'list_job_urls', { id, warned })
    return { total, urls: items.map(({ url }) => url) }
  }
  expect(await ask(true)).toEqual({ total: 3, urls: ['//robots-503/ok', '/chain/2', '/odd-title'].map(web.url) })
  expect(await ask(false)).toEqual({ total: 2, urls: ['/ok?5', '/status/404'].map(web.url) })
  let text = ''
  for await (const line of (await one.call<CsvAnswer>('ada', 'export_job_csv', { id })).lines) text += line
  expect(text.split('\r\n', 1)[0]).toContain(',fix,warnings,bing_flags,reason,')
  expect(text).toContain('robots.txt answers 503, which keeps crawlers away')
})

test('what pre-flight tells of a page and what its job tells is the same', async () => {
  const paths = ['/status/503', '/canonical-chain/2', '/to?url=/noindex-bing', '/odd-body']
  type Result = Omit<Link, 'bing_flags'> & { status: number | null; bing: { flags: string[] } }
  const { results } = await one.call<{ results: Result[] }>('ada', 'preflight_urls', { urls: paths.map(web.url) })
  const { told } = await pushed(paths)
  for (const [i, path] of paths.entries()) {
    const { flags, warnings, bing, status } = results[i]!
    expect(told(path)).toMatchObject({ flags, warnings, bing_flags: bing.flags, http_status: status })
  }
})

test('they are stored with their values, and programs read them in English, those of before too', async () => {
  const { id } = await pushed(['//robots-503/ok?7', '/ok?8'])
  const stored = () => one.db.read((tx) => tx.rows<{ id: number; warnings: string }>(LINKS, id))
  const LINKS = 'select id, warnings from links where job_id = ? order by id'
  const [warned, plain] = stored()
  expect(JSON.parse(warned!.warnings)).toEqual([[expect.stringContaining('{status}'), { status: 503 }]])
  const old = 'The page has almost no text (12 characters). Describe its subject in text.'
  one.db.write((tx) => tx.run('update links set warnings = ? where id = ?', JSON.stringify([old]), plain!.id))
  const english = 'robots.txt answers 503, which keeps crawlers away for a while. Make it answer 200 or 404.'
  const { items } = await one.call<{ items: Link[] }>('ada', 'list_job_urls', { id })
  expect(items.map(({ warnings }) => warnings)).toEqual([[english], [old]])
  let text = ''
  for await (const line of (await one.call<CsvAnswer>('ada', 'export_job_csv', { id })).lines) text += line
  for (const warning of [english, old]) expect(text).toContain(warning)
})
