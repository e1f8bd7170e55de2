/** The icon of a client's first host: fetched once through the guarded fetch, encoded again, served to its own tree alone. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { candidatesIn } from '../../../src/domains/branding/favicon.ts'
import { isIco, pngOfIco } from '../../../src/domains/branding/ico.ts'
import { iconOf, MOST_ATTEMPTS, tilesOf } from '../../../src/domains/branding/index.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { parseNetworks } from '../../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch, type SafeFetch, SafeFetchError } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { fetchSiteIconsTask } from '../../../src/tasks/fetch-site-icons.ts'
import { refusal } from '../../refusal.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST, callerOf, type World, world } from '../../world.ts'
import { PICTURES } from './pictures.ts'

type File = { status?: number; body: string | Uint8Array; type?: string }

let w: World
let hits: string[]
let files: Map<string, File>
let down: boolean
let server: ReturnType<typeof Bun.serve>
beforeEach(() => {
  hits = []
  files = new Map()
  down = false
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      hits.push(pathname)
      const file = files.get(pathname)
      const headers = { 'content-type': file?.type ?? 'text/html' }
      return new Response((file?.body ?? 'nothing') as string, { status: file?.status ?? (file ? 200 : 404), headers })
    },
  })
  w = world({ fetch: webOf(server.port!) })
})
afterEach(() => {
  w.close()
  server.stop(true)
})

/** Real requests: `*.example` is the server on loopback, and every other address is guarded as in an install. */
function webOf(port: number): SafeFetch {
  const near = createSafeFetch({ allow_networks: parseNetworks('127.0.0.1/32'), user_agent: 'test' })
  const guarded = createSafeFetch({ allow_networks: [], user_agent: 'test' })
  return async (address, options) => {
    const url = new URL(String(address))
    if (!url.hostname.endsWith('.example')) return guarded(address, options)
    if (down) throw new SafeFetchError('network', 'the host is down')
    const answer = await near(`http://127.0.0.1:${port}${url.pathname}`, options)
    return { ...answer, url: url.href }
  }
}

const addSite = (host = 'bakery.example', tenant_id = 'ten_bakery') =>
  w.call<{ id: string }>('ada', 'add_indexnow_site', { host, tenant_id })
const fetchDue = () => w.run(fetchSiteIconsTask)
const icon = (id = 'ten_bakery') => w.db.read((tx) => iconOf(tx, id))
const tile = (who = callerOf('ada')) => w.db.read((tx) => tilesOf(tx, who, ['ten_bakery']).get('ten_bakery') ?? null)
const page = (...links: string[]) => files.set('/', { body: `<html><head>${links.join('')}</head></html>` })

