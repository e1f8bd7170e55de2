import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import Type from 'typebox'
import type { ServerOptions } from '../../src/doors/doors.ts'
import { serve } from '../../src/doors/server.ts'
import { outbound } from '../../src/kernel/operation/operation.ts'
import { task, taskName } from '../../src/kernel/scheduling/task.ts'
import { DAY, MINUTE, plus, SECOND } from '../../src/kernel/time/clock.ts'
import { keepTime } from '../../src/kernel/time/clock-doubt.ts'
import { operations } from '../../src/operations/index.ts'
import { assets, href } from '../../static/index.ts'
import { world } from '../world.ts'
import { bodyOf, type House, house, json } from './house.ts'

let h: House | null = null
afterEach(async () => {
  await h?.close()
  h = null
})

/** An operation that answers when it is let, and a word when it has begun. */
function slow() {
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const operation = outbound({
    name: 'slow',
    route: 'POST /slow',
    role: null,
    summary: 'Slow.',
    input: Type.Object({}),
    output: Type.Object({ done: Type.Boolean() }),
    example: {},
    async handle() {
      begun.resolve()
      await go.promise
      return { done: true }
    },
  })
  return { operation, begun: begun.promise, go: () => go.resolve() }
}

describe('stopping', () => {
  test('a request under way is finished, new ones are not taken, counters are written', async () => {
    const { operation, begun, go } = slow()
    h = house({ operations: [...operations, operation] })
    const answer = h.ask('ada', '/api/v1/slow', json({}))
    await begun
    const stopped = h.running.stop()
    await expect(fetch(`${h.url}/healthz`, { keepalive: false })).rejects.toThrow()
    go()
    expect(await bodyOf(await answer)).toMatchObject({ ok: true, data: { done: true } })
    await stopped
    const again = await reopened(h)
    expect(again.calls).toBe(1)
    expect(again.used).toBe(true)
  })

  test('a task under way is finished before the database is closed', async () => {
    const go = Promise.withResolvers<void>()
    let finished = false
    const long = task({
      name: taskName('long'),
      every: 60_000,
      summary: 'Long',
      async run({ db }) {
        await go.promise
        db.write((tx) => tx.run("insert into settings values ('done', '1', ?)", tx.now))
        finished = true
        return 1
      },
    })
    h = house({ tasks: [long] })
    h.running.scheduler.wake(long.name)
    await Bun.sleep(5)
    const stopped = h.running.stop()
    expect(await Promise.race([stopped.then(() => 'stopped'), Bun.sleep(20).then(() => 'waiting')])).toBe('waiting')
    go.resolve()
    await stopped
    expect(finished).toBe(true)
  })

  test('a long task is broken off at once, a call that hangs is refused, and neither is waited for', async () => {
    const order: string[] = []
    const long = task({
      name: taskName('long'),
      every: 60_000,
      summary: 'Long',
      run: (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            order.push('task')
            reject(signal.reason)
          }),
        ),
    })
    const begun = Promise.withResolvers<void>()
    const hanging = outbound({
      name: 'slow',
      route: 'POST /slow',
      role: null,
      summary: 'Slow.',
      input: Type.Object({}),
      output: Type.Object({}),
      example: {},
      handle: ({ signal }) =>
        new Promise((_resolve, reject) => {
          begun.resolve()
          signal.addEventListener('abort', () => {
            order.push('call')
            reject(new Error('broken off'))
          })
        }),
    })
    h = house({ operations: [...operations, hanging], tasks: [long] })
    h.running.scheduler.wake(long.name)
    const asked = h.ask('ada', '/api/v1/slow', json({}))
    await begun.promise
    await h.running.stop().then(() => order.push('stopped'))
    const answer = await asked
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await bodyOf(answer)).toMatchObject({ ok: false, error: { code: 'busy', details: { reason: 'stopping' } } })
    expect(order).toEqual(['task', 'call', 'stopped'])
  })

  test('stopping twice is stopping once, and idle connections do not hold it up', async () => {
    h = house()
    const { hostname, port } = new URL(h.url)
    const socket = connect(Number(port), hostname).resume()
    await new Promise((resolve) => socket.on('connect', resolve))
    await fetch(`${h.url}/healthz`)
    await Promise.all([h.running.stop(), h.running.stop()])
    expect(() => h!.db.read((tx) => tx.rows('select 1'))).toThrow()
    socket.destroy()
  })
})

