import { afterEach, describe, expect, test } from 'bun:test'
import net from 'node:net'
import fc from 'fast-check'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { type Call, createHttp, type Vendor } from '../../src/upstream/http.ts'
import { standIn } from '../upstreams/stand-in.ts'
import { failureOf } from './failure.ts'

const clock = { now: () => '2026-11-21T09:00:00.000Z' }
const Answer = Compile(Type.Object({ id: Type.String() }))
const patient = new AbortController().signal

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function vendorAnswering(handle: () => Response = () => Response.json({ id: 'a' })) {
  const server = standIn(clock.now, handle)
  stops.push(server.stop)
  return server
}

const httpTo = (base_url: string, more: Partial<Vendor> = {}) =>
  createHttp({
    name: 'Acme',
    base_url,
    user_agent: 'Signalpost/1.0 (+https://signalpost.example)',
    clock,
    secrets: [],
    ...more,
  })

/** The failure of a call that expects an `Answer`. */
const failing = (base_url: string, call: Call, more: Partial<Vendor> = {}, signal = patient) =>
  failureOf(httpTo(base_url, more).ask(Answer, call, signal))

const read: Call = { path: '/read' }
const order: Call = { path: '/order', json: { buy: 1 }, order: true }

describe('a request on the wire', () => {
  test('carries the product user agent, JSON and the query, and asks for gzip alone', async () => {
    const server = vendorAnswering()
    const http = httpTo(server.url, { headers: { 'x-key': 'k' } })
    await http.ask(Answer, { path: '/v1/things', query: { q: 'a b&c' }, json: { title: 'é' } }, patient)
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      path: '/v1/things',
      query: { q: 'a b&c' },
      body: '{"title":"é"}',
      headers: {
        'user-agent': 'Signalpost/1.0 (+https://signalpost.example)',
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'x-key': 'k',
      },
    })
  })

  test('can be a form', async () => {
    const server = vendorAnswering()
    await httpTo(server.url).ask(Answer, { path: '/token', form: { grant_type: 'a:b', assertion: 'x y' } }, patient)
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=a%3Ab&assertion=x+y',
    })
  })

  test('goes to the vendor directly, whatever proxy the environment names', async () => {
    const server = vendorAnswering()
    process.env.HTTP_PROXY = 'http://127.0.0.1:9'
    try {
      const { value } = await httpTo(server.url).ask(Answer, read, patient)
      expect(value).toEqual({ id: 'a' })
    } finally {
      delete process.env.HTTP_PROXY
    }
  })
})

