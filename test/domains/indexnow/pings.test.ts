import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { pingSummary } from '../../../src/domains/indexnow/index.ts'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { refusal } from '../../refusal.ts'
import { type IndexnowWorld, indexnowWorld } from './setting.ts'

let w: IndexnowWorld
beforeEach(() => {
  w = indexnowWorld()
})
afterEach(() => w.close())

const summary = (job_id: string) => w.db.read((tx) => pingSummary(tx, job_id))
const tick = () => w.call('pat', 'tick_indexnow')

describe('planning', () => {
  test('makes one submission a verified host, and none for the others', async () => {
    const [a, b] = [await w.verifiedSite('ten_bakery'), await w.verifiedSite('ten_bakery')]
    const pending = w.website()
    await w.call('ada', 'add_indexnow_site', { host: pending.url, tenant_id: 'ten_bakery' })
    const { job_id, planned } = w.push([
      `${a.url}/1`,
      `${b.url}/1`,
      `${a.url}/2`,
      `${pending.url}/1`,
      'https://unknown.example/',
    ])
    expect(planned).toBe(2)
    expect(summary(job_id)).toMatchObject({ eligible: 3, queued: 3, sent: 0, answers: {} })
    expect(
      summary(job_id)
        .hosts.map(({ host, queued }) => [host, queued])
        .sort(),
    ).toEqual(
      [
        [a.host, 2],
        [b.host, 1],
      ].sort(),
    )
  })

  test('leaves a push alone whose hosts are all unknown', () => {
    const { planned, job_id } = w.push(['https://unknown.example/'])
    expect(planned).toBe(0)
    expect(summary(job_id)).toMatchObject({ eligible: 0, hosts: [] })
  })

  test('takes http and https alike, but another port is another host', async () => {
    const { url, host } = await w.verifiedSite('ten_bakery')
    const { job_id } = w.push([`${url}/a`, `https://${host}/a`, 'http://127.0.0.1/a', 'http://127.0.0.1:1/a'])
    expect(summary(job_id)).toMatchObject({ eligible: 2, queued: 2 })
  })

  test("sends under the workspace's own site rather than one above it, and under one above rather than none", async () => {
    const { site: upper, url, files } = await w.verifiedSite('ten_northwind')
    w.push([`${url}/a`])
    const own = await w.call<{ id: string; key: string }>('ada', 'add_indexnow_site', {
      host: url,
      tenant_id: 'ten_bakery',
    })
    w.push([`${url}/b`])
    files[`/${own.key}.txt`] = own.key
    await w.call('ada', 'verify_indexnow_site', { id: own.id })
    w.push([`${url}/c`])
    w.push([`${url}/d`], { tenant_id: 'ten_northwind' })
    await tick()
    const sent = w.receiver.batches
      .map(({ key, urlList }) => [key, ...urlList])
      .sort((a, b) => (a[1]! < b[1]! ? -1 : 1))
    expect(sent).toEqual([
      [upper.key, `${url}/a`],
      [upper.key, `${url}/b`],
      [own.key, `${url}/c`],
      [upper.key, `${url}/d`],
    ])
  })

  test('never uses the site of a stranger or of a workspace below', async () => {
    const stranger = await w.verifiedSite('ten_rival')
    const below = await w.verifiedSite('ten_bakery')
    expect(w.push([`${stranger.url}/a`]).planned).toBe(0)
    expect(w.push([`${below.url}/a`], { tenant_id: 'ten_northwind' }).planned).toBe(0)
  })

  test("a workspace's own switched-off site hides the one above it", async () => {
    const { url } = await w.verifiedSite('ten_northwind')
    const own = await w.call('ada', 'add_indexnow_site', { host: url, tenant_id: 'ten_bakery' })
    await w.call('ada', 'update_indexnow_site', { id: own.id, enabled: false })
    expect(w.push([`${url}/a`]).planned).toBe(0)
  })

  test('keeps URLs outside the folder of the key file back', async () => {
    const { url } = await w.verifiedSite('ten_bakery', '/blog/key.txt')
    const { job_id } = w.push([`${url}/blog/post`, `${url}/blog`, `${url}/shop/`, `${url}/blog/`])
    expect(summary(job_id)).toMatchObject({ eligible: 4, queued: 2, not_covered: 2 })
    await tick()
    expect(w.receiver.urls()).toEqual([`${url}/blog/post`, `${url}/blog/`])
  })
})

