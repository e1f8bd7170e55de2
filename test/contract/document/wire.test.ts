/** Bad input below HTTP's good manners: what is no request is refused, and the next visitor is served as ever. */
import { afterEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { operations } from '../../../src/operations/index.ts'
import { readDocument } from '../document.ts'
import { castOfFile, forEachOperation } from '../each.ts'
import { ask, exampleOf } from '../request.ts'

const cast = await castOfFile()
const document = await readDocument(cast)
afterEach(async () => {
  expect((await fetch(`${cast.url}/healthz`)).status).toBe(200)
})

/** Sends the bytes as they are; what came back until the server closed, or the answer was there. */
function exchange(request: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(cast.url)
  return new Promise((resolve) => {
    let seen = ''
    const socket = connect(Number(port), hostname, () => socket.end(request))
    socket.on('data', (bytes) => {
      seen += bytes.toString('latin1')
    })
    for (const end of ['close', 'error'] as const) socket.on(end, () => resolve(seen))
  })
}

const HOST = 'Host: localhost'
const BODY = '{"urls":["https://bakery.example/"]}'
const post = (...headers: string[]) => [
  'POST /api/v1/urls/validate HTTP/1.1',
  HOST,
  'Content-Type: application/json',
  ...headers,
]

describe('what is no proper request', () => {
  const cases: [string, string[], string?][] = [
    ['both a length and chunks', post('Content-Length: 5', 'Transfer-Encoding: chunked'), '0\r\n\r\n'],
    ['two lengths', post('Content-Length: 5', 'Content-Length: 6'), 'hello!'],
    ['a length below zero', post('Content-Length: -1')],
    ['chunks of no size', post('Transfer-Encoding: chunked'), 'zz\r\nhello\r\n'],
    ['no host', ['GET /api/v1/me HTTP/1.1']],
    ['a NUL in a header', ['GET /api/v1/me HTTP/1.1', HOST, 'X-Api-Key: a\0b']],
    ['three hundred headers', ['GET /api/v1/me HTTP/1.1', HOST, ...Array.from({ length: 300 }, (_, i) => `X-${i}: 1`)]],
    ['an address of 64 KiB', [`GET /api/v1/jobs?q=${'x'.repeat(65_536)} HTTP/1.1`, HOST]],
    ['a key of 100 KB', ['GET /api/v1/me HTTP/1.1', HOST, `Authorization: Bearer ${'x'.repeat(100_000)}`]],
    ['another protocol', ['\u0016\u0003\u0001\u0002\u0000']],
  ]

  test.each(cases)('%s is refused, or not answered at all', async (_, head, body = '') => {
    const answer = await exchange(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`)
    expect(answer.slice(0, 40)).toMatch(/^$|^HTTP\/1\.1 4\d\d/)
    expect(answer).not.toMatch(/SQLITE_|node_modules|\.ts:\d+/)
  })

  test('a second request smuggled behind chunks is not answered as one of its own', async () => {
    const smuggled = `GET /api/v1/me HTTP/1.1\r\n${HOST}\r\n\r\n`
    const head = post('Content-Length: 4', 'Transfer-Encoding: chunked').join('\r\n')
    const answer = await exchange(`${head}\r\n\r\n0\r\n\r\n${smuggled}`)
    expect(answer.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1)
  })
})

test('headers cannot be forged by what is sent: a line break in a field comes back in no header', async () => {
  const split = 'x\r\nSet-Cookie: sid=forged'
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const answer = await ask(cast, operation, cast.northwind.owner, { ...exampleOf(operation), q: split, sort: split })
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
})

describe('a list of URLs', () => {
  const taking = operations.filter(({ input }) => 'urls' in input.properties)

  forEachOperation(taking)('with one of a megabyte among them is no bug of %s', async (_, operation) => {
    const urls = [`https://bakery.example/${'x'.repeat(1 << 20)}`, 'https://bakery.example/bread']
    const answer = await ask(cast, operation, cast.northwind.owner, { urls })
    expect([answer.status < 500, document.faultsOf(operation, answer)]).toEqual([true, []])
    cast.reset()
  })

  test('its proper form is answered over the same socket', async () => {
    const { authorization } = cast.northwind.owner
    const head = post(`Authorization: ${authorization}`, `Content-Length: ${BODY.length}`, 'Connection: close')
    expect(await exchange(`${head.join('\r\n')}\r\n\r\n${BODY}`)).toStartWith('HTTP/1.1 200')
  })
})
