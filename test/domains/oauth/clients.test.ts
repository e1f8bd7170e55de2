import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Client, clientOf, OauthError, registerClient } from '../../../src/domains/oauth/index.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { readHead } from '../../../src/kernel/web-fetch/http/head.ts'
import { linesOf } from '../../../src/kernel/web-fetch/http/message.ts'
import type { SafeFetchOptions, SafeResponse } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { forgetConnectionsTask } from '../../../src/tasks/forget-connections.ts'
import { type World, world } from '../../world.ts'
import { connected, REDIRECT, registered } from './app.ts'

type Served = { status?: number; body?: unknown; headers?: Record<string, string> }
const served = new Map<string, Served>()
let fetched: string[] = []
let asked: SafeFetchOptions[] = []

let w: World
beforeEach(() => {
  served.clear()
  fetched = []
  asked = []
  w = world({
    fetch: async (url, options = {}): Promise<SafeResponse> => {
      fetched.push(String(url))
      asked.push(options)
      const { status = 200, body, headers = {} } = served.get(String(url)) ?? { status: 404 }
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? null)
      return {
        url: String(url),
        status,
        headers: readHead(`HTTP/1.1 200 OK\r\n${linesOf(headers)}`, 'GET').headers,
        body: new TextEncoder().encode(text),
        truncated: false,
        head_ms: 1,
        hops: [],
      }
    },
  })
})
afterEach(() => w.close())

const register = (metadata: Record<string, unknown>) => w.db.write((tx) => registerClient(tx, metadata))
const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return (error as OauthError).code
  }
  return 'fine'
}

describe('an app that registers', () => {
  test('is kept with its name and addresses, and nothing else', () => {
    const client = register({
      client_name: 'Desk',
      redirect_uris: [REDIRECT],
      logo_uri: 'https://x.example/',
      scope: 'admin',
    })
    expect(client).toMatchObject({ kind: 'registered', name: 'Desk', redirect_uris: [REDIRECT] })
  })

  test('has a name in which nothing is hidden, of a length that fits the page; without one its address stands for it', () => {
    const nameOf = (client_name: unknown) => register({ client_name, redirect_uris: [REDIRECT] }).name
    expect(nameOf('  Desk\n\u202Eksed\u0000 \u200B!  ')).toBe('Desk ksed !')
    expect(nameOf('x'.repeat(500))).toHaveLength(100)
    for (const none of [undefined, 7, ' ', '\u202E']) expect(nameOf(none)).toBe('127.0.0.1:33418')
  })

  test.each([
    [[]],
    [undefined],
    ['https://desk.example/'],
    [Array(51).fill('https://desk.example/')],
    [['javascript:alert(1)']],
    [['http://desk.example/callback']],
    [['desk://callback']],
    [['https://desk.example/#token']],
    [['https://ada:secret@desk.example/']],
    [['https://desk.example/a b']],
    [['https:/x']],
    [['https:x']],
    [['https://desk.example\\@evil.example/']],
    [["https://desk.example;script-src'unsafe-inline'/"]],
    [['http://127.0.0.2/callback']],
    [['http://localhost.evil.example/callback']],
    [['http://127.0.0.1:99999/']],
    [[`https://desk.example/${'x'.repeat(1000)}`]],
    [[7]],
  ])('may not go back to %j', (redirect_uris) => {
    expect(codeOf(() => register({ redirect_uris }))).toBe('invalid_redirect_uri')
  })

  test.each([
    [{ grant_types: ['client_credentials'] }],
    [{ grant_types: 'authorization_code' }],
    [{ response_types: ['token'] }],
  ])('must want what is offered, not %j', (more) => {
    expect(codeOf(() => register({ redirect_uris: [REDIRECT], ...more }))).toBe('invalid_client_metadata')
  })

  test('and is never connected is forgotten after a day; one that is used stays', async () => {
    const [unused, used] = [registered(w, 'Unused'), registered(w, 'Used')]
    connected(w, used)
    w.clock.turn(DAY + MINUTE)
    await w.run(forgetConnectionsTask)
    const left = () => w.db.read((tx) => tx.rows<{ id: string }>('select id from oauth_clients')).map(({ id }) => id)
    expect([left().includes(unused.id), left().includes(used.id)]).toEqual([false, true])
    w.clock.turn(91 * DAY)
    await w.run(forgetConnectionsTask)
    expect(left()).toEqual([])
  })

  const from = (network: string) => () => w.db.write((tx) => registerClient(tx, { redirect_uris: [REDIRECT] }, network))

  test('comes in at most 60 times an hour from one network, whatever others do', () => {
    for (let n = 0; n < 60; n++) from('2001:db8:1::/48')()
    expect(codeOf(from('2001:db8:1::/48'))).toBe('rate_limited')
    expect(codeOf(from('198.51.100.0/24'))).toBe('fine')
    w.clock.turn(HOUR)
    expect(codeOf(from('2001:db8:1::/48'))).toBe('fine')
  })

  test('makes room for itself when thousands wait: the network with the most loses its oldest', () => {
    const flood = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
      insert into oauth_clients (id, kind, name, redirect_uris, created_at, network)
      select ?2 || '-' || substr('0000' || i, -4), ?3, 'x', '[]', ?4, ?2 from n`
    const add = (count: number, network: string, kind = 'registered') =>
      w.db.write((tx) => tx.run(flood, count, network, kind, tx.now))
    add(10, 'quiet')
    add(4990, 'loud')
    expect(codeOf(from('new'))).toBe('fine')
    const left = (network: string) =>
      w.db.read((tx) => tx.rows<{ id: string }>('select id from oauth_clients where network = ? order by id', network))
    expect([left('quiet').length, left('loud').length, left('new').length]).toEqual([10, 4989, 1])
    expect(left('loud')[0]!.id).toBe('loud-0002')
  })

  test('does not give way to documents of apps, which are not counted', () => {
    const flood = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 6000)
      insert into oauth_clients (id, kind, name, redirect_uris, created_at, fresh_until)
      select i, 'document', 'x', '[]', ?1, ?1 from n`
    const first = from('new')()
    w.db.write((tx) => tx.run(flood, tx.now))
    from('new')()
    expect(w.db.read((tx) => tx.number('select count(*) from oauth_clients where id = ?', first.id))).toBe(1)
  })
})

