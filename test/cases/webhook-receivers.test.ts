/** Receivers that agencies have: scripts, chat rooms, and addresses that are secrets. Rows name the public report or page. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { bodyFor, EVENT_TYPES, type EventType, sampleOf } from '../../src/features/webhooks/index.ts'
import { parseNetworks } from '../../src/kernel/web-fetch/addresses.ts'
import { maskedAddress, withMaskedQuery } from '../../src/kernel/web-fetch/masked-address.ts'
import { createSafeFetch } from '../../src/kernel/web-fetch/safe-fetch.ts'
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

describe('a workflow of Teams takes a card (alertmanager#3920, uptime-kuma#4922)', () => {
  const PATH = '/workflows/5fe405563c2b4c6b8840811d8d0b2796/triggers/manual/paths/invoke'
  const QUERY = '?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=s3cr3t'
  const POWER = 'https://default335a532847a0444489f8552b2e6cae.ea.environment.api.powerplatform.com'
  type Card = {
    type: string
    attachments: { contentType: string; content: { body: { inlines: { text: string }[] }[]; actions?: object[] } }[]
  }
  const cardFor = (address: string, event: object) => JSON.parse(bodyFor(address, JSON.stringify(event))) as Card
  const textOf = ({ attachments }: Card) => attachments[0]!.content.body[0]!.inlines[0]!.text

  test.each([
    `https://prod-23.westeurope.logic.azure.com:443${PATH}${QUERY}`,
    `https://prod-23.westeurope.logic.azure.com${PATH.replace('manual', 'Manual')}${QUERY}`,
    `${POWER}:443/powerautomate/automations/direct${PATH}${QUERY}`,
    `${POWER}/powerautomate/automations/direct${PATH}/${QUERY}`,
  ])('%s', (address) => {
    for (const type of Object.keys(EVENT_TYPES) as EventType[]) {
      const event = sampleOf(type)
      const card = cardFor(address, event)
      expect(card).toMatchObject({
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: { type: 'AdaptiveCard', version: '1.4', body: [{ type: 'RichTextBlock' }] },
          },
        ],
      })
      expect(textOf(card)).not.toMatch(/undefined|NaN|\[object/)
      const { url } = event.data as { url?: string }
      expect(card.attachments[0]!.content.actions).toEqual(
        url ? [{ type: 'Action.OpenUrl', title: 'Open', url }] : (undefined as never),
      )
    }
  })

  test.each([
    `https://logic.azure.com.evil.example${PATH}`,
    `https://evillogic.azure.com${PATH}`,
    'https://prod-23.westeurope.logic.azure.com/workflows/1/triggers/daily/run',
    'https://northwind.webhook.office.com/webhookb2/1/IncomingWebhook/2/3',
  ])('%s gets the event itself', (address) => {
    const event = JSON.stringify(sampleOf('push.sent'))
    expect(bodyFor(address, event)).toBe(event)
  })

  test('the card stays below the 28 KB that Teams takes, whatever is in a name', () => {
    const event = sampleOf('indexnow_site.failing')
    for (const letter of ['\u0001', '"', '語', '\u{1f6b2}']) {
      const long = { ...event, data: { ...event.data, why: letter.repeat(20_000) } }
      expect(Buffer.byteLength(bodyFor(`${POWER}${PATH}`, JSON.stringify(long)))).toBeLessThan(28 * 1024)
    }
  })

  test('Send test works: the workflow answers 202 once it has the card', async () => {
    w.close()
    const get = createSafeFetch({ allow_networks: parseNetworks('127.0.0.1/32'), user_agent: 'test' })
    w = world({ fetch: (address, options) => get(String(address).replace(POWER, receiver.url.origin), options) })
    answer = () => new Response(null, { status: 202 })
    const url = `${POWER}/powerautomate/automations/direct${PATH}${QUERY}`
    expect(await tried(url)).toMatchObject({ ok: true, status: 202 })
    expect(textOf(JSON.parse(got[0]!.body) as Card)).toBe('Northwind: This is a test.')
    // A workflow that was deleted or whose key is wrong.
    answer = () => Response.json({ error: { code: 'DirectApiAuthorizationRequired' } }, { status: 401 })
    expect(await tried(url)).toMatchObject({ ok: false, status: 401 })
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