/** What the file of a stopped install says. */
async function reopened({ folder }: House) {
  const { Database } = await import('bun:sqlite')
  const db = new Database(join(folder, 'signalpost.db'), { readonly: true })
  const calls = db.query<{ n: number }, []>("select sum(n) as n from day_counters where name like 'calls:%'").get()!.n
  const used = db.query<{ at: string | null }, []>('select last_used_at as at from api_keys').get()!.at !== null
  db.close()
  return { calls, used }
}

describe('health', () => {
  test('an install that can work says so; one whose scheduler has stopped answers 503', async () => {
    h = house()
    expect(await (await fetch(`${h.url}/healthz`)).json()).toEqual({ alive: true, version: h.app.version })
    for (const path of ['/readyz', '/up']) {
      const answer = await fetch(h.url + path)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        {
          ready: true,
          passive: false,
          checks: { disk: true, clock: true, intact: true, database: true, migrations: true, scheduler: true },
          reasons: [],
          stopped: [],
        },
      ])
    }
    const ended = h.app.db.storage.reading('a backup')
    h.app.db.storage.hold(true, 0)
    const held = await fetch(`${h.url}/readyz`)
    expect([held.status, (await held.json()).reasons]).toEqual([
      200,
      ['a backup holds the log of the database, which grows beyond 64 MB: it ends by itself'],
    ])
    ended()
    h.app.db.storage.hold(true, 0)
    expect(h.app.db.storage.state.why).toStartWith('another program holds the log')
    await h.running.scheduler.stop()
    const unready = await fetch(`${h.url}/readyz`)
    expect([unready.status, (await unready.json()).checks]).toEqual([
      503,
      { disk: true, clock: true, intact: true, database: true, migrations: true, scheduler: false },
    ])
  })
})

test('a clock that is set ahead while it runs is told by the next /readyz', async () => {
  h = house()
  let passed = 0
  Object.assign(h.clock, { passed: () => passed })
  h.db.write((tx) => void keepTime(tx) as undefined)
  expect((await fetch(`${h.url}/readyz`)).status).toBe(200)
  h.clock.turn(3 * DAY)
  passed += SECOND
  const told = await fetch(`${h.url}/readyz`)
  expect([told.status, (await told.json()).reasons]).toEqual([503, [expect.stringContaining('more than 2 days after')]])
})

test('/readyz names the engines that refuse all checks, without the words of the vendor, and stays ready', async () => {
  h = house()
  const { app } = h
  const stop = (name: string, minutes: number) =>
    app.db.write((tx) =>
      tx.run(
        "insert into supply_stops (name, since, seen_at, reason) values (?, ?, ?, 'Serper answered 400: key K1')",
        name,
        plus(tx.now, -minutes * MINUTE),
        tx.now,
      ),
    )
  stop('engine:scan_standard', 20)
  stop('engine:scan_live', 5)
  stop('crawl:primary', 60)
  const answer = await fetch(`${h.url}/readyz`)
  const text = await answer.text()
  expect([answer.status, JSON.parse(text).stopped]).toEqual([200, ['scan_standard']])
  expect(text).not.toContain('Serper')
})