describe('the window of 24 hours', () => {
  test('keeps a URL back that was sent within it, from whatever job, and lets others pass', async () => {
    const { url } = await w.verifiedSite('ten_bakery')
    w.push([`${url}/a`])
    await tick()
    w.clock.turn(DAY - 1)
    const second = w.push([`${url}/a`, `${url}/b`])
    expect(summary(second.job_id)).toMatchObject({ queued: 1, skipped_24h: 1 })
    w.clock.turn(1)
    expect(summary(w.push([`${url}/a`]).job_id)).toMatchObject({ queued: 1, skipped_24h: 0 })
  })

  test('counts what waits to be sent, too', async () => {
    const { url } = await w.verifiedSite('ten_bakery')
    w.push([`${url}/a`])
    expect(w.push([`${url}/a`]).planned).toBe(0)
  })

  test('does not count what was refused', async () => {
    const { url } = await w.verifiedSite('ten_bakery')
    w.receiver.script.push({ status: 422 })
    w.push([`${url}/a`])
    await tick()
    expect(w.push([`${url}/a`]).planned).toBe(1)
  })

  test('is each site’s own', async () => {
    const { url } = await w.verifiedSite('ten_northwind')
    w.push([`${url}/a`], { tenant_id: 'ten_northwind' })
    const { id, key } = await w.call<{ id: string; key: string }>('rita', 'add_indexnow_site', { host: url })
    w.db.write((tx) => tx.run("update indexnow_sites set status = 'verified' where id = ?", id))
    expect(key).toBeString()
    expect(w.push([`${url}/a`], { tenant_id: 'ten_rival' }).planned).toBe(1)
  })

  test('does not hold when the push forces', async () => {
    const { url } = await w.verifiedSite('ten_bakery')
    w.push([`${url}/a`])
    expect(w.push([`${url}/a`], { force: true }).planned).toBe(1)
  })
})

describe('ten thousand links', () => {
  test('go out as one batch a host, each link once', async () => {
    const [a, b] = [await w.verifiedSite('ten_bakery'), await w.verifiedSite('ten_northwind')]
    const urls = Array.from({ length: 10_000 }, (_, i) => `${i % 4 ? a.url : b.url}/page-${i}?q=${'x'.repeat(60)}`)
    const { job_id, planned } = w.push(urls)
    expect(planned).toBe(2)
    await tick()
    expect(w.receiver.batches.map(({ urlList }) => urlList.length).sort()).toEqual([2500, 7500])
    expect(w.receiver.urls().sort()).toEqual(urls.sort())
    expect(summary(job_id)).toMatchObject({ eligible: 10_000, sent: 10_000, answers: { 200: 10_000 } })
  })

  test('and more on one host are split at the limit', async () => {
    const { url } = await w.verifiedSite('ten_bakery')
    expect(w.push(Array.from({ length: 10_001 }, (_, i) => `${url}/${i}`)).planned).toBe(2)
    await tick()
    expect(w.receiver.batches.map(({ urlList }) => urlList.length).sort()).toEqual([1, 10_000])
  })
})

