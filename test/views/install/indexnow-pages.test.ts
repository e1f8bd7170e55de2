/** An IndexNow site set up by hand: added, found wanting, verified, paused, given a new key, removed. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CAST, type Person, type World, world } from '../../world.ts'
import { browserOf } from '../browser.ts'

let w: World
let browser: ReturnType<typeof browserOf>
let file: { status: number; text: string } = { status: 404, text: '' }
const pages = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response(file.text, { status: file.status, headers: { 'content-type': 'text/plain' } }),
})
beforeAll(() => {
  w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  browser = browserOf(w)
})
afterAll(async () => {
  w.close()
  await pages.stop(true)
})

const SITES = `/app/w/${CAST.ada.tenant_id}/indexnow`
const browse = (person: Person, path: string, form?: Record<string, string>) =>
  form ? browser.send(person, path, form) : browser.visit(person, path)

test('a host that is none is refused at its field, and one is added once', async () => {
  const wrong = await browse('ada', SITES, { host: 'no host' })
  expect([wrong.status, wrong.html]).toEqual([
    422,
    expect.stringMatching(/<input[^>]*name="host"[^>]*aria-invalid="true"/),
  ])
  expect((await browse('ada', SITES, { host: 'florist.example' })).status).toBe(303)
  const again = await browse('ada', SITES, { host: 'https://florist.example/roses' })
  expect([again.status, again.html]).toEqual([409, expect.stringContaining('is already a site of this workspace')])
})

test('a site says what was found in place of its key, and is verified once the key is there', async () => {
  const { location } = await browse('ada', SITES, { host: pages.url.origin })
  const site = location!
  const key = /id="key-[^u][^"]*" value="([^"]+)"/.exec((await browse('ada', site)).html)![1]!
  const { html: asked } = await browse('ada', site)
  const [letter] = /[^"]+\/write\?about=key[^"]+/.exec(asked)!
  const { text: sent } = await browse('ada', letter.replaceAll('&amp;', '&'))
  for (const part of [`File name: ${key}.txt`, `Content: ${key}`, `${pages.url.host}/${key}.txt`])
    expect(sent).toContain(part)
  const saved = await browse('ada', `${site}/file`)
  expect([saved.html, saved.headers.get('content-disposition')]).toEqual([key, `attachment; filename="${key}.txt"`])
  file = { status: 200, text: '<html>welcome' }
  await browse('ada', `${site}/verify`, {})
  expect((await browse('ada', site)).html).toContain('&lt;html&gt;welcome')
  file = { status: 200, text: key }
  await browse('ada', `${site}/verify`, {})
  expect((await browse('ada', site)).html).toContain('Verified')
  await browse('ada', `${site}/pings`, { enabled: 'false' })
  expect((await browse('ada', site)).html).toContain('Paused')
  await browse('ada', `${site}/rotate-key`, {})
  expect((await browse('ada', site)).html).not.toContain(key)
  await browse('ada', `${site}/delete`, {})
  expect((await browse('ada', site)).status).toBe(404)
})

test('a viewer reads the sites and changes none', async () => {
  const { html } = await browse('vera', `/app/w/${CAST.vera.tenant_id}/indexnow`)
  expect(html).not.toContain('<form method="post" action="/app/w/ten_bakery/indexnow"')
  expect((await browse('rita', SITES)).status).toBe(404)
})