describe('an answer', () => {
  test('is read when it is compressed', async () => {
    const server = vendorAnswering(
      () => new Response(Bun.gzipSync(Buffer.from('{"id":"zipped"}')), { headers: { 'content-encoding': 'gzip' } }),
    )
    expect((await httpTo(server.url).ask(Answer, read, patient)).value).toEqual({ id: 'zipped' })
  })

  test('keeps fields that the shape does not name, and is handed on as text without secrets', async () => {
    const server = vendorAnswering(() => Response.json({ id: 'a', extra: 1, api_key: 'sk-"quoted"' }))
    const { raw } = await httpTo(server.url, { secrets: ['sk-"quoted"'] }).ask(Answer, read, patient)
    expect(raw).toBe('{"id":"a","extra":1,"api_key":"[secret]"}')
  })

  test.each([
    [400, 'invalid'],
    [401, 'auth'],
    [402, 'quota'],
    [403, 'auth'],
    [404, 'transient'],
    [413, 'invalid'],
    [422, 'invalid'],
    [425, 'pending'],
    [429, 'rate'],
    [500, 'transient'],
    [503, 'transient'],
    [301, 'transient'],
  ] as const)('with status %i is a failure of class %s, for a read and for an order', async (status, failure) => {
    const server = vendorAnswering()
    server.fail({ status, body: { error: 'because' }, headers: { location: 'http://127.0.0.1:9/' } }, 2)
    expect(await failing(server.url, read)).toMatchObject({ failure, message: `Acme answered ${status}: because` })
    expect(await failing(server.url, order)).toMatchObject({ failure })
    expect(server.received).toHaveLength(2)
  })

  test.each([
    [400, '<html><h1>Bad gateway setup</h1></html>', 'a web page'],
    [502, 'bad gateway', 'bad gateway'],
    [504, '', ''],
    [520, 'error code: 520', 'error code: 520'],
    [524, 'error code: 524', 'error code: 524'],
  ])('with status %i and "%s" comes from something in between, so an order is in doubt', async (status, body, why) => {
    const server = vendorAnswering()
    server.fail({ status, body }, 2)
    const message = `Acme answered ${status}${why && `: ${why}`}`
    expect(await failing(server.url, order)).toMatchObject({ failure: 'unknown', declined: false, message })
    expect(await failing(server.url, read)).toMatchObject({ failure: 'transient', message })
  })

  test.each([401, 403])(
    'with status %i and a web page is of a firewall in front of the service: never the key, and an order was not taken',
    async (status) => {
      const server = vendorAnswering()
      const body = '<!DOCTYPE html><html><head><title>Access denied</title></head><body>Ray 1</body></html>'
      server.fail({ status, body, headers: { 'content-type': 'text/html' } }, 2)
      const message = `Acme answered ${status}: a firewall in front of it refused this machine with a web page (“Access denied”)`
      expect(await failing(server.url, read)).toMatchObject({ failure: 'transient', message })
      expect(await failing(server.url, order)).toMatchObject({ failure: 'transient', message })
      const http = httpTo(server.url)
      server.fail({ status, body }, 1)
      expect(http.judged(await http.send(read, patient), 'auth')).not.toBe('auth')
    },
  )

  test('with a page whose title repeats the key holds no part of it, wherever the title is cut', async () => {
    const secret = `k3y-${'0123456789abcdef'.repeat(4)}`
    for (const before of [0, 20, 60, 75]) {
      const server = vendorAnswering()
      server.fail({ status: 401, body: `<!DOCTYPE html><title>${'x'.repeat(before)} ${secret}</title>` }, 1)
      const { message } = await failing(server.url, read, { secrets: [secret] })
      expect(message).toContain('firewall')
      expect(message).not.toContain('k3y-')
    }
  })

  test('with a failure of the service itself says that it declined', async () => {
    const server = vendorAnswering()
    for (const status of [400, 403, 429, 500, 503]) {
      server.fail({ status })
      expect(await failing(server.url, order)).toMatchObject({ declined: true })
    }
  })

  test.each([
    ['html', 'Acme answered with a web page instead of JSON'],
    ['garbage', 'Acme answered with something that is not JSON'],
    ['empty', 'Acme answered in an unexpected form (/ must have required properties id)'],
  ] as const)(
    'that is %s says so: a read is to be repeated, an order may have been taken all the same',
    async (fault, message) => {
      const server = vendorAnswering()
      server.fail(fault, 2)
      expect(await failing(server.url, read)).toMatchObject({ failure: 'transient', message })
      expect(await failing(server.url, order)).toMatchObject({ failure: 'unknown', declined: false, message })
    },
  )

  test.each([
    ['a byte order mark', '\ufeff{"id":"a"}', { 'content-type': 'application/json' }],
    ['the type of a web page', '{"id":"a"}', { 'content-type': 'text/html' }],
    ['no type', '{"id":"a"}', { 'content-type': '' }],
    ['an encoding in capitals', Bun.gzipSync(Buffer.from('{"id":"a"}')), { 'content-encoding': 'GZIP' }],
    ['an older name of the encoding', Bun.gzipSync(Buffer.from('{"id":"a"}')), { 'content-encoding': 'x-gzip' }],
  ])('that is JSON with %s is read', async (_, body, headers) => {
    const server = vendorAnswering(() => new Response(body, { headers }))
    expect((await httpTo(server.url).ask(Answer, read, patient)).value).toEqual({ id: 'a' })
  })

  test('that claims to be compressed and is not, or is cut short, leaves an order in doubt', async () => {
    const bodies = ['{"id":"a"}', Bun.gzipSync(Buffer.from(`{"id":"${'a'.repeat(4000)}"}`)).slice(0, 30)]
    for (const body of bodies) {
      const server = vendorAnswering(() => new Response(body, { headers: { 'content-encoding': 'gzip' } }))
      const message = 'Acme sent an answer that could not be decompressed within 32 MiB'
      expect(await failing(server.url, order)).toMatchObject({ failure: 'unknown', message })
    }
  })

  test.each([301, 302, 303, 307, 308])(
    'of %i is not followed: the other address gets neither key nor order',
    async (status) => {
      const elsewhere = vendorAnswering()
      const server = vendorAnswering(
        () => new Response(null, { status, headers: { location: `${elsewhere.url}/take` } }),
      )
      const key = { headers: { 'x-key': 'k3y' }, secrets: ['k3y'] }
      expect(await failing(server.url, order, key)).toMatchObject({ failure: 'transient' })
      expect(await failing(server.url, read, key)).toMatchObject({ failure: 'transient' })
      expect(elsewhere.received).toEqual([])
    },
  )

  test.each(['huge', 'bomb'] as const)('that is a %s one is cut off at 32 MiB', async (fault) => {
    const server = vendorAnswering()
    server.fail(fault, 2)
    const error = await failing(server.url, read)
    expect(error.failure).toBe('transient')
    expect(error.message).toContain('32 MiB')
    expect(await failing(server.url, order)).toMatchObject({ failure: 'unknown' })
  })

  test.each([
    ['120', 120_000],
    ['Sat, 21 Nov 2026 09:05:00 GMT', 300_000],
    ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['99999999999999999999999999', 86_400_000],
    ['0', 0],
    ['Saturday, 21-Nov-26 09:05:00 GMT', 300_000],
    ['Sat Nov 21 09:05:00 2026', 300_000],
    ['soon', undefined],
    ['120, 120', undefined],
  ])('with Retry-After %p is to be repeated after %p ms', async (header, wait) => {
    const server = vendorAnswering()
    server.fail({ status: 429, headers: { 'retry-after': header } })
    expect((await failing(server.url, read)).retryAfter).toBe(wait)
  })
})