test('an added host has its icon fetched once, encoded again as PNG of at most 64 pixels, and shown in the list', async () => {
  page('<link rel="icon" sizes="32x32" href="/small.png">', '<link rel="apple-touch-icon" href="img/touch.png">')
  files.set('/img/touch.png', { body: PICTURES.png, type: 'image/png' })
  await addSite()
  await addSite('shop.bakery.example')
  await fetchDue()
  await fetchDue()
  expect(hits).toEqual(['/', '/img/touch.png'])
  expect(icon()).toMatchObject({ host: 'bakery.example', state: 'kept', attempts: 1, next_at: null })
  const body = w.db.read((tx) => tx.row<{ body: Uint8Array }>('select body from site_icons')!.body)
  expect([...body.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  expect(Buffer.from(body).includes('SECRETPLACE')).toBe(false)
  const { items } = await w.call<{ items: { tile_url: string }[] }>('ada', 'list_clients')
  expect(items[0]!.tile_url).toBe(tile()!)
  const { clients } = await w.call<{ clients: { tile_url: string }[] }>('ada', 'get_today')
  expect(clients[0]!.tile_url).toBe(tile()!)
  expect(tile()).toMatch(/^\/app\/w\/ten_northwind\/clients\/ten_bakery\/icon\/[0-9a-f]{16}\.png$/)
})

test('it is served to signed-in people of the tree alone, for ever under this address, and nothing else is', async () => {
  files.set('/favicon.ico', { body: PICTURES.png })
  await addSite()
  await fetchDue()
  const browser = browserOf(w)
  const { status, headers } = await browser.visit('ada', tile()!)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  const own = tile(callerOf('vera'))!
  expect(own).toContain('/app/w/ten_bakery/')
  expect((await browser.visit('vera', own)).status).toBe(200)
  const theirs = tile()!.replace('ten_northwind', CAST.rita.tenant_id)
  expect((await browser.visit('rita', theirs)).status).toBe(404)
  expect((await browser.visit('rita', tile()!)).status).toBe(404)
  expect((await browser.visit(null, tile()!)).status).not.toBe(200)
  expect((await browser.visit('ada', tile()!.replace(/[0-9a-f]{16}/, '0'.repeat(16)))).status).toBe(404)
})

test('only pictures count, whatever the server calls them: no SVG, no page, nothing over 64 KiB', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  page('<link rel="icon" href="/a.svg" type="image/svg+xml">', '<link rel="icon" href="/b.png">')
  files.set('/b.png', { body: svg, type: 'image/png' })
  files.set('/favicon.ico', { body: Buffer.concat([PICTURES.png, Buffer.alloc(70_000)]), type: 'image/png' })
  await addSite()
  await fetchDue()
  expect(hits).toEqual(['/', '/b.png', '/favicon.ico'])
  expect(icon()).toMatchObject({ state: 'none', hash: null })
  expect(tile()).toBeNull()
})

test('addresses of private networks are refused by the guarded fetch, and other schemes are not fetched', async () => {
  page(
    `<link rel="icon" sizes="64x64" href="http://127.0.0.1:${server.port}/inside.png">`,
    '<link rel="icon" sizes="65x65" href="file:///etc/passwd">',
    '<link rel="icon" sizes="66x66" href="javascript:alert(1)">',
  )
  files.set('/inside.png', { body: PICTURES.png })
  files.set('/favicon.ico', { body: PICTURES.png })
  await addSite()
  await fetchDue()
  expect(hits).toEqual(['/', '/favicon.ico'])
  expect(icon()!.state).toBe('kept')
})

test('a host names any number of pictures, and a few are tried', () => {
  const links = Array.from({ length: 200 }, (_, n) => `<link rel="icon" href="/${n}.png">`).join('')
  const body = new TextEncoder().encode(links)
  expect(candidatesIn({ url: 'https://bakery.example/', status: 200, body })).toHaveLength(3)
  expect(candidatesIn({ url: 'https://bakery.example/', status: 404, body })).toEqual([
    'https://bakery.example/favicon.ico',
  ])
})

test('a host without an answer is tried four times within two days, then never again', async () => {
  down = true
  await addSite()
  for (const pause of [0, 5 * MINUTE, HOUR, DAY]) {
    w.clock.turn(pause)
    await fetchDue()
    await fetchDue()
  }
  expect(icon()).toMatchObject({ state: 'none', attempts: MOST_ATTEMPTS, next_at: null })
  w.clock.turn(10 * DAY)
  down = false
  await fetchDue()
  expect(hits).toEqual([])
})

test('a kill while it is fetched loses nothing: the row is still due, and each attempt was counted', async () => {
  files.set('/favicon.ico', { body: PICTURES.png })
  await addSite()
  const { fetch } = w.app
  w.app.fetch = () => Promise.reject(new Error('killed'))
  await expect(fetchDue()).rejects.toThrow('killed')
  w.app.fetch = fetch
  expect(icon()).toMatchObject({ state: 'due', attempts: 1 })
  await fetchDue()
  expect(icon()!.state).toBe('due')
  w.clock.turn(5 * MINUTE)
  await fetchDue()
  expect(icon()).toMatchObject({ state: 'kept', attempts: 2 })
})

test('a person removes it for good, and fetches it again', async () => {
  files.set('/favicon.ico', { body: PICTURES.png })
  const { id } = await addSite()
  await fetchDue()
  expect(await w.call('ada', 'remove_tenant_icon', { id: 'ten_bakery' })).toMatchObject({ removed: true })
  expect(tile()).toBeNull()
  await w.call('ada', 'delete_indexnow_site', { id })
  await addSite('new.example')
  await fetchDue()
  expect([icon()!.state, tile()]).toEqual(['removed', null])
  expect(await w.call('ada', 'refresh_tenant_icon', { id: 'ten_bakery' })).toMatchObject({ host: 'new.example' })
  await fetchDue()
  expect(icon()).toMatchObject({ state: 'kept', host: 'new.example' })
  for (const name of ['remove_tenant_icon', 'refresh_tenant_icon']) {
    expect(await refusal(w.call('rita', name, { id: 'ten_bakery' }))).toMatchObject({ code: 'not_found' })
    expect(await refusal(w.call('ben', name, { id: 'ten_bakery' }))).toMatchObject({ code: 'forbidden' })
  }
  const hostless = await w.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Hostless' })
  expect(await refusal(w.call('ada', 'refresh_tenant_icon', { id: hostless.id }))).toMatchObject({ code: 'conflict' })
})

test('an icon that was removed while it was fetched is not kept', async () => {
  files.set('/favicon.ico', { body: PICTURES.png })
  await addSite()
  const { fetch } = w.app
  w.app.fetch = async (...asked) => {
    const answer = await fetch(...asked)
    if (String(asked[0]).endsWith('.ico')) await w.call('ada', 'remove_tenant_icon', { id: 'ten_bakery' })
    return answer
  }
  await fetchDue()
  expect([icon()!.state, icon()!.hash]).toEqual(['removed', null])
})

test('a host that leaves takes its icon along, and the next one brings its own; a deleted client leaves no row', async () => {
  files.set('/favicon.ico', { body: PICTURES.png })
  const first = await addSite()
  await addSite('shop.example')
  await fetchDue()
  await w.call('ada', 'delete_indexnow_site', { id: first.id })
  expect(icon()).toMatchObject({ host: 'shop.example', state: 'due' })
  const { id } = await w.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Brief' })
  await addSite('one.example', id)
  await addSite('two.example', id)
  await w.call('ada', 'delete_tenant', { id, mode: 'delete', confirm: 'Brief' })
  expect(icon(id)).toBeNull()
})

test('nothing is fetched for an archived client until it is restored', async () => {
  files.set('/favicon.ico', { body: PICTURES.png })
  await addSite()
  await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true })
  await fetchDue()
  expect(hits).toEqual([])
  await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: false })
  await fetchDue()
  expect(icon()!.state).toBe('kept')
})

