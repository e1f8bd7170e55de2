/** Criterion 8: a source that names a WebSub hub is subscribed to, and the hub is a trigger only. */

import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { ask } from '../../../src/doors/door-base.ts'
import { hubs } from '../../../src/features/standing/doors/hubs.ts'
import { between, DAY, HOUR, MINUTE, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import { type Watching, watching } from './watching.ts'

type Subscription = { ask_at: string; lease_until: string | null; note: string | null; heard_at: string | null }

let w: Watching
let door: ReturnType<typeof hubs>
let hub: ReturnType<typeof openHub>
beforeEach(async () => {
  w = await watching()
  door = hubs()
  hub = openHub()
})
afterEach(() => {
  hub.stop()
  w.stop()
})

/** A hub on this machine, which keeps what it was asked; `/moved` redirects to it. */
function openHub() {
  const asked: URLSearchParams[] = []
  const state = { status: 202 }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (new URL(request.url).pathname === '/moved')
        return new Response(null, { status: 308, headers: { location: '/hub' } })
      asked.push(new URLSearchParams(await request.text()))
      return new Response(null, { status: state.status })
    },
  })
  return { asked, state, url: (path = '/hub') => `${server.url.origin}${path}`, stop: () => server.stop(true) }
}

const feed = (items: number, hub_url = hub.url()) =>
  `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link rel="hub" href="${hub_url}"/><atom:link rel="self" href="${w.web.at('/feed')}"/>${Array.from({ length: items }, (_, i) => `<item><link>${w.web.at(`/p${i}`)}</link></item>`).join('')}</channel></rss>`
const subscription = () => w.db.read((tx) => tx.row<Subscription>('select * from hub_subscriptions'))

/** Watches the feed, whose first run learns and subscribes. */
async function subscribed(hub_url?: string) {
  w.web.put('/feed', feed(3, hub_url))
  const push = w.create({}, { path: '/feed', interval: 24 * 60 })
  await w.run()
  return push
}
const path = () => new URL(hub.asked.at(-1)!.get('hub.callback')!).pathname
async function verify(more: Record<string, string> = {}, at = path()) {
  const query = new URLSearchParams({
    ...{ 'hub.mode': 'subscribe', 'hub.topic': w.web.at('/feed'), 'hub.challenge': 'c-1' },
    ...{ 'hub.lease_seconds': String((10 * DAY) / SECOND), ...more },
  })
  const response = await ask(door, { app: w.app }, new Request(`http://localhost${at}?${query}`))
  return [response.status, await response.text()]
}
const sign = (body: string, hash = 'sha256', key = hub.asked.at(-1)!.get('hub.secret')!) =>
  `${hash}=${createHmac(hash, key).update(body).digest('hex')}`
const tell = async (body: string, signature: string, at = path()) =>
  (
    await ask(
      door,
      { app: w.app },
      new Request(`http://localhost${at}`, { method: 'POST', body, headers: { 'x-hub-signature': signature } }),
    )
  ).status

test('a hub of a feed is asked once, and its challenge is answered only while we wait for it', async () => {
  await subscribed()
  const [asked] = hub.asked
  expect([...asked!.keys()].toSorted()).toEqual([
    ...['hub.callback', 'hub.lease_seconds', 'hub.mode', 'hub.secret', 'hub.topic'],
  ])
  expect([asked!.get('hub.mode'), asked!.get('hub.topic')]).toEqual(['subscribe', w.web.at('/feed')])
  expect(path()).toStartWith('/hooks/websub/')
  expect(await verify({ 'hub.topic': w.web.at('/other') })).toEqual([404, ''])
  expect(await verify({ 'hub.mode': 'unsubscribe' })).toEqual([404, ''])
  expect(await verify({}, '/hooks/websub/spw_unknown')).toEqual([404, ''])
  expect(subscription()!.lease_until).toBeNull()
  expect(await verify()).toEqual([200, 'c-1'])
  expect(between(w.clock.now(), subscription()!.lease_until!)).toBe(10 * DAY)
  expect(await verify()).toEqual([404, ''])
  await w.run()
  expect(hub.asked.length).toBe(1)
})

test('signed news lets the push run within five minutes of the last; what it brings is not trusted', async () => {
  const push = await subscribed()
  await verify()
  w.clock.turn(HOUR)
  w.web.put('/feed', feed(4))
  const body = feed(9)
  expect(await tell(body, sign(body))).toBe(202)
  await w.run()
  expect(w.pushed()).toEqual(['/p3'])
  expect(w.lastRun(push).trigger).toBe('hub')
  // A second piece of news waits until five minutes have passed since that run.
  expect(await tell(body, sign(body))).toBe(202)
  expect(between(w.clock.now(), w.row(push).next_run_at!)).toBe(5 * MINUTE)
})