describe('files', () => {
  test('each is served under a name of its content, for ever, compressed where the client takes it', async () => {
    h = house()
    for (const [path, { type, body }] of assets()) {
      const answer = await fetch(h.url + path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(body))
    }
    const plain = await fetch(h.url + href('app.css'), { headers: { 'accept-encoding': 'identity' } })
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
    const zipped = await fetch(h.url + href('app.css'), { headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect((await fetch(`${h.url}/app/a/nothing.css`)).status).toBe(404)
    expect((await fetch(`${h.url}/app/a/%2e%2e/%2e%2e/package.json`)).status).toBe(404)
  })
})

describe('the plug for pages', () => {
  const open = (web: ServerOptions['web'], env: Record<string, string> = {}) => {
    const w = world({ env: { SIGNALPOST_LISTEN: '127.0.0.1:0', ...env } })
    const running = serve(w.app, { web })
    return {
      url: running.address,
      w,
      async close() {
        await running.stop()
        rmSync(w.folder, { recursive: true, force: true })
      },
    }
  }

  test('pages answer what no other door knows, under the standing headers; over TLS with HSTS', async () => {
    const pages = new Elysia()
      .get('/app', () => new Response('<p>home', { headers: { 'content-type': 'text/html' } }))
      .all('/*', () => new Response('no such page', { status: 404 }))
    const door = open(pages.fetch, { SIGNALPOST_SITE_URL: 'https://push.northwind.example' })
    const home = await fetch(`${door.url}/app`)
    expect([home.status, home.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    expect(home.headers.get('strict-transport-security')).toStartWith('max-age=31536000')
    expect(await (await fetch(`${door.url}/nothing`)).text()).toBe('no such page')
    expect((await fetch(`${door.url}/api/v1/nothing`)).headers.get('content-type')).toStartWith('application/json')
    expect((await fetch(`${door.url}/readyz`)).status).toBe(200)
    await door.close()
  })

  test('a page that throws tells nothing, and is tracked', async () => {
    const door = open(() => {
      throw new Error('select * from users')
    })
    const answer = await fetch(`${door.url}/broken`)
    const { error } = await bodyOf(answer)
    expect([answer.status, error.code, JSON.stringify(error).includes('select')]).toEqual([500, 'internal', false])
    expect(error.request_id).toBe(answer.headers.get('x-request-id')!)
    expect(door.w.db.read((tx) => tx.rows('select place from tracked_errors'))).toEqual([{ place: 'doors' }])
    await door.close()
  })
})

test('an install can listen on a unix socket, and leaves none behind that stops the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-socket-'))
  const unix = join(folder, 'listen.sock')
  for (let start = 0; start < 2; start++) {
    const w = world({ env: { SIGNALPOST_LISTEN: `unix:${unix}` } })
    const running = serve(w.app)
    expect(running.address).toBe(`unix:${unix}`)
    expect(existsSync(unix)).toBe(true)
    expect((await fetch('http://localhost/readyz', { unix })).status).toBe(200)
    expect((await fetch('http://localhost/api/v1/me', { unix, headers: { 'x-api-key': 'no' } })).status).toBe(401)
    await running.stop()
    rmSync(w.folder, { recursive: true, force: true })
  }
  rmSync(folder, { recursive: true, force: true })
})

describe('a Host header', () => {
  const hosts = ['push.example', 'PUSH.example.:', '127.0.0.1:80', '[::1]:8080', 'x']
  const none = [
    '',
    'a.example:80:80',
    'a.example, b.example',
    '[::1',
    'a.example:99999',
    'me@a.example',
    'a.example/x',
    'a b',
    `${'.'.repeat(10_000)}a`,
  ]

  test.each([...hosts.map((host) => [host, 200] as const), ...none.map((host) => [host, 400] as const)])(
    'of "%s" is answered with %d',
    async (host, status) => {
      h = house()
      expect(await statusOf(h, [host])).toBe(status)
    },
  )

  test('that comes twice is refused: nobody could say which one counts', async () => {
    h = house()
    expect(await statusOf(h, ['a.example', 'b.example'])).toBe(400)
  })
})

/** What a request is answered, byte for byte as given: `fetch` would put the host right. */
function statusOf({ url }: House, hosts: string[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.on('close', () => resolve(Number(answer.split(' ', 2)[1]))).on('error', reject)
  const lines = ['GET /healthz HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', '']
  socket.write(lines.join('\r\n'))
  return promise
}