describe('an app whose id is an address', () => {
  const ID = 'https://desk.example/oauth/client.json'
  const DOCUMENT = { client_id: ID, client_name: 'Desk', redirect_uris: ['https://desk.example/back'] }
  const find = (id = ID): Promise<Client> => clientOf(w.app, id, () => {})

  test('is what the document there says, fetched once for as long as it may be kept', async () => {
    served.set(ID, { body: DOCUMENT, headers: { 'cache-control': 'public, max-age=300' } })
    expect(await find()).toMatchObject({ kind: 'document', name: 'Desk', redirect_uris: ['https://desk.example/back'] })
    await find()
    w.clock.turn(4 * MINUTE)
    await find()
    expect(fetched).toEqual([ID])
    served.set(ID, { body: { ...DOCUMENT, client_name: 'Desk 2' } })
    w.clock.turn(2 * MINUTE)
    expect((await find()).name).toBe('Desk 2')
    expect(fetched).toHaveLength(2)
  })

  test('is fetched once in a flow though it must not be kept, and again within the hour though it may be kept for ever', async () => {
    served.set(ID, { body: DOCUMENT, headers: { 'cache-control': 'no-store, max-age=0' } })
    await find()
    await find()
    expect(fetched).toHaveLength(1)
    w.clock.turn(MINUTE)
    served.set(ID, { body: DOCUMENT, headers: { 'cache-control': 'max-age=999999999' } })
    await find()
    w.clock.turn(HOUR)
    await find()
    expect(fetched).toHaveLength(3)
  })

  test('is asked for through the guard, without following anybody elsewhere, and little of it', async () => {
    served.set(ID, { body: DOCUMENT })
    await find()
    expect(asked[0]).toMatchObject({ max_body: 16_384, hop_timeout_ms: 5000 })
    expect(asked[0]!.follow!(new URL('https://desk.example/'))).toBe(false)
  })

  test.each([
    ['is not there', { status: 404 }],
    ['leads elsewhere', { status: 302, headers: { location: 'https://evil.example/' } }],
    ['is no JSON', { body: '<html>' }],
    ['is no object', { body: [DOCUMENT] }],
    ['is of another app', { body: { ...DOCUMENT, client_id: `${ID}?` } }],
    ['has no name', { body: { ...DOCUMENT, client_name: undefined } }],
    ['carries a secret', { body: { ...DOCUMENT, client_secret: 'x' } }],
    ['wants to prove itself by a secret', { body: { ...DOCUMENT, token_endpoint_auth_method: 'client_secret_post' } }],
    ['has no address', { body: { ...DOCUMENT, redirect_uris: [] } }],
    ['has an address in the clear', { body: { ...DOCUMENT, redirect_uris: ['http://desk.example/'] } }],
  ])('is refused when its document %s', async (_, answer) => {
    served.set(ID, answer as Served)
    expect(await find().catch((error: unknown) => error)).toBeInstanceOf(OauthError)
    expect(w.db.read((tx) => tx.rows('select * from oauth_clients'))).toEqual([])
  })

  test.each([
    'http://desk.example/client.json',
    'https://desk.example/',
    'https://desk.example',
    'https://desk.example/client.json#a',
    'https://ada@desk.example/client.json',
    'https://desk.example/a/../client.json',
    'https://DESK.example/client.json',
    'https://desk.example:443/client.json',
    `https://desk.example/${'x'.repeat(500)}`,
  ])('is not even asked for at %s', async (id) => {
    expect(await find(id).catch((error: unknown) => error)).toMatchObject({ code: 'invalid_client' })
    expect(fetched).toEqual([])
  })

  test('that nobody knows and that is no address is told to register', async () => {
    expect(await find('desk').catch((error: unknown) => error)).toMatchObject({ code: 'invalid_client' })
    expect(fetched).toEqual([])
  })
})

test('the document of an app is never fetched from a private address, whatever it is called', async () => {
  let connections = 0
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        connections++
        socket.end()
      },
      data() {},
    },
  })
  const guarded = world()
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:7f00:1]', '169.254.169.254', 'printer.local']) {
    const found = clientOf(guarded.app, `https://${host}:${server.port}/client.json`, () => {})
    expect([host, await found.catch((error: unknown) => error)]).toEqual([
      host,
      expect.objectContaining({ code: 'invalid_client' }),
    ])
  }
  expect(connections).toBe(0)
  guarded.close()
  server.stop(true)
})