test('a wrong signature and one without a lease change nothing, and are answered the same', async () => {
  const push = await subscribed()
  const before = () => [w.row(push).next_run_at, w.row(push).asked_at, subscription()!.heard_at]
  expect(await tell('x', sign('x'))).toBe(202)
  await verify()
  const untouched = before()
  for (const signature of [
    sign('y'),
    sign('y', 'sha1'),
    sign('x', 'sha256', 'other'),
    `sha1=${sign('x').slice('sha256='.length)}`,
    'sha256=',
    'md5=00',
    '',
  ])
    expect(await tell('x', signature)).toBe(202)
  expect(before()).toEqual(untouched)
  expect(untouched[1]).toBeNull()
  for (const hash of ['sha1', 'sha256', 'sha384', 'sha512']) {
    w.clock.turn(MINUTE)
    expect(await tell('x', sign('x', hash))).toBe(202)
    expect([hash, subscription()!.heard_at]).toEqual([hash, w.clock.now()])
  }
})

test('a lease is renewed before four fifths of it are over, with the same callback', async () => {
  await subscribed()
  await verify()
  expect(between(w.clock.now(), subscription()!.ask_at)).toBeLessThanOrEqual(8 * DAY)
  w.clock.set(subscription()!.ask_at)
  await w.run()
  expect(hub.asked.length).toBe(2)
  expect(hub.asked[1]!.get('hub.callback')).toBe(hub.asked[0]!.get('hub.callback'))
  expect(await verify()).toEqual([200, 'c-1'])
  expect(between(w.clock.now(), subscription()!.lease_until!)).toBe(10 * DAY)
})

test('a hub that is silent for 30 days loses nothing: what is new is found within a day', async () => {
  const push = await subscribed()
  await verify()
  const silent_until = plus(w.clock.now(), 30 * DAY)
  while (w.clock.now() < silent_until) await w.turn(push)
  expect([subscription()!.heard_at, w.pushed()]).toEqual([null, []])
  const since = w.clock.now()
  w.web.put('/feed', feed(5))
  await w.turn(push)
  expect(w.pushed().toSorted()).toEqual(['/p3', '/p4'])
  expect(between(since, w.clock.now())).toBeLessThanOrEqual(DAY)
  expect(w.lastRun(push).trigger).toBe('clock')
})

test('a hub that refuses is asked ever later; a denial is noted; a redirect is followed', async () => {
  hub.state.status = 500
  await subscribed(hub.url('/moved'))
  expect(hub.asked.length).toBe(1)
  expect(subscription()!.note).toBe('The hub answered 500.')
  expect(await verify()).toEqual([404, ''])
  expect(between(w.clock.now(), subscription()!.ask_at)).toBe(HOUR)
  w.clock.turn(HOUR)
  await w.run()
  expect([hub.asked.length, between(w.clock.now(), subscription()!.ask_at)]).toEqual([2, 2 * HOUR])
  expect(await verify({ 'hub.mode': 'denied', 'hub.reason': 'full' })).toEqual([200, ''])
  expect(subscription()).toMatchObject({ lease_until: null, note: 'The hub refuses. full' })
})

test('what names no hub any more, or is deleted, is gone for the hub', async () => {
  const push = await subscribed()
  await verify()
  const at = path()
  w.web.put('/feed', feed(3).replace(/<atom:link[^>]*>/g, ''))
  await w.turn(push)
  expect(subscription()).toBeNull()
  expect(await tell('x', sign('x'), at)).toBe(410)
})

test('a hub is named by the Link header, an Atom feed and a JSON feed too; a private one is never reached', async () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="hub" href="${hub.url()}"/><link rel="self" href="/atom"/><entry><link href="/p1"/><link rel="hub" href="http://other.example/"/></entry></feed>`
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    hubs: [
      { type: 'rssCloud', url: 'x' },
      { type: 'WebSub', url: hub.url() },
    ],
    feed_url: w.web.at('/json'),
    items: [{ id: '1', url: w.web.at('/p1') }],
  })
  const header = () =>
    new Response(`${w.web.at('/p1')}\n`, {
      headers: { link: `<${hub.url()}>; rel="hub", <${w.web.at('/list')}>; rel=self`, 'content-type': 'text/plain' },
    })
  const private_hub = `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="hub" href="http://169.254.169.254/hub"/><entry><link href="${w.web.at('/p1')}"/></entry></feed>`
  w.web.put('/atom', atom)
  w.web.put('/json', json)
  w.web.put('/list', header)
  w.web.put('/private', private_hub)
  for (const path of ['/atom', '/json', '/list', '/private']) w.create({}, { path })
  await w.run()
  expect(hub.asked.map((asked) => asked.get('hub.topic')).toSorted()).toEqual(
    ['/atom', '/json', '/list'].map((path) => w.web.at(path)),
  )
  const notes = w.db.read((tx) =>
    tx.rows<{ note: string }>('select note from hub_subscriptions where note is not null'),
  )
  expect(notes).toEqual([{ note: expect.stringContaining('The hub was not reached') }])
})
