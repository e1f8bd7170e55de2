/** URLs for Bing, of sites in the operator's account where no key file can be hosted. */
import { afterEach, expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { bingWebmaster } from '../../upstreams/bing-webmaster.ts'
import { world } from '../../world.ts'

const SITE = 'https://closed.example/'
const pages = (n: number) => Array.from({ length: n }, (_, i) => `${SITE}p${i}`)
let end: (() => void) | null = null
afterEach(() => end?.())

async function connected(quota: { day: number; month: number }, sites = [SITE, 'https://bakery.example/']) {
  const w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  const now = () => w.clock.now()
  const api_key = `bing-${crypto.randomUUID()}`
  const bing = bingWebmaster({ now, api_key, sites, known: () => null, quota })
  const scan_bing = { adapter: 'bing_webmaster', enabled: true, base_url: bing.url, api_key }
  await w.call('pat', 'update_integrations', { engines: { scan_bing } })
  end = () => {
    bing.stop()
    w.close()
  }
  return { ...w, bing }
}

test('as many URLs are submitted as Bing takes today, in one call, and the rest is returned', async () => {
  const w = await connected({ day: 3, month: 40 })
  expect(await w.call<object>('pat', 'get_bing_quota')).toMatchObject({ connected: true, asked_at: null, sites: [] })
  const asked = await w.call<{ sites: object[] }>('pat', 'ask_bing_quota')
  expect(asked.sites[0]).toEqual({ site_url: SITE, day: 3, month: 40, key_file: false })
  const urls = pages(5)
  expect(await w.call<object>('pat', 'submit_bing_urls', { urls })).toEqual({ submitted: 3, left_over: urls.slice(3) })
  expect(w.bing.submitted).toEqual([{ site: SITE, urls: urls.slice(0, 3) }])
  expect((await w.call<{ sites: object[] }>('pat', 'get_bing_quota')).sites[0]).toMatchObject({ day: 0, month: 37 })
  expect(await w.call<object>('pat', 'submit_bing_urls', { urls: urls.slice(3) })).toMatchObject({ submitted: 0 })
  expect(w.bing.submitted).toHaveLength(1)
})

test('URLs of hosts with a key file, or of no site of the account, are refused before Bing gets any', async () => {
  const w = await connected({ day: 3, month: 40 })
  const refused = (urls: string[]) => refusal(w.call('pat', 'submit_bing_urls', { urls }))
  expect(await refused([...pages(1), 'https://strange.example/a'])).toMatchObject({ code: 'validation_failed' })
  const { id } = await w.call<{ id: string }>('ada', 'add_indexnow_site', { host: 'https://bakery.example' })
  w.db.write((tx) => tx.run("update indexnow_sites set status = 'verified', verified_at = ? where id = ?", tx.now, id))
  expect(await refused(['https://bakery.example/rye'])).toMatchObject({ code: 'validation_failed' })
  expect(w.bing.submitted).toEqual([])
  expect(await refusal(w.call('ada', 'submit_bing_urls', { urls: pages(1) }))).toMatchObject({ code: 'forbidden' })
})

test('a site that fails after another took its own leaves the answer: what was taken, and what is to be submitted again', async () => {
  const sites = [SITE, 'https://bakery.example/']
  const w = await connected({ day: 9, month: 40 }, sites)
  await w.call('pat', 'ask_bing_quota')
  // Taken out of the account since its sites were read.
  sites.pop()
  const rye = 'https://bakery.example/rye'
  const answer = await w.call<object>('pat', 'submit_bing_urls', { urls: [...pages(2), rye] })
  expect(answer).toEqual({ submitted: 2, left_over: [rye] })
  await expect(w.call('pat', 'submit_bing_urls', { urls: [rye] })).rejects.toThrow('NotAuthorized')
  expect(w.bing.submitted).toHaveLength(1)
})

test('a batch that Bing took although its answer was lost is not submitted again', async () => {
  const w = await connected({ day: 9, month: 40 })
  const urls = pages(3)
  w.bing.fail('cut', 1, /SubmitUrlBatch/)
  await expect(w.call('pat', 'submit_bing_urls', { urls })).rejects.toThrow()
  expect(w.bing.submitted).toHaveLength(1)
  const again = [...urls, ...pages(4).slice(3)]
  expect(await w.call<object>('pat', 'submit_bing_urls', { urls: again })).toEqual({ submitted: 4, left_over: [] })
  expect(w.bing.submitted.map((one) => one.urls.length)).toEqual([3, 1])
})

test('a batch that Bing did not take although it gave no answer is submitted again', async () => {
  const w = await connected({ day: 9, month: 40 })
  const urls = pages(3)
  w.bing.fail({ status: 503 }, 1, /SubmitUrlBatch/)
  await expect(w.call('pat', 'submit_bing_urls', { urls })).rejects.toThrow()
  expect(await w.call<object>('pat', 'submit_bing_urls', { urls })).toEqual({ submitted: 3, left_over: [] })
  expect(w.bing.submitted.map((one) => one.urls.length)).toEqual([3])
})

test('a site in a spelling that is no web address is shown as Bing spells it', async () => {
  const w = await connected({ day: 9, month: 40 }, ['bakery.example'])
  await w.call('pat', 'ask_bing_quota')
  expect(await w.call<object>('pat', 'get_bing_quota')).toMatchObject({
    sites: [{ site_url: 'bakery.example', key_file: false }],
  })
})