test('the logo of a client comes before its icon', async () => {
  files.set('/favicon.ico', { body: PICTURES.png })
  await addSite()
  await fetchDue()
  w.db.write((tx) =>
    tx.run("insert into logos values ('ten_bakery', 'abc', 'png', ?, ?)", PICTURES.png as Uint8Array, tx.now),
  )
  expect(tile()).toBe('/app/brand/ten_bakery.abc.png')
})

/** An ICO file with these pictures, each with its width and its octets. */
function ico(...parts: [width: number, body: Uint8Array][]): Uint8Array {
  const head = Buffer.alloc(6 + 16 * parts.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(parts.length, 4)
  let from = head.length
  for (const [n, [width, body]] of parts.entries()) {
    head.writeUInt8(width % 256, 6 + 16 * n)
    head.writeUInt32LE(body.length, 6 + 16 * n + 8)
    head.writeUInt32LE(from, 6 + 16 * n + 12)
    from += body.length
  }
  return Buffer.concat([head, ...parts.map(([, body]) => body)])
}

/** A bitmap of 2 × 2 pixels: red, green, blue and one that the mask hides. */
function bitmap(bits: 32 | 24 | 8): Uint8Array {
  const head = Buffer.alloc(40)
  for (const [at, value] of [
    [0, 40],
    [4, 2],
    [8, 4],
  ] as const)
    head.writeInt32LE(value, at)
  head.writeUInt16LE(bits, 14)
  const palette = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 9, 9, 9, 0]
  // Lines go from the bottom up, and colours are blue, green, red.
  const rows = {
    32: [255, 0, 0, 255, 9, 9, 9, 0, 0, 0, 255, 255, 0, 255, 0, 255],
    24: [255, 0, 0, 9, 9, 9, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0],
    8: [2, 3, 0, 0, 0, 1, 0, 0],
  }[bits]
  if (bits === 8) head.writeUInt32LE(4, 32)
  const mask = [0b0100_0000, 0, 0, 0, 0, 0, 0, 0]
  return Buffer.from([...head, ...(bits === 8 ? palette : []), ...rows, ...mask])
}

const RGBA = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 9, 9, 0]

test.each([32, 24, 8] as const)('a bitmap of %i bits in an ICO has its colours and its mask', async (bits) => {
  const png = pngOfIco(ico([2, bitmap(bits)]), 64)!
  const { inflateSync } = await import('node:zlib')
  const at = Buffer.from(png).indexOf('IDAT')
  const data = inflateSync(png.subarray(at + 4, at + 4 + Buffer.from(png).readUInt32BE(at - 4)))
  expect([...data.subarray(1, 9), ...data.subarray(10, 18)]).toEqual(RGBA)
  expect(await new Bun.Image(png).metadata()).toMatchObject({ format: 'png', width: 2, height: 2 })
})

test('of several pictures the smallest that is large enough is taken, and broken ones are passed over', () => {
  const [small, large] = [PICTURES.png, PICTURES.interlaced_png]
  expect(pngOfIco(ico([16, small], [64, large]), 64)).toEqual(Buffer.from(large) as never)
  expect(pngOfIco(ico([64, Buffer.from('GIF89a')], [16, small]), 64)).toEqual(Buffer.from(small) as never)
  expect(isIco(PICTURES.png)).toBe(false)
})

test('no file makes the reader fail: each cut and each changed octet of an ICO gives a picture or none', () => {
  for (const bits of [32, 24, 8] as const) {
    const whole = Buffer.from(ico([2, bitmap(bits)], [16, PICTURES.png]))
    for (let at = 0; at < whole.length && at < 160; at++) {
      const cut = whole.subarray(0, at)
      if (isIco(cut)) pngOfIco(cut, 64)
      for (const value of [0, 1, 127, 128, 255]) {
        const changed = Buffer.from(whole)
        changed[at] = value
        if (isIco(changed)) expect(pngOfIco(changed, 64)?.length ?? 0).toBeLessThan(300_000)
      }
    }
  }
})
