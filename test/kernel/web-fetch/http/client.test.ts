import { afterAll, describe, expect, test } from 'bun:test'
import net from 'node:net'
import zlib from 'node:zlib'
import { parseNetworks } from '../../../../src/kernel/web-fetch/addresses.ts'
import { HttpClient } from '../../../../src/kernel/web-fetch/http/client.ts'
import { Exchange, type HttpResponse } from '../../../../src/kernel/web-fetch/http/exchange.ts'
import { linesOf, messageOf } from '../../../../src/kernel/web-fetch/http/message.ts'
import { createSafeFetch, type SafeFetchOptions } from '../../../../src/kernel/web-fetch/safe-fetch.ts'
import { ANSWERS } from './answers.ts'

const HOST = '127.0.0.2'
const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

/** What a raw server saw: each connection with the requests that came over it. */
type Seen = string[][]

/** A raw server; `answer` writes to the socket for each request, told which one of how many connections it is. */
function raw(answer: (socket: net.Socket, request: string, connection: number, nth: number) => void) {
  const seen: Seen = []
  const server = net.createServer((socket) => {
    const connection = seen.push([]) - 1
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      text += data
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const nth = seen[connection]!.push(text.slice(0, end))
        text = text.slice(end + 4)
        answer(socket, seen[connection]!.at(-1)!, connection, nth - 1)
      }
    })
  })
  closing.push(() => server.close())
  /** How many connections are open. */
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  return new Promise<{ port: number; origin: string; seen: Seen; open: typeof open }>((resolve) =>
    server.listen(0, HOST, () => {
      const { port } = server.address() as net.AddressInfo
      resolve({ port, origin: `http://${HOST}:${port}`, seen, open })
    }),
  )
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const settings = { allow_networks: parseNetworks('127.0.0.0/8'), user_agent: 'Signalpost-test' }
const text = (body: Uint8Array): string => new TextDecoder().decode(body)

/** Asks one after another, and says what came of each. */
async function outcomes(origin: string, count: number, options: SafeFetchOptions = {}): Promise<string[]> {
  const fetch = createSafeFetch(settings)
  const told: string[] = []
  for (let index = 0; index < count; index++)
    told.push(
      await fetch(`${origin}/${index}`, options).then(
        ({ body }) => text(body),
        ({ code }) => code,
      ),
    )
  return told
}

