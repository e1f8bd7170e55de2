/** Webhooks, page by page: added, tested, replayed, rotated, turned off and verified. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Hooks, hooks, receiver } from '../../features/webhooks/receiving.ts'
import { browserOf } from '../browser.ts'

let w: Hooks
let to: ReturnType<typeof receiver>
let browser: ReturnType<typeof browserOf>
beforeAll(() => {
  w = hooks()
  to = receiver()
  browser = browserOf(w)
})
afterAll(() => {
  to.stop()
  w.close()
})

const BASE = '/app/w/ten_northwind/webhooks'

test('a webhook is added with its secret shown once, tested, replayed, rotated, turned off and deleted', async () => {
  const empty = await browser.visit('ada', BASE)
  expect(empty.text).toContain('No webhooks yet')
  const refused = await browser.send('ada', BASE, { url: 'http://shop.bakery.example/', types: 'push.*', scope: 'own' })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Enter an https address')])
  const made = await browser.send('ada', BASE, {
    url: `${to.origin}/in`,
    types: 'push.*\nlinks.indexed',
    scope: 'tree',
  })
  expect(made.main).toContain('whsec_')
  const { items } = await w.call<{ items: { id: string; types: string[] }[] }>('ada', 'list_webhooks')
  const { id, types } = items[0]!
  expect(types).toEqual(['push.*', 'links.indexed'])
  const self = `${BASE}/${id}`
  expect((await browser.visit('ada', BASE)).text).toContain('127.0.0.1')
  expect((await browser.send('ada', `${self}/test`, {})).status).toBe(303)
  const page = await browser.visit('ada', self)
  expect(page.text).toContain('webhook.test')
  expect(page.main).not.toMatch(/whsec_[\w+/]{8}/)
  const { items: sent } = await w.call<{ items: { id: string }[] }>('ada', 'list_webhook_deliveries', { id })
  const one = `${self}/deliveries/${sent[0]!.id}`
  expect((await browser.visit('ada', one)).text).toContain('This is a test.')
  expect((await browser.send('ada', `${one}/replay`, {})).status).toBe(303)
  await w.send()
  expect(to.got.length).toBe(2)
  expect((await browser.send('ada', `${self}/rotate`, {})).main).toContain('whsec_')
  expect((await browser.send('ada', `${self}/off`, {})).status).toBe(303)
  expect((await browser.visit('ada', self)).text).toContain('The webhook is off')
  expect((await browser.send('ada', `${self}/on`, { held: 'send' })).status).toBe(303)
  expect((await browser.send('ada', `${self}/delete`, {})).status).toBe(303)
  expect((await browser.visit('ada', self)).status).toBe(404)
})

test('the page that checks a pasted event says what is wrong, and never repeats the secret', async () => {
  const given = {
    ...{ webhook_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', webhook_timestamp: '1614265330', body: '{"test": 2432232314}' },
    webhook_signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  }
  const old = await browser.send('ada', `${BASE}/verify`, given)
  expect([old.status, old.text]).toEqual([200, expect.stringContaining('The signature matches, but')])
  expect(old.main).not.toContain(given.secret)
  w.clock.set('2021-02-25T15:02:12.000Z')
  const bad = await browser.send('ada', `${BASE}/verify`, { ...given, body: 'x' })
  expect(bad.text).toContain('No signature matches')
})

test('a room of a chat program gets notifications by one sentence, and is named where they are set', async () => {
  const page = '/app/w/ten_northwind/notifications'
  // As a browser sends ticks: the same name for each.
  const sentence = (url: string, idempotency_key: string) =>
    new URLSearchParams([
      ...['links.dropped', 'credits.low'].map((type) => ['types', type]),
      ...Object.entries({ scope: 'tree', url, idempotency_key }),
    ])
  const refused = await browser.send('ada', `${BASE}/room`, sentence('nonsense', 'room'))
  expect(refused.status).toBe(422)
  expect(refused.main).toContain('value="nonsense"')
  const url = 'https://hooks.slack.com/services/T0/B0/secret'
  expect((await browser.send('ada', `${BASE}/room`, sentence(url, 'room'))).location).toBe(page)
  const { items } = await w.call<{
    items: { id: string; url: string; program: string; types: string[]; scope: string }[]
  }>('ada', 'list_webhooks')
  const [room] = items.filter(({ program }) => program === 'Slack')
  expect(room).toMatchObject({ types: ['links.dropped', 'credits.low'], scope: 'tree' })
  const { main, text } = await browser.visit('ada', page)
  expect(main).toContain(`href="${BASE}/${room!.id}"`)
  expect(main).not.toContain('B0/secret')
  expect(text.match(/also Slack/g)).toHaveLength(2)
  await browser.send('ada', `${BASE}/${room!.id}/off`, {})
  expect((await browser.visit('ada', page)).text).not.toContain('also Slack')
  // Any other address takes events, so its secret is shown.
  const other = sentence(`${to.origin}/in`, 'other')
  expect((await browser.send('ada', `${BASE}/room`, other)).main).toContain('whsec_')
  expect((await browser.visit('vera', '/app/w/ten_bakery/notifications')).main).not.toContain('/webhooks/room')
})
