import { afterAll, describe, expect, test } from 'bun:test'
import net from 'node:net'
import { parseNetworks } from '../../../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch } from '../../../../src/kernel/web-fetch/safe-fetch.ts'
import { CERTIFICATE } from '../certificate.ts'

const HOST = '127.0.0.2'
const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})
const fetch_ = createSafeFetch({
  allow_networks: parseNetworks('127.0.0.0/8'),
  user_agent: 'Signalpost-test',
  resolve: async () => [HOST],
})
const text = (body: Uint8Array): string => new TextDecoder().decode(body)

/** Starts a server of another make, which prints its port. */
async function start(command: string[]): Promise<number> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'ignore' })
  closing.push(() => child.kill())
  const { value } = await child.stdout.getReader().read()
  return Number(/\d+/.exec(new TextDecoder().decode(value))![0])
}

const NODE = `
const http = require('node:http'), zlib = require('node:zlib')
const server = http.createServer((request, response) => {
  const [, kind, size] = request.url.split('/')
  const body = Buffer.alloc(Number(size), 'abcdefghij')
  if (kind === 'length') { response.setHeader('content-length', body.length); response.end(body) }
  else if (kind === 'chunked') { for (let at = 0; at < body.length; at += 1000) response.write(body.subarray(at, at + 1000)); response.end() }
  else if (kind === 'gzip') { response.setHeader('content-encoding', 'gzip'); response.end(zlib.gzipSync(body)) }
  else if (kind === 'close') { response.setHeader('connection', 'close'); response.end(body) }
  else if (kind === 'hints') { response.writeEarlyHints({ link: '</a.css>; rel=preload' }); response.end(body) }
  else if (kind === 'trailers') { response.writeHead(200, { trailer: 'x-sum' }); response.write(body); response.addTrailers({ 'x-sum': '1' }); response.end() }
  else { response.statusCode = 204; response.end() }
}).listen(0, '${HOST}', () => console.log(server.address().port))`

describe('servers that others wrote', () => {
  test.skipIf(!Bun.which('node'))('node:http is understood, however it frames', async () => {
    const port = await start(['node', '-e', NODE])
    for (const kind of ['length', 'chunked', 'gzip', 'close', 'hints', 'trailers'])
      for (const size of [0, 1, 5_000, 300_000]) {
        const { body } = await fetch_(`http://${HOST}:${port}/${kind}/${size}`)
        expect([kind, size, text(body)]).toEqual([kind, size, 'abcdefghij'.repeat(size / 10 + 1).slice(0, size)])
      }
    expect((await fetch_(`http://${HOST}:${port}/none/0`)).status).toBe(204)
    expect((await fetch_(`http://${HOST}:${port}/length/500`, { method: 'HEAD' })).body).toHaveLength(0)
  })

  test.skipIf(!Bun.which('python3'))('that of Python, which closes after each answer, is understood', async () => {
    const program = `
import http.server, sys
class H(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *a): pass
s = http.server.ThreadingHTTPServer(('${HOST}', 0), H)
print(s.server_address[1], flush=True)
s.serve_forever()`
    const port = await start(['python3', '-c', program])
    const { status, body } = await fetch_(`http://${HOST}:${port}/package.json`)
    expect([status, text(body)]).toEqual([200, await Bun.file('package.json').text()])
    expect((await fetch_(`http://${HOST}:${port}/nothing`)).status).toBe(404)
  })
})

describe('TLS', () => {
  test('no request is sent to who cannot prove the name', async () => {
    const { key, cert, name } = CERTIFICATE
    let asked = 0
    const server = Bun.serve({
      hostname: HOST,
      port: 0,
      tls: { key, cert },
      fetch: () => {
        asked++
        return new Response('secret')
      },
    })
    closing.push(() => void server.stop(true))
    const codes = await Promise.all(
      [
        `https://${name}:${server.port}/`,
        `https://other.example:${server.port}/`,
        `https://${HOST}:${server.port}/`,
      ].map((url) => fetch_(url).catch(({ code, message }) => `${code}: ${message}`)),
    )
    for (const code of codes) expect(code).toStartWith('tls: the TLS connection failed (')
    expect(asked).toBe(0)
  })

  test('HTTP/1.1 is what is agreed on, and the name is told', async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    const server = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (hello) => {
        resolve(Buffer.from(hello))
        socket.destroy()
      })
    })
    closing.push(() => server.close())
    await new Promise<void>((listening) => server.listen(0, HOST, listening))
    const { port } = server.address() as net.AddressInfo
    await fetch_(`https://shop.example:${port}/`).catch(() => {})
    const hello = (await promise).toString('latin1')
    expect(hello).toContain('\x00\x10\x00\x0b\x00\x09\x08http/1.1')
    expect(hello).toContain('shop.example')
  })
})

describe('the runtime’s own fetch', () => {
  test('comes to the same body and status over generated answers', async () => {
    const random = seeded(20261122)
    const answers = Array.from({ length: 300 }, () => generate(random))
    const server = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', async (request) => {
        const pieces = answers[Number(/ \/(\d+)/.exec(String(request))![1])]!
        for (const piece of pieces) {
          socket.write(piece)
          await Bun.sleep(0)
        }
        socket.end()
      })
    })
    closing.push(() => server.close())
    await new Promise<void>((listening) => server.listen(0, HOST, listening))
    const origin = `http://${HOST}:${(server.address() as net.AddressInfo).port}`
    for (const index of answers.keys()) {
      const theirs = await fetch(`${origin}/${index}`, { redirect: 'manual' })
        .then(async (answer) => [answer.status, answer.headers.get('x-a'), await answer.text()])
        .catch(() => 'failed')
      const ours = await fetch_(`${origin}/${index}`).then(
        ({ status, headers, body }) => [status, headers.get('x-a'), text(body)],
        () => 'failed',
      )
      expect([index, ours]).toEqual([index, theirs])
    }
  })
})

type Random = (below: number) => number
/** Numbers that are the same in every run. */
function seeded(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** An answer in pieces: any framing, any split; some break off. */
function generate(random: Random): string[] {
  const body = 'abcdefghij'.repeat(random(300)).slice(0, random(2000))
  const status = [200, 201, 203, 404, 410, 500, 503][random(7)]!
  const head = [`HTTP/1.1 ${status} ${['OK', '', 'Not so good'][random(3)]}`]
  for (let lines = random(6); lines > 0; lines--)
    head.push(`X-${'ab'[random(2)]}:${' '.repeat(random(3))}v${random(99)}`)
  let framed = body
  if (random(3) === 0) head.push(`Content-Length: ${body.length}`)
  else if (random(2) === 0) {
    head.push('Transfer-Encoding: chunked')
    framed = ''
    for (let at = 0; at < body.length; ) {
      const size = 1 + random(700)
      const piece = body.slice(at, at + size)
      framed += `${piece.length.toString(16)}${random(4) === 0 ? ';a=b' : ''}\r\n${piece}\r\n`
      at += size
    }
    framed += `0\r\n${random(4) === 0 ? 'X-T: 1\r\n' : ''}\r\n`
  } else head.push('Connection: close')
  const full = `${head.join('\r\n')}\r\n\r\n${framed}`
  const whole = random(10) === 0 ? full.slice(0, random(full.length)) : full
  const pieces: string[] = []
  for (let at = 0; at < whole.length; ) {
    const size = 1 + random(random(2) === 0 ? 20 : 3000)
    pieces.push(whole.slice(at, at + size))
    at += size
  }
  return pieces
}