describe('connections', () => {
  test('are used again after an answer that was read to its end', async () => {
    for (const answer of [OK, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n']) {
      const server = await raw((socket) => socket.write(answer))
      expect(await outcomes(server.origin, 5)).toEqual(Array(5).fill('ok'))
      expect(server.seen.map((requests) => requests.length)).toEqual([5])
    }
  })

  test('are not used again where anything was odd', async () => {
    const odd = [
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok',
      // A second answer, which must not be taken for that of the next request.
      `${OK}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`,
    ]
    for (const answer of odd) {
      const server = await raw((socket) => socket.write(answer))
      expect(await outcomes(server.origin, 3)).toEqual(Array(3).fill('ok'))
      expect(server.seen.map((requests) => requests.length)).toEqual([1, 1, 1])
    }
    const late = await raw((socket) => {
      socket.write(OK)
      setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'), 5)
    })
    const fetch = createSafeFetch(settings)
    expect(text((await fetch(`${late.origin}/`)).body)).toBe('ok')
    // The client closes the connection when it reads the second answer, however long that takes on a busy machine.
    while ((await late.open()) > 0) await Bun.sleep(5)
    expect(text((await fetch(`${late.origin}/`)).body)).toBe('ok')
    expect(late.seen).toHaveLength(2)
  })

  test('carry one request at a time', async () => {
    let open = 0
    let most = 0
    const server = await raw((socket) => {
      most = Math.max(most, ++open)
      setTimeout(() => {
        open--
        socket.write(OK)
      }, 5)
    })
    const fetch = createSafeFetch(settings)
    await Promise.all(Array.from({ length: 12 }, (_, index) => fetch(`${server.origin}/${index}`)))
    expect(most).toBe(4)
    expect(server.seen).toHaveLength(4)
  })

  test('that the server closed in between are made anew, once, and only for what may be asked twice', async () => {
    const server = await raw((socket, _, connection, nth) => {
      if (nth === 0) socket.write(OK)
      // The second request of the first connection finds it closed.
      else if (connection === 0) socket.destroy()
    })
    expect(await outcomes(server.origin, 2)).toEqual(['ok', 'ok'])
    const silent = await raw((socket, _, __, nth) => (nth === 0 ? socket.write(OK) : socket.destroy()))
    const fetch = createSafeFetch(settings)
    await fetch(`${silent.origin}/`)
    const posted = await fetch(`${silent.origin}/`, { method: 'POST', body: 'x' })
    expect(posted.status).toBe(200)
    // Not over the connection that may be closed: it could not be known whether it was done.
    expect(silent.seen.map((requests) => requests.map((request) => request.split(' ')[0]))).toEqual([['GET'], ['POST']])
    const dead = await raw((socket) => socket.destroy())
    expect(await outcomes(dead.origin, 1)).toEqual(['network'])
    expect(dead.seen).toHaveLength(1)
  })

  test('belong to one name: another name at the same address gets its own', async () => {
    const server = await raw((socket) => socket.write(OK))
    const fetch = createSafeFetch({ ...settings, resolve: async () => [HOST] })
    for (const name of ['one.shop.org', 'two.shop.org', 'one.shop.org']) await fetch(`http://${name}:${server.port}/`)
    expect(server.seen.map((requests) => requests.length)).toEqual([2, 1])
  })

  test('that nobody needs are closed, the oldest first, and after a while all of them', async () => {
    const server = await raw((socket) => socket.write(OK))
    const client = new HttpClient({ most: 2, each: 1, ms: 40 })
    const ask = (name: string) =>
      new Promise<HttpResponse>((onAnswer, onFailure) =>
        client.send(
          new Exchange(
            { secure: false, name, address: HOST, port: server.port },
            'GET',
            messageOf('GET', name, '/', ''),
            { onAnswer, onFailure, isTimed: () => true },
          ),
        ),
      )
    for (const name of ['a', 'b', 'c', 'b', 'a']) await ask(name)
    expect(server.seen.map((requests) => requests.length)).toEqual([1, 2, 1, 1])
    await Bun.sleep(120)
    await ask('b')
    expect(server.seen).toHaveLength(5)
  })
})

describe('a hostile server', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\n'
  const REDIRECT = 'HTTP/1.1 302 Found\r\nLocation: /next\r\n'
  const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`

  test.each([
    ['a body cut short', `${HEAD}Content-Length: 10\r\n\r\nhello`, 'network'],
    ['a chunk cut short', `${CHUNKED}A\r\nhello`, 'network'],
    ['no last chunk', `${CHUNKED}5\r\nhello\r\n`, 'network'],
    ['a head cut short', `${HEAD}Content-Le`, 'network'],
    ['a bad chunk', `${CHUNKED}5\r\nhello world\r\n0\r\n\r\n`, 'network'],
    ['a huge chunk', `${CHUNKED}ffffffffffff\r\n${'x'.repeat(2 << 20)}`, 'too_large'],
    ['a huge length', `${HEAD}Content-Length: 999999999999999\r\n\r\n${'x'.repeat(2 << 20)}`, 'too_large'],
    ['a length that is none', `${HEAD}Content-Length: 0x10\r\n\r\n0123456789abcdef`, 'headers'],
  ])('that sends %s gets no further', async (_, answer, code) => {
    const server = await raw((socket) => void socket.end(answer))
    expect(await outcomes(server.origin, 1)).toEqual([code])
  })

  test('that resets a body which only its end would bound is not taken for one that ended', async () => {
    const server = await raw((socket) => {
      socket.write(`${HEAD}\r\nhello`)
      setTimeout(() => socket.resetAndDestroy(), 20)
    })
    expect(await outcomes(server.origin, 1)).toEqual(['network'])
  })

  test('that sends headers without end, fast or slowly, is left', async () => {
    const fast = await raw((socket) => {
      socket.write(HEAD)
      const more = () => {
        while (!socket.destroyed && socket.write('X-A: b\r\n'.repeat(512)));
      }
      socket.on('drain', more)
      more()
    })
    expect(await outcomes(fast.origin, 1)).toEqual(['headers'])
    const slow = await raw((socket) => {
      socket.write(HEAD)
      const timer = setInterval(() => socket.write('X-A: b\r\n'), 5)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await outcomes(slow.origin, 1, { hop_timeout_ms: 80 })).toEqual(['timeout'])
  })

  test.each([
    ['a redirect that never sends its body', `${REDIRECT}Content-Length: 10\r\n\r\n`, ['ok']],
    ['a redirect without an end', `${REDIRECT}\r\nx`, ['ok']],
    [
      'a redirect with two framings',
      `${REDIRECT}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx`,
      ['ok'],
    ],
    ['gzip that is none', `${HEAD}Content-Encoding: gzip\r\n\r\n${'x'.repeat(500)}`, ['bad_encoding']],
    [
      'gzip that has ended',
      Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\n\r\n`), zlib.gzipSync('ok'), Buffer.alloc(100)]),
      ['ok', 'timeout', 'bad_encoding'],
    ],
    [
      'more gzip than is taken',
      Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\n\r\n`), zlib.gzipSync(Buffer.alloc(2 << 20))]),
      ['too_large'],
    ],
    ['more than is taken', `${HEAD}Content-Length: 5000000\r\n\r\n${'x'.repeat(2 << 20)}`, ['too_large']],
  ])('that falls silent after %s keeps no connection', async (_, answer, codes) => {
    const server = await raw((socket, request) => {
      if (request.startsWith('GET /next')) socket.end(`${HEAD}Connection: close\r\n\r\nok`)
      else socket.write(answer)
    })
    expect(codes).toContain((await outcomes(server.origin, 1, { hop_timeout_ms: 500 }))[0]!)
    await Bun.sleep(50)
    expect(await server.open()).toBe(0)
  })

  test('that compresses nothing at all, for ever, is left after a few megabytes', async () => {
    let sent = 0
    const empty = Buffer.alloc(65_535, Buffer.from([0, 0, 0, 0xff, 0xff]))
    const server = await raw((socket) => {
      socket.write(`${HEAD}Content-Encoding: deflate\r\n\r\n`)
      socket.write(Buffer.from([0x78, 0x9c]))
      const more = () => {
        while (!socket.destroyed && sent < 100e6 && socket.write(empty)) sent += empty.length
      }
      socket.on('drain', more)
      more()
    })
    expect(await outcomes(server.origin, 1)).toEqual(['too_large'])
    expect(sent).toBeLessThan(20e6)
  })

  test('reads of one octet at a time make no difference', async () => {
    const answer = ANSWERS.find(({ name }) => name === 'chunks')!
    const server = await raw(async (socket) => {
      socket.setNoDelay(true)
      for (const octet of answer.text) {
        socket.write(octet)
        await Bun.sleep(0)
      }
    })
    expect(await outcomes(server.origin, 1)).toEqual([answer.body])
  })

  test('that sends more than its reader takes is held back', async () => {
    let sent = 0
    const server = await raw((socket) => {
      socket.write(`${HEAD}Content-Length: 60000000\r\n\r\n`)
      const piece = Buffer.alloc(64 * 1024)
      const more = () => {
        while (!socket.destroyed && sent < 60_000_000 && socket.write(piece)) sent += piece.length
      }
      socket.on('drain', more)
      more()
    })
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
    const to = { secure: false, name: HOST, address: HOST, port: server.port }
    const exchange = new Exchange(to, 'GET', messageOf('GET', HOST, '/', ''), {
      onAnswer: resolve,
      onFailure: reject,
      isTimed: () => true,
    })
    new HttpClient().send(exchange)
    await promise
    await Bun.sleep(100)
    expect(sent).toBeLessThan(30_000_000)
    exchange.abort(new Error('enough'))
  })
})

describe('a request', () => {
  test('cannot be made to hold another', async () => {
    expect(() => linesOf({ 'x-a': 'b\r\nX-Evil: 1' })).toThrow(TypeError)
    expect(() => linesOf({ 'x-a: 1\r\nx-b': 'c' })).toThrow(TypeError)
    expect(() => linesOf({ 'x-a': 'ü' })).toThrow(TypeError)
    for (const target of ['/ HTTP/1.1\r\nX-Evil: 1', '/a b', '/\n', '/ü'])
      expect(() => messageOf('GET', 'shop.org', target, '')).toThrow(TypeError)
    expect(() => messageOf('GET', 'shop.org\r\nX-Evil: 1', '/', '')).toThrow(TypeError)
    expect(() => messageOf('GET / HTTP/1.1\r\n', 'shop.org', '/', '')).toThrow(TypeError)
    expect(linesOf({ 'Content-Length': '5', 'Transfer-Encoding': 'chunked', Host: 'x', 'x-a': 'b' })).toBe('x-a: b\r\n')
    const server = await raw((socket) => socket.write(OK))
    await createSafeFetch(settings)(`${server.origin}/a\r\nX-Evil: 1\r\n\r\nGET /b HTTP/1.1 ü?q=\n1`)
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]).toHaveLength(1)
    expect(server.seen[0]![0]!.split('\r\n')[0]).toBe('GET /aX-Evil:%201GET%20/b%20HTTP/1.1%20%C3%BC?q=1 HTTP/1.1')
  })

  test('of a megabyte arrives whole', async () => {
    const server = Bun.serve({
      hostname: HOST,
      port: 0,
      fetch: async (request) => new Response(`${(await request.bytes()).length}`),
    })
    closing.push(() => void server.stop(true))
    const body = new Uint8Array(1 << 20).fill(97)
    const answer = await createSafeFetch(settings)(`http://${HOST}:${server.port}/`, { method: 'POST', body })
    expect(text(answer.body)).toBe(`${1 << 20}`)
  })
})
