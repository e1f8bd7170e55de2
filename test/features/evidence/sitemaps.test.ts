/** Acceptance 8: `sitemaps.submit` once a day and host, never with a token for reading, and the record is read back. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { refusal } from '../../refusal.ts'
import { connect, googleSetting, type Setting, serve } from './setting.ts'

const FEED = 'https://bakery.example/sitemap.xml'
let s: Setting
/** Files of the site, by address. */
let files: Record<string, string>
beforeEach(async () => {
  files = { [FEED]: '<urlset><url><loc>https://bakery.example/</loc></url></urlset>' }
  const fetch = async (address: string | URL) => {
    const body = files[String(address)]
    const found = { url: String(address), status: body === undefined ? 404 : 200, body: Buffer.from(body ?? '') }
    return { ...found, headers: new Headers(), truncated: false, head_ms: 1, hops: [] } as never
  }
  s = await googleSetting({ fetch })
})
afterEach(() => s.close())

const allowed = async () => {
  await connect(s, { input: { tenant_id: 'ten_bakery', sitemaps: true } })
  await serve(s, 'sc-domain:bakery.example', ['ten_bakery'], 'ada', { sitemaps: true })
}
const submit = (feed = FEED) => s.w.call('ada', 'submit_google_sitemap', { tenant_id: 'ten_bakery', feed })
const puts = () => s.op.received.filter(({ method }) => method === 'PUT').length

test('the answer is the record that Google has, and the list shows it', async () => {
  await allowed()
  const made = await submit()
  expect(made).toMatchObject({
    feed: FEED,
    record: { last_submitted: s.w.clock.now(), is_pending: true, errors: 0, warnings: 0, submitted: 42 },
  })
  expect(await s.w.call('ada', 'list_google_sitemaps')).toMatchObject({ items: [made], total: 1 })
})

test('a host is submitted once a day; a changed file at once', async () => {
  await allowed()
  await submit()
  expect(await refusal(submit())).toMatchObject({ code: 'conflict', message: expect.stringContaining('a day later') })
  files['https://bakery.example/other.xml'] = '<sitemapindex/>'
  expect(await refusal(submit('https://bakery.example/other.xml'))).toMatchObject({ code: 'conflict' })
  expect(puts()).toBe(1)
  s.w.clock.turn(HOUR)
  files[FEED] += '<!-- a new page -->'
  await submit()
  s.w.clock.turn(DAY)
  await submit()
  expect(puts()).toBe(3)
})

test('what another agency submits for the same host neither counts nor shows', async () => {
  await allowed()
  await connect(s, { who: 'rita', email: 'rita@rival.example', input: { tenant_id: 'ten_rival', sitemaps: true } })
  s.w.db.write((tx) =>
    tx.run(
      `insert into submitted_sitemaps (id, property_id, feed, host, source_hash, submitted_at)
       select 'theirs', p.id, ?, 'bakery.example', 'h', ? from google_properties p
       join google_accounts a on a.id = p.account_id where a.tenant_id = 'ten_rival'`,
      FEED,
      tx.now,
    ),
  )
  await submit()
  expect(puts()).toBe(1)
  expect(await refusal(submit())).toMatchObject({ code: 'conflict' })
})

test('two at once are one', async () => {
  await allowed()
  const outcomes = await Promise.allSettled([submit(), submit()])
  expect([outcomes.map(({ status }) => status).sort(), puts()]).toEqual([['fulfilled', 'rejected'], 1])
})

test('a property that is read only is never asked, and the refusal names the scope', async () => {
  await connect(s)
  await serve(s, 'sc-domain:bakery.example', ['ten_bakery'])
  expect(await refusal(submit())).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('https://www.googleapis.com/auth/webmasters'),
  })
  expect(puts()).toBe(0)
})

test.each([
  ['without a host', 'https://xn--/', 'no web address'],
  ['at a port that there is not', 'https://bakery.example:99999/', 'no web address'],
  ['of a host of no property', 'https://florist.example/sitemap.xml', 'no property that serves'],
  ['that is not there', 'https://bakery.example/gone.xml', 'it answers 404'],
  ['that is a page', 'https://bakery.example/', 'neither a sitemap nor a feed'],
])('a sitemap %s is refused before Google is asked', async (_, feed, words) => {
  await allowed()
  files['https://bakery.example/'] = '<!doctype html><title>Bakery</title>'
  const asked = s.op.received.length
  const { code, details } = await refusal(submit(feed))
  expect([code, JSON.stringify(details)]).toEqual(['validation_failed', expect.stringContaining(words)])
  expect(s.op.received.length).toBe(asked)
})

test('a submission that Google refuses does not count', async () => {
  await allowed()
  s.op.fail({ status: 503 }, 1, /sitemaps/)
  await submit().catch(() => {})
  expect(await s.w.call('ada', 'list_google_sitemaps')).toMatchObject({ total: 0 })
  await submit()
  expect(await s.w.call('ada', 'list_google_sitemaps')).toMatchObject({ total: 1 })
})

test('an access token that was ended early is replaced once', async () => {
  await allowed()
  s.op.fail({ status: 401 }, 1, /sitemaps/)
  expect(await submit()).toMatchObject({ record: { submitted: 42 } })
})
