/** Receivers that agencies have: scripts, chat rooms, and addresses that are secrets. Rows name the public report or page. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { bodyFor, EVENT_TYPES, type EventType, sampleOf } from '../../src/features/webhooks/index.ts'
import { maskedAddress, withMaskedQuery } from '../../src/kernel/web-fetch/masked-address.ts'
import { type World, world } from '../world.ts'

let w: World
let answer: (path: string) => Response
let got: { path: string; body: string }[]
let receiver: ReturnType<typeof Bun.serve>
beforeEach(() => {
  got = []
  answer = () => new Response('ok')
  receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const path = new URL(request.url).pathname
      got.push({ path, body: await request.text() })
      return answer(path)
    },
  })
  w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.1/32' } })
})
afterEach(() => {
  receiver.stop(true)
  w.close()
})

const at = (path: string): string => new URL(path, receiver.url).href
const add = (url: string) => w.call<{ id: string }>('ada', 'create_webhook', { url, types: ['push.*'], scope: 'tree' })
const tried = async (url: string) =>
  w.call<{ ok: boolean; status: number; error: string | null }>('ada', 'test_webhook', { id: (await add(url)).id })

describe('a web app of Apps Script (woocommerce#21490, github#574, sipgate.io#49)', () => {
  const echo = (origin: string, status = 302) =>
    new Response(null, { status, headers: { location: `${origin}/macros/echo?user_content_key=k1&lib=x` } })

  test.each([
    ['/macros/s/AKfycb/exec', () => echo('https://script.googleusercontent.com'), true],
    ['/macros/s/AKfycb/exec', () => echo('https://script.googleusercontent.com', 303), true],
    ['/macros/s/AKfycb/exec', () => echo(receiver.url.origin), true],
    ['/a/macros/northwind.example/s/AKfycb/exec', () => echo('https://script.googleusercontent.com'), true],
    ['/macros/s/AKfycb/exec', () => echo('https://script.googleusercontent.com.evil.example'), false],
    [
      '/macros/s/AKfycb/exec',
      () => new Response(null, { status: 302, headers: { location: 'https://accounts.google.com/ServiceLogin' } }),
      false,
    ],
    ['/macros/s/AKfycb/exec', () => echo('https://script.googleusercontent.com', 307), false],
    ['/hooks', () => echo('https://script.googleusercontent.com'), false],
  ])('%s', async (path, said, ok) => {
    answer = said
    expect(await tried(at(path))).toMatchObject({ ok })
    // It ran once: its output is not fetched.
    expect(got.map((one) => one.path)).toEqual([path])
  })
})

describe('a chat room takes a sentence', () => {
  const ROOMS = [
    ['https://hooks.slack.com/services/T1/B1/x', 'text'],
    ['https://discord.com/api/webhooks/1/x', 'content'],
    ['https://discordapp.com/api/v10/webhooks/1/x', 'content'],
    ['https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', 'text'],
  ] as const

  test.each(ROOMS)('%s', (address, field) => {
    for (const type of Object.keys(EVENT_TYPES) as EventType[]) {
      const body = JSON.parse(bodyFor(address, JSON.stringify(sampleOf(type)))) as Record<string, unknown>
      expect(Object.keys(body)).toEqual(field === 'content' ? ['content', 'allowed_mentions'] : ['text'])
      expect(body[field]).toMatch(/\w.{5,}[.…]|\bTest|This is a test/i)
      expect(body[field]).not.toMatch(/undefined|NaN|\[object/)
    }
  })

  test('in words, without marks that the room would read as its own', () => {
    const event = sampleOf('push.finished')
    const named = JSON.stringify({
      ...event,
      data: { ...event.data, name: '<!channel> *bold* @everyone', tenant_name: 'A & B' },
    })
    expect(JSON.parse(bodyFor(ROOMS[0][0], named)).text).toStartWith(
      'A &amp; B: push “&lt;!channel&gt; *bold* @everyone” is finished: 63 of 100 links indexed',
    )
    expect(JSON.parse(bodyFor(ROOMS[1][0], named))).toMatchObject({
      content: expect.stringContaining('\\*bold\\*'),
      allowed_mentions: { parse: [] },
    })
    const called = JSON.stringify({
      ...event,
      data: { ...event.data, name: '<users/all> <https://evil.example|Open>' },
    })
    expect(JSON.parse(bodyFor(ROOMS[3][0], called)).text).not.toMatch(/[<>]/)
  })

  test.each([
    'https://hooks.slack.com.evil.example/services/T1/B1/x',
    'https://shop.example/api/webhooks/1/x',
    'https://discord.com/developers',
  ])('%s gets the event itself', (address) => {
    const event = JSON.stringify(sampleOf('push.sent'))
    expect(bodyFor(address, event)).toBe(event)
  })
})

describe('an address is a secret (fleetdm#12570, ai-memory-mcp#3684)', () => {
  test('the trail names the place alone, and still says that it moved', async () => {
    const { id } = await add(at('/services/T0123/B4567/s3cr3t?token=s3cr3t&room=7'))
    await w.call('ada', 'update_webhook', { id, url: at('/services/T0123/B4567/an0ther?token=s3cr3t') })
    await w.call('ada', 'test_webhook', { id })
    await w.call('ada', 'delete_webhook', { id })
    const trail = JSON.stringify(w.db.read((tx) => tx.rows('select action, before, after from audit')))
    expect(trail).not.toMatch(/s3cr3t|an0ther|B4567/)
    expect(trail).toContain(`${receiver.url.origin}/services…?token=…&room=…`)
    expect(trail).toContain('renewed')
  })

  test.each([
    ['https://hooks.zapier.example/hooks/catch/123/abc/', 'https://hooks.zapier.example/hooks/ca…'],
    ['https://a.example/', 'https://a.example/'],
    ['https://a.example/in?sig=%41', 'https://a.example/in?sig=…'],
  ])('%s', (address, wanted) => expect(maskedAddress(address)).toBe(wanted))

  test.each([
    ['https://a.example/sitemap.xml?key=s3cr3t', 'https://a.example/sitemap.xml?key=…'],
    ['https://a.example/sitemap.xml', 'https://a.example/sitemap.xml'],
  ])('of a source only the query: %s', (address, wanted) => expect(withMaskedQuery(address)).toBe(wanted))
})