describe('an answer that does not come', () => {
  test.each(['hang', 'lost', 'drip'] as const)(
    'in time (%s) leaves an order in doubt, and a read to be repeated',
    async (fault) => {
      const server = vendorAnswering()
      server.fail(fault, 2)
      const hurried = { timeout_ms: 100 }
      expect(await failing(server.url, order, hurried)).toMatchObject({
        failure: 'unknown',
        message: 'Acme did not answer within 0.1 s',
      })
      expect(await failing(server.url, read, hurried)).toMatchObject({ failure: 'transient' })
    },
  )

  test.each([
    ['before the answer', ''],
    ['within the answer', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":'],
  ])('because the connection broke %s leaves an order in doubt, and a read to be repeated', async (_, said) => {
    const server = net.createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(said)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(() => server.close())
    const { port } = server.address() as net.AddressInfo
    const url = `http://127.0.0.1:${port}`
    expect(await failing(url, order)).toMatchObject({
      failure: 'unknown',
      message: 'Acme broke off the connection (ECONNRESET)',
    })
    expect(await failing(url, read)).toMatchObject({ failure: 'transient' })
  })

  test('is not mistaken for a kept connection that the vendor closed: an order has one of its own', async () => {
    let connections = 0
    const server = net.createServer((socket) => {
      connections += 1
      socket
        .on('error', () => {})
        .on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"id":"a"}'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(() => server.close())
    const { port } = server.address() as net.AddressInfo
    const http = httpTo(`http://127.0.0.1:${port}`)
    await http.ask(Answer, read, patient)
    await http.ask(Answer, read, patient)
    expect(connections).toBe(1)
    await http.ask(Answer, order, patient)
    expect(connections).toBe(2)
  })

  test('because the order was never sent leaves nothing in doubt', async () => {
    expect(await failing('http://127.0.0.1:1', order)).toMatchObject({
      failure: 'transient',
      message: 'Acme could not be reached (ECONNREFUSED)',
    })
  })

  test('because TLS failed leaves nothing in doubt', async () => {
    const server = vendorAnswering()
    const error = await failing(server.url.replace('http:', 'https:'), order)
    expect(error).toMatchObject({ failure: 'transient' })
    expect(error.message).toStartWith('Acme could not be reached (')
  })

  test('to an order is waited for although the task is to end; a read is given up at once, and nothing is ordered any more', async () => {
    const server = vendorAnswering()
    server.fail('slow', 2)
    const stopping = new AbortController()
    const http = httpTo(server.url)
    const ordered = http.ask(Answer, order, stopping.signal)
    const failed = failing(server.url, read, {}, stopping.signal)
    while (server.received.length < 2) await Bun.sleep(1)
    stopping.abort()
    expect(await failed).toMatchObject({ failure: 'unknown', message: 'Acme was not waited for' })
    expect(await failing(server.url, order, {}, stopping.signal)).toMatchObject({ reached: false })
    expect((await ordered).value).toBeDefined()
    expect(server.received).toHaveLength(2)
  })

  test('because the caller stopped waiting is unknown', async () => {
    const server = vendorAnswering()
    server.fail('hang')
    const stopping = new AbortController()
    const failed = failing(server.url, read, {}, stopping.signal)
    stopping.abort()
    expect(await failed).toMatchObject({ failure: 'unknown', message: 'Acme was not waited for' })
  })
})

describe('a secret', () => {
  const secret = 'k3y/with "odd" +signs'

  test('never stands in the message of a failure, in whatever form the vendor repeats it', async () => {
    const server = vendorAnswering()
    const formed = new URLSearchParams({ secret }).toString().slice('secret='.length)
    const php = JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')
    const forms = [secret, encodeURIComponent(secret), encodeURIComponent(secret).toLowerCase(), formed, php]
    for (const form of forms) {
      server.fail({ status: 401, body: { error: `unknown key ${form}` } })
      const error = await failing(server.url, { path: '/read', query: { api_key: secret } }, { secrets: [secret] })
      expect(error.message).toBe('Acme answered 401: unknown key [secret]')
    }
  })

  test('never stands in the message when the address that holds it cannot be reached', async () => {
    const call = { path: '/read', query: { api_key: secret } }
    const error = await failing('http://127.0.0.1:1', call, { secrets: [secret] })
    expect(error.message).toBe('Acme could not be reached (ECONNREFUSED)')
  })

  test('changes nothing of a request but the one header that carries it, whatever characters it has', async () => {
    const server = vendorAnswering()
    const plain = httpTo(server.url, { headers: { 'x-key': 'plain' } })
    await plain.send(order, patient)
    const { headers: usual, body } = server.received[0]!
    const spiteful = fc.array(fc.constantFrom('a', ' ', '\t', '\r', '\n', '\0', ':', 'é', '鍵', '\ud800', 'x-evil: 1'))
    await fc.assert(
      fc.asyncProperty(spiteful, async (characters) => {
        const key = characters.join('')
        server.received.length = 0
        const http = httpTo(server.url, { headers: { 'x-key': key }, secrets: [key] })
        const outcome = await http.send(order, patient).catch((error: unknown) => error)
        if (server.received.length === 0) return expect(outcome).toMatchObject({ failure: 'auth', reached: true })
        expect(server.received[0]!.headers).toEqual({ ...usual, 'x-key': expect.any(String) })
        expect(server.received[0]!.body).toBe(body)
      }),
      { numRuns: 200 },
    )
  })

  test('that no header can carry is an auth failure without it, and nothing is sent', async () => {
    const server = vendorAnswering()
    const error = await failing(server.url, order, { headers: { 'x-key': 'two\nlines' }, secrets: ['two\nlines'] })
    expect(error).toMatchObject({ failure: 'auth' })
    expect(error.message).not.toContain('lines')
    expect(server.received).toHaveLength(0)
  })
})

test('a long or many-lined complaint of the vendor becomes one short line', async () => {
  const server = vendorAnswering()
  server.fail({ status: 500, body: `Trace:\r\n\u001b[31m${'at line\n'.repeat(400)}` })
  const { message } = await failing(server.url, read)
  expect(message.length).toBeLessThan(300)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  expect(message).not.toMatch(/[\u0000-\u001f]/)
})
