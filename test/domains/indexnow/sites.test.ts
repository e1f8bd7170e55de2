import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import { type IndexnowWorld, indexnowWorld, type Site } from './setting.ts'

let w: IndexnowWorld
beforeEach(() => {
  w = indexnowWorld()
})
afterEach(() => w.close())

const add = (host: string, more: object = {}) =>
  w.call<Site>('ada', 'add_indexnow_site', { host, tenant_id: 'ten_bakery', ...more })
const get = (id: string) => w.call<Site>('ada', 'get_indexnow_site', { id })
const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error) => (error instanceof Fault ? error : Promise.reject(error)),
  )

describe('a new site', () => {
  test('waits to be verified, with a key of its own and the address at which to host it', async () => {
    const site = await add('https://shop.bakery.example/page')
    expect(site).toMatchObject({
      tenant_id: 'ten_bakery',
      host: 'shop.bakery.example',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      key_location: null,
      key_url: `https://shop.bakery.example/${site.key}.txt`,
      covers: '/',
      enabled: true,
      status: 'pending',
      pinged: false,
    })
    expect((await add('www.bakery.example')).key).not.toBe(site.key)
  })

  test('belongs to the caller when no workspace is named', async () => {
    expect(await w.call('ada', 'add_indexnow_site', { host: 'northwind.example' })).toMatchObject({
      tenant_id: 'ten_northwind',
    })
  })

  test('may have its key file in a folder, which it then covers', async () => {
    const key_location = 'https://shop.bakery.example/blog/indexnow.txt'
    expect(await add('shop.bakery.example', { key_location })).toMatchObject({
      key_location,
      key_url: key_location,
      covers: '/blog/',
    })
  })

  test('cannot be a host twice in one workspace, but in two', async () => {
    const { id } = await add('shop.bakery.example')
    expect(await faultOf(add('https://SHOP.bakery.example/other'))).toMatchObject({ code: 'conflict', details: { id } })
    await w.call('rita', 'add_indexnow_site', { host: 'shop.bakery.example' })
  })

  test.each([
    [{ host: 'localhost' }, 'host'],
    [{ host: 'shop.bakery.example', key_location: 'https://elsewhere.example/k.txt' }, 'key_location'],
    [{ host: 'shop.bakery.example', key_location: 'k.txt' }, 'key_location'],
  ])('%j is refused, naming the field', async (input, path) => {
    expect(await faultOf(w.call('ada', 'add_indexnow_site', input))).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path }] },
    })
  })

  test('needs an admin, and a workspace in reach', async () => {
    expect(await faultOf(w.call('ben', 'add_indexnow_site', { host: 'a.example' }))).toMatchObject({ status: 403 })
    expect(
      await faultOf(w.call('rita', 'add_indexnow_site', { host: 'a.example', tenant_id: 'ten_bakery' })),
    ).toMatchObject({ status: 404 })
  })
})

describe('the list', () => {
  test('shows the sites of the tree, or of one workspace', async () => {
    await add('b.bakery.example')
    await add('a.bakery.example')
    await w.call('ada', 'add_indexnow_site', { host: 'northwind.example' })
    await w.call('rita', 'add_indexnow_site', { host: 'rival.example' })
    const hosts = async (who: 'ada' | 'vera', input: object = {}) =>
      (await w.call<{ items: Site[] }>(who, 'list_indexnow_sites', { ...input })).items.map(({ host }) => host)
    expect(await hosts('ada')).toEqual(['a.bakery.example', 'b.bakery.example', 'northwind.example'])
    expect(await hosts('ada', { sort: 'created_at', dir: 'desc', page_size: 2 })).toEqual([
      'northwind.example',
      'a.bakery.example',
    ])
    expect(await hosts('ada', { tenant_id: 'ten_northwind' })).toEqual(['northwind.example'])
    expect(await hosts('ada', { q: 'B.BAKERY' })).toEqual(['b.bakery.example'])
    expect(await hosts('ada', { status: 'verified' })).toEqual([])
    expect(await hosts('vera')).toEqual(['a.bakery.example', 'b.bakery.example'])
  })
})

test.each([
  'get_indexnow_site',
  'update_indexnow_site',
  'delete_indexnow_site',
  'verify_indexnow_site',
  'rotate_indexnow_key',
])('%s answers a stranger as if there were no such site', async (name) => {
  const { id } = await add('shop.bakery.example')
  const foreign = await faultOf(w.call('rita', name, { id }))
  const unknown = await faultOf(w.call('rita', name, { id: 'ins_nobody' }))
  expect(foreign).toMatchObject({ code: 'not_found', message: unknown!.message })
})