describe('the preview', () => {
  test('counts what a push would send, host by host, and writes nothing', async () => {
    const { url, host, site } = await w.verifiedSite('ten_bakery', '/blog/key.txt')
    w.push([`${url}/blog/old`])
    const urls = [
      `${url}/blog/old`,
      `${url}/blog/new`,
      `${url}/blog/new#twice`,
      `${url}/other`,
      'https://unknown.example/',
      'no url',
    ]
    expect(await w.call<object>('vera', 'preview_indexnow', { urls })).toEqual({
      total: 4,
      eligible: 1,
      skipped_24h: 1,
      not_covered: 1,
      no_site: 1,
      hosts: [
        { host, site_id: site.id, urls: 3, eligible: 1 },
        { host: 'unknown.example', site_id: null, urls: 1, eligible: 0 },
      ],
      duplicates: [{ url: `${url}/blog/new`, given: `${url}/blog/new#twice` }],
      invalid: [{ given: 'no url', reason: expect.any(String) }],
    })
    expect(w.db.read((tx) => tx.count('select count(*) from indexnow_submissions'))).toBe(1)
  })

  test('of ten thousand URLs adds up over all of them, and leaves other requests their turn', async () => {
    const { url, host, site } = await w.verifiedSite('ten_bakery', '/blog/key.txt')
    w.push(Array.from({ length: 1000 }, (_, i) => `${url}/blog/${i * 10}`))
    const urls = Array.from({ length: 10_000 }, (_, i) =>
      i % 4 === 3 ? `https://shop-${i % 8}.example/${i}` : `${url}/${i % 2 ? 'shop' : 'blog'}/${i}`,
    )
    let turns = 0
    const other = setInterval(() => turns++, 0)
    const preview = await w.call<object>('vera', 'preview_indexnow', { urls })
    clearInterval(other)
    expect(preview).toEqual({
      ...{ total: 10_000, eligible: 4000, skipped_24h: 1000, not_covered: 2500, no_site: 2500 },
      hosts: [
        { host, site_id: site.id, urls: 7500, eligible: 4000 },
        { host: 'shop-3.example', site_id: null, urls: 1250, eligible: 0 },
        { host: 'shop-7.example', site_id: null, urls: 1250, eligible: 0 },
      ],
      duplicates: [],
      invalid: [],
    })
    expect(turns).toBeGreaterThan(5)
  })

  test('of URLs of which none is valid is refused, and says what is wrong with each', async () => {
    const { code, details } = await refusal(
      w.call('vera', 'preview_indexnow', { urls: ['no url', 'ftp://a.example/'] }),
    )
    expect(code).toBe('validation_failed')
    expect(details.issues).toHaveLength(3)
  })

  test('is that of the workspace named', async () => {
    const { url } = await w.verifiedSite('ten_bakery')
    const preview = (tenant_id: string) =>
      w.call<{ eligible: number }>('ada', 'preview_indexnow', { urls: [`${url}/a`], tenant_id })
    expect((await preview('ten_bakery')).eligible).toBe(1)
    expect((await preview('ten_northwind')).eligible).toBe(0)
  })
})

test("a job's links are told one by one, with the answer that each got", async () => {
  const { url } = await w.verifiedSite('ten_bakery', '/blog/key.txt')
  const { job_id, links } = w.push([`${url}/blog/a`, `${url}/b`, 'https://unknown.example/'])
  await tick()
  w.clock.turn(HOUR)
  const answer = await w.call<{ items: object[] }>('vera', 'get_job_indexnow', { id: job_id })
  expect(answer).toMatchObject({
    summary: { eligible: 2, sent: 1, not_covered: 1, answers: { 200: 1 } },
    total: 2,
    items: [
      { uid: links[0]!.id, url: links[0]!.url, state: 'sent', answer_status: 200 },
      { uid: links[1]!.id, url: links[1]!.url, state: 'not_covered', answer_status: null, submission_id: null },
    ],
  })
  expect(await w.call<object>('vera', 'get_job_indexnow', { id: job_id, state: 'sent', sort: 'host' })).toMatchObject({
    total: 1,
  })
  await expect(w.call('rita', 'get_job_indexnow', { id: job_id })).rejects.toMatchObject({ code: 'not_found' })
})

describe('one URL that the engines do not take', () => {
  const pushMany = async (n: number) => {
    const { url } = await w.verifiedSite('ten_bakery')
    const urls = Array.from({ length: n }, (_, i) => `${url}/${i}`)
    const { job_id } = w.push(urls)
    return { job_id, urls }
  }

  test('that the answer names is refused, and the others are sent', async () => {
    const { job_id, urls } = await pushMany(20)
    w.receiver.refuses.urls.add(urls[7]!)
    w.receiver.refuses.named = true
    await tick()
    expect(summary(job_id)).toMatchObject({ eligible: 20, sent: 19, queued: 0 })
    expect(w.receiver.batches).toHaveLength(2)
  })

  test('is found by halves where the answer names none', async () => {
    const { job_id, urls } = await pushMany(40)
    w.receiver.refuses.urls.add(urls[31]!)
    await tick()
    expect(summary(job_id)).toMatchObject({ eligible: 40, sent: 39, queued: 0 })
    expect(new Set(w.receiver.urls())).toEqual(new Set(urls.filter((one) => one !== urls[31])))
    expect(w.receiver.urls()).toHaveLength(39)
  })

  test('a submission that is refused as a whole is given up after a few parts', async () => {
    const { job_id, urls } = await pushMany(200)
    for (const one of urls) w.receiver.refuses.urls.add(one)
    await tick()
    expect(summary(job_id)).toMatchObject({ sent: 0, queued: 0 })
    expect(w.receiver.batches.length).toBeLessThanOrEqual(15)
  })
})