describe('verifying', () => {
  test('fetches the key file and says what is wrong until it holds the key', async () => {
    const web = w.website()
    const site = await add(web.url)
    const verify = () => w.call<Record<string, unknown>>('ben', 'verify_indexnow_site', { id: site.id })

    expect(await verify()).toMatchObject({ verified: false, status: 'pending', check: { http_status: 404, bytes: 8 } })
    web.files[`/${site.key}.txt`] = 'something else'
    expect(await verify()).toMatchObject({ verified: false, check: { http_status: 200, found: 'something else' } })
    web.files[`/${site.key}.txt`] = `${site.key}\n`
    expect(await verify()).toMatchObject({
      verified: true,
      status: 'verified',
      pinged: true,
      verified_at: w.clock.now(),
      check: { http_status: 200, bytes: 33, url: site.key_url, warnings: [expect.stringContaining('space')] },
    })
    expect(await get(site.id)).toMatchObject({ status: 'verified', last_check: { verified: true, bytes: 33 } })
  })

  test('says so when the host cannot be reached, or may not be', async () => {
    for (const host of ['http://127.0.0.1:1', 'http://10.0.0.1']) {
      const { id } = await add(host)
      expect(await w.call<Record<string, unknown>>('ada', 'verify_indexnow_site', { id })).toMatchObject({
        verified: false,
        check: { http_status: null, message: expect.stringContaining('could not be fetched') },
      })
    }
  })

  test('reads no more of an endless file than it needs', async () => {
    const web = w.website()
    const site = await add(web.url)
    const endless = () => new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(65_536).fill(120)) })
    web.files[`/${site.key}.txt`] = () => new Response(endless())
    expect(await w.call<Record<string, unknown>>('ada', 'verify_indexnow_site', { id: site.id })).toMatchObject({
      verified: false,
      check: { bytes: 4096 },
    })
  })

  test('makes a site that was verified fail from the first look that finds no key, and heals it again', async () => {
    const { site, files, key_path } = await w.verifiedSite('ten_bakery')
    const verify = () => w.call<Site>('ada', 'verify_indexnow_site', { id: site.id })
    const [kept, first] = [files[key_path]!, w.clock.now()]
    delete files[key_path]
    expect(await verify()).toMatchObject({ verified: false, status: 'failing', failing_since: first })
    w.clock.turn(3_600_000)
    expect(await verify()).toMatchObject({ status: 'failing', failing_since: first, checked_at: w.clock.now() })
    files[key_path] = kept
    expect(await verify()).toMatchObject({ verified: true, status: 'verified', failing_since: null })
  })

  test('says nothing of a key that was changed while its file was fetched', async () => {
    const { site, files, key_path } = await w.verifiedSite('ten_bakery')
    files[key_path] = () => {
      w.db.write((tx) => tx.run("update indexnow_sites set key = ?, status = 'pending'", 'f'.repeat(32)))
      return new Response(site.key)
    }
    expect(await w.call<Site>('ada', 'verify_indexnow_site', { id: site.id })).toMatchObject({
      verified: false,
      status: 'pending',
    })
  })
})

describe('a change', () => {
  test('of the key makes another, to be hosted and verified anew', async () => {
    const { site, files } = await w.verifiedSite('ten_bakery')
    const rotated = await w.call<Site>('ada', 'rotate_indexnow_key', { id: site.id })
    expect(rotated).toMatchObject({ status: 'pending', pinged: false, verified_at: null, last_check: null })
    expect(rotated.key).toMatch(/^[0-9a-f]{32}$/)
    expect(rotated.key).not.toBe(site.key)
    files[`/${rotated.key}.txt`] = rotated.key
    expect(await w.call<Site>('ada', 'verify_indexnow_site', { id: site.id })).toMatchObject({ verified: true })
  })

  test('of the key renames a key file that was named after it', async () => {
    const site = await add('shop.bakery.example')
    const location = (key: string) => `https://shop.bakery.example/blog/${key}.txt`
    await w.call('ada', 'update_indexnow_site', { id: site.id, key_location: location(site.key) })
    const rotated = await w.call<Site>('ada', 'rotate_indexnow_key', { id: site.id })
    expect(rotated).toMatchObject({ key_location: location(rotated.key), key_url: location(rotated.key) })
  })

  test('of the place of the key file must be verified anew; naming the same place changes nothing', async () => {
    const { site, url, host } = await w.verifiedSite('ten_bakery', '/blog/key.txt')
    const update = (key_location: string | null) =>
      w.call<Site>('ada', 'update_indexnow_site', { id: site.id, key_location })
    expect(await update(`${url}/blog/key.txt`)).toMatchObject({ status: 'verified', covers: '/blog/' })
    expect(await update(null)).toMatchObject({
      status: 'pending',
      covers: '/',
      key_url: `http://${host}/${site.key}.txt`,
    })
    expect(await faultOf(update('https://elsewhere.example/key.txt'))).toMatchObject({ code: 'validation_failed' })
  })

  test('of the switch stops and starts pings, and forgets nothing', async () => {
    const { site } = await w.verifiedSite('ten_bakery')
    const update = (enabled: boolean) => w.call<Site>('ada', 'update_indexnow_site', { id: site.id, enabled })
    expect(await update(false)).toMatchObject({ enabled: false, pinged: false, status: 'verified' })
    expect(await update(true)).toMatchObject({ enabled: true, pinged: true, status: 'verified' })
  })

  test('withdraws what waits to be sent, and says why', async () => {
    for (const change of [
      ['rotate_indexnow_key', {}, 'key of the site was changed'],
      ['update_indexnow_site', { enabled: false }, 'disabled'],
      ['delete_indexnow_site', {}, 'removed'],
    ] as const) {
      const { site, url } = await w.verifiedSite('ten_bakery')
      const { job_id } = w.push([`${url}/a`])
      await w.call('ada', change[0], { id: site.id, ...change[1] })
      await w.call('pat', 'tick_indexnow')
      expect(await w.call<{ items: object[] }>('ada', 'get_job_indexnow', { id: job_id })).toMatchObject({
        summary: { eligible: 1, failed: 1, sent: 0 },
        items: [{ state: 'failed', explanation: expect.stringContaining(change[2]) }],
      })
    }
    expect(w.receiver.batches).toEqual([])
  })
})

test('a removed site is gone, while its submissions stay with their job', async () => {
  const { site, url } = await w.verifiedSite('ten_bakery')
  const { job_id } = w.push([`${url}/a`])
  await w.call('pat', 'tick_indexnow')
  expect(await w.call('ada', 'delete_indexnow_site', { id: site.id })).toEqual({ id: site.id, deleted: true })
  expect(await faultOf(get(site.id))).toMatchObject({ code: 'not_found' })
  expect(await w.call<object>('ada', 'get_job_indexnow', { id: job_id })).toMatchObject({
    summary: { sent: 1 },
    total: 1,
  })
})
