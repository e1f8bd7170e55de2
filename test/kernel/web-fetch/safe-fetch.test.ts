import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import net from 'node:net'
import os from 'node:os'
import zlib from 'node:zlib'
import { Gate } from '../../../src/kernel/scheduling/fair-pool.ts'
import { parseNetworks } from '../../../src/kernel/web-fetch/addresses.ts'
import type { Resolve } from '../../../src/kernel/web-fetch/destination.ts'
import { createSafeFetch, SafeFetchError, type SafeFetchOptions } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { inLongRun } from '../../long/whole.ts'
import { PRIVATE_HOSTS } from './private-hosts.ts'

/** 127.0.0.2 plays the public internet, 127.0.0.1 the private network that must never be reached. */
const PUBLIC_SIDE = '127.0.0.2'
const PRIVATE_SIDE = '127.0.0.1'

let connections = 0
let private_port = 0
const closing: (() => void)[] = []

beforeAll(async () => {
  private_port = await listen(PRIVATE_SIDE, (socket) => {
    connections++
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret')
  })
})
afterAll(() => {
  for (const close of closing) close()
})

/** A raw server; the handler gets each socket with what the client said first. */
function listen(host: string, handle: (socket: net.Socket, head: string) => void, port = 0): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (head) => handle(socket, String(head)))
  })
  closing.push(() => server.close())
  return new Promise((resolve) => server.listen(port, host, () => resolve((server.address() as net.AddressInfo).port)))
}

/** A web on the public side. */
function serve(handle: (request: Request) => Response | Promise<Response>, hostname = PUBLIC_SIDE) {
  const server = Bun.serve({ hostname, port: 0, idleTimeout: 0, fetch: handle })
  closing.push(() => void server.stop(true))
  return { server, origin: `http://${hostname}:${server.port}`, port: server.port! }
}

function safeFetch(settings: { resolve?: Resolve; gate?: Gate; allow?: string } = {}) {
  const { resolve, gate, allow = `${PUBLIC_SIDE}/32` } = settings
  return createSafeFetch({ allow_networks: parseNetworks(allow), user_agent: 'Signalpost-test', resolve, gate })
}

/** What became of a fetch: its error, which must be one of ours. */
async function failure(promise: Promise<unknown>): Promise<SafeFetchError> {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(SafeFetchError)
  return error as SafeFetchError
}

const text = (body: Uint8Array) => new TextDecoder().decode(body)

describe('private addresses', () => {
  test.each(PRIVATE_HOSTS)('http://%s is refused without a connection', async (host) => {
    const fetch = safeFetch()
    expect((await failure(fetch(`http://${host}:${private_port}/`))).code).toBe('address')
    expect((await failure(safeFetch({ allow: '' })(`http://${host}/`))).code).toBe('address')
    expect(connections).toBe(0)
  })

  test.each(PRIVATE_HOSTS.filter((host) => host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)))(
    'a name that leads to %s is refused without a connection',
    async (host) => {
      const address = host.replace(/^\[|\]$/g, '')
      const named = safeFetch({ resolve: async () => [address] })
      expect((await failure(named(`http://pages.shop.org:${private_port}/`))).code).toBe('address')
      const mixed = safeFetch({ resolve: async () => [PUBLIC_SIDE, address] })
      expect((await failure(mixed(`http://pages.shop.org:${private_port}/`))).code).toBe('address')
      expect(connections).toBe(0)
    },
  )

  test('a redirect to a private address is not followed, wherever it hides', async () => {
    const targets = [
      ...[`http://127.0.0.1:${private_port}/`, `//127.0.0.1:${private_port}/`, `http://127.1:${private_port}/`],
      ...[
        `http://2130706433:${private_port}/`,
        `http:\\\\127.0.0.1:${private_port}\\`,
        `http://[::ffff:7f00:1]:${private_port}/`,
      ],
      ...[
        `http://0:${private_port}/`,
        `http://inside.shop.org:${private_port}/`,
        `http://mixed.shop.org:${private_port}/`,
      ],
      ...[`http://localhost:${private_port}/`, 'http://169.254.169.254/latest/meta-data/'],
    ]
    expect(targets).toHaveLength(11)
    const web = serve(({ url }) => redirect(targets[Number(new URL(url).pathname.slice(1))]!))
    const fetch = safeFetch({
      resolve: async (host) => (host === 'mixed.shop.org' ? [PUBLIC_SIDE, PRIVATE_SIDE] : [PRIVATE_SIDE]),
    })
    for (const index of targets.keys()) {
      const { code, hops } = await failure(fetch(`${web.origin}/${index}`))
      expect({ code, hops: hops.length, status: hops[0]?.status }).toEqual({ code: 'address', hops: 2, status: 302 })
    }
    expect(connections).toBe(0)
  })

  test('a name that changes its address between two look-ups never leads inside', async () => {
    let look = 0
    const asked: string[] = []
    const web = serve(() => new Response('public'))
    const fetch = safeFetch({
      resolve: async (host) => {
        asked.push(host)
        return [look++ % 2 ? PRIVATE_SIDE : PUBLIC_SIDE]
      },
    })
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        fetch(`http://rebind-${index}.shop.org:${web.port}/`).then(
          ({ body, hops }) => `${text(body)} ${hops[0]!.ip}`,
          ({ code }) => code,
        ),
      ),
    )
    expect(outcomes).toEqual(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? 'address' : `public ${PUBLIC_SIDE}`)),
    )
    expect(asked).toHaveLength(40)
    expect(connections).toBe(0)
  })

  test('the machine is not reached by a public address of its own', async () => {
    const entry = { address: '93.184.216.34', family: 'IPv4', internal: false } as os.NetworkInterfaceInfo
    const interfaces = spyOn(os, 'networkInterfaces').mockReturnValue({ eth0: [entry] })
    try {
      const { code } = await failure(safeFetch({ resolve: async () => [entry.address] })('http://signalpost.shop.org/'))
      expect(code).toBe('address')
    } finally {
      interfaces.mockRestore()
    }
  })

  test('an allowed network is reached by literal, by name and by a name that only this machine knows', async () => {
    const web = serve(() => new Response('inside'), PRIVATE_SIDE)
    const fetch = safeFetch({ allow: '127.0.0.0/8 ::1' })
    expect(text((await fetch(`${web.origin}/`)).body)).toBe('inside')
    expect(text((await fetch(`http://localhost:${web.port}/`)).body)).toBe('inside')
    const named = safeFetch({ allow: '127.0.0.0/8', resolve: async () => [PRIVATE_SIDE] })
    for (const name of ['nas', 'nas.local', 'bakery.test', 'bakery.example', 'www.shop.org', 'bücher.example']) {
      expect(text((await named(`http://${name}:${web.port}/`)).body)).toBe('inside')
    }
  })
})

describe('what is refused before anything is sent', () => {
  test.each([
    ['', 'bad_url'],
    ['/page', 'bad_url'],
    ['http://', 'bad_url'],
    ['http://[::1', 'bad_url'],
    [`http://shop.org/${'a'.repeat(8200)}`, 'bad_url'],
    ['ftp://shop.org/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,hi', 'scheme'],
    ['http://user@shop.org/', 'userinfo'],
    ['http://:password@shop.org/', 'userinfo'],
    ['http://shop.org:8080/', 'port'],
    ['https://shop.org:80/', 'port'],
    ['http://93.184.216.34:22/', 'port'],
    ['http://localhost/', 'host_name'],
    ['http://LOCALHOST./', 'host_name'],
    ['http://intranet/', 'host_name'],
    ...'localdomain local internal intranet lan home corp arpa onion invalid test example'
      .split(' ')
      .map((last) => [`http://shop.${last}/`, 'host_name']),
    [`http://${'a.'.repeat(130)}org/`, 'host_name'],
  ])('%s is refused as %s', async (url, code) => {
    const resolve = () => Promise.reject(new Error('no name may be looked up'))
    expect((await failure(safeFetch({ allow: '', resolve })(url!))).code).toBe(code as SafeFetchError['code'])
  })

  test('a reserved name that leads to a public address is refused even where private networks are allowed', async () => {
    const fetch = safeFetch({ resolve: async () => ['93.184.216.34'] })
    expect((await failure(fetch('http://shop.test/'))).code).toBe('host_name')
  })

  test('a name without an address is a dns failure, and so is one that cannot be looked up', async () => {
    expect((await failure(safeFetch({ resolve: async () => [] })('http://shop.org/'))).code).toBe('dns')
    expect(
      (await failure(safeFetch({ resolve: () => Promise.reject(new Error('SERVFAIL')) })('http://shop.org/'))).code,
    ).toBe('dns')
  })
})

describe('a request', () => {
  test('goes to the vetted address, with the name of the URL in Host and our own User-Agent', async () => {
    const web = serve((request) => Response.json({ url: request.url, ...Object.fromEntries(request.headers) }))
    const fetch = safeFetch({ resolve: async () => [PUBLIC_SIDE] })
    const answer = await fetch(`http://Bücher.example.:${web.port}/a?b=c#d`, {
      headers: { Host: 'evil.example', 'X-Mine': '1' },
    })
    const host = `xn--bcher-kva.example:${web.port}`
    expect(JSON.parse(text(answer.body))).toMatchObject({
      url: `http://${host}/a?b=c`,
      host,
      'user-agent': 'Signalpost-test',
      'x-mine': '1',
    })
    expect(answer).toMatchObject({ url: `http://${host}/a?b=c`, status: 200, truncated: false })
    expect(answer.hops).toEqual([{ url: `http://${host}/a?b=c`, ip: PUBLIC_SIDE, status: 200, location: null }])
  })

  test('tries the next address when one refuses, IPv4 before IPv6', async () => {
    const web = serve(() => new Response('here'))
    const fetch = safeFetch({ allow: '127.0.0.0/8 ::1', resolve: async () => ['::1', '127.0.0.9', PUBLIC_SIDE] })
    const { hops } = await fetch(`http://shop.org:${web.port}/`)
    expect(hops[0]!.ip).toBe(PUBLIC_SIDE)
  })

  test('asks the DNS once for many requests to one host', async () => {
    const web = serve(() => new Response('here'))
    let looks = 0
    const fetch = safeFetch({
      resolve: async () => {
        looks++
        return [PUBLIC_SIDE]
      },
    })
    await Promise.all(Array.from({ length: 20 }, () => fetch(`http://shop.org:${web.port}/`)))
    expect(looks).toBe(1)
  })

  test('can be a POST with a body', async () => {
    const web = serve(async (request) => new Response(`${request.method} ${await request.text()}`))
    const { body } = await safeFetch()(`${web.origin}/`, { method: 'POST', body: 'hello' })
    expect(text(body)).toBe('POST hello')
  })

  test('checks the certificate against the name in the URL, and ignores a proxy in the environment', async () => {
    const child = Bun.spawn([process.execPath, `${import.meta.dir}/tls-child.ts`], {
      env: { ...process.env, HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' },
      stderr: 'inherit',
    })
    expect(await new Response(child.stdout).json()).toEqual({
      right_name: 'over TLS',
      wrong_name: 'tls',
      no_name: 'tls',
      plain: 'no TLS',
    })
  })

  test('a refused connection and a broken answer are network failures', async () => {
    const port = await listen(PUBLIC_SIDE, (socket) => socket.destroy())
    expect((await failure(safeFetch()(`http://${PUBLIC_SIDE}:9/`))).code).toBe('network')
    expect((await failure(safeFetch()(`http://${PUBLIC_SIDE}:${port}/`))).code).toBe('network')
    expect((await failure(safeFetch()(`https://${PUBLIC_SIDE}:${port}/`))).code).toMatch(/tls|network/)
  })
})

describe('redirects', () => {
  const chain = () =>
    serve(({ url }) => {
      const left = Number(new URL(url).pathname.slice(1))
      return left > 0 ? redirect(`/${left - 1}`) : new Response('end')
    })

  test('are followed five times unless told otherwise, and every hop is told', async () => {
    const web = chain()
    const answer = await safeFetch()(`${web.origin}/5`)
    expect(text(answer.body)).toBe('end')
    expect(answer.url).toBe(`${web.origin}/0`)
    expect(answer.hops.map(({ status, location }) => [status, location])).toEqual([
      [302, '/4'],
      [302, '/3'],
      [302, '/2'],
      [302, '/1'],
      [302, '/0'],
      [200, null],
    ])
    expect((await failure(safeFetch()(`${web.origin}/6`))).code).toBe('redirects')
    expect((await safeFetch()(`${web.origin}/10`, { max_redirects: 10 })).hops).toHaveLength(11)
    expect((await failure(safeFetch()(`${web.origin}/11`, { max_redirects: 10 }))).code).toBe('redirects')
  })

  test('in a circle end at once', async () => {
    const web = serve(({ url }) => redirect(url.endsWith('/a') ? '/b#x' : '/a'))
    const { code, hops } = await failure(safeFetch()(`${web.origin}/a`, { max_redirects: 10 }))
    expect({ code, hops: hops.length }).toEqual({ code: 'redirects', hops: 2 })
  })

  test.each([301, 302, 303, 307, 308])('with status %i are followed by GET and returned to POST', async (status) => {
    const web = serve(({ url }) => (url.endsWith('/to') ? new Response('there') : redirect('/to', status)))
    expect(text((await safeFetch()(`${web.origin}/`)).body)).toBe('there')
    const posted = await safeFetch()(`${web.origin}/`, { method: 'POST', body: 'x' })
    expect([posted.status, posted.hops]).toEqual([
      status,
      [{ url: `${web.origin}/`, ip: PUBLIC_SIDE, status, location: '/to' }],
    ])
  })

  test('with another 3xx status, or without a location, are answers', async () => {
    const web = serve(({ url }) => {
      const status = Number(new URL(url).pathname.slice(1))
      return status === 301 ? new Response(null, { status }) : redirect('/to', status)
    })
    for (const status of [300, 301, 304, 305])
      expect((await safeFetch()(`${web.origin}/${status}`)).status).toBe(status)
  })

  test('take no header of the caller to another origin', async () => {
    const other = serve((request) => new Response(request.headers.get('authorization') ?? 'none'))
    const web = serve((request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/away') return redirect(`${other.origin}/`)
      return pathname === '/home' ? redirect('/end') : new Response(request.headers.get('authorization'))
    })
    const headers = { Authorization: 'Bearer x' }
    expect(text((await safeFetch()(`${web.origin}/home`, { headers })).body)).toBe('Bearer x')
    expect(text((await safeFetch()(`${web.origin}/away`, { headers })).body)).toBe('none')
  })

  test('may be written in UTF-8, relative, or with a fragment', async () => {
    const port = await listen(PUBLIC_SIDE, (socket, head) => {
      const path = head.split(' ')[1]!
      const found = path === '/' ? 'Location: sub/ü?q=é#part\r\n' : ''
      socket.end(`HTTP/1.1 ${found ? 302 : 200} x\r\n${found}Content-Length: 0\r\nConnection: close\r\n\r\n`)
    })
    const { url } = await safeFetch()(`http://${PUBLIC_SIDE}:${port}/`)
    expect(url).toBe(`http://${PUBLIC_SIDE}:${port}/sub/%C3%BC?q=%C3%A9`)
  })

  test.each([
    ['ftp://shop.org/', 'scheme'],
    ['http://user:pass@127.0.0.2/', 'userinfo'],
    ['http://[::1', 'bad_url'],
    ['mailto:ada@northwind.example', 'scheme'],
  ])('to %s are refused, and the chain says where they led', async (location, code) => {
    const web = serve(() => redirect(location))
    const error = await failure(safeFetch()(`${web.origin}/`))
    expect(error.code).toBe(code as SafeFetchError['code'])
    expect(error.hops.at(-1)).toEqual({ url: location, ip: null, status: null, location: null })
  })

  test('are not followed when the caller says no', async () => {
    const web = chain()
    const asked: string[] = []
    const answer = await safeFetch()(`${web.origin}/3`, {
      follow: async (next) => {
        asked.push(next.pathname)
        return asked.length < 2
      },
    })
    expect(asked).toEqual(['/2', '/1'])
    expect([answer.status, answer.url, answer.hops.length]).toEqual([302, `${web.origin}/2`, 2])
  })
})

describe('the size of an answer', () => {
  const MIB = 1024 * 1024
  const fill = (bytes: number) => new Uint8Array(bytes).fill(97)

  test('is limited to 1 MiB, told or not', async () => {
    const web = serve(({ url }) => {
      const bytes = url.endsWith('/over') ? MIB + 1 : MIB
      return new Response(url.includes('stream') ? streamOf(bytes) : fill(bytes))
    })
    for (const path of ['told', 'stream']) {
      expect((await safeFetch()(`${web.origin}/${path}`)).body).toHaveLength(MIB)
      expect((await failure(safeFetch()(`${web.origin}/${path}/over`))).code).toBe('too_large')
      const cut = await safeFetch()(`${web.origin}/${path}/over`, { on_too_large: 'truncate' })
      expect([cut.body.length, cut.truncated]).toEqual([MIB, true])
    }
  })

  test('can be limited more tightly', async () => {
    const web = serve(() => new Response('0123456789'))
    expect((await failure(safeFetch()(`${web.origin}/`, { max_body: 9 }))).code).toBe('too_large')
    const cut = await safeFetch()(`${web.origin}/`, { max_body: 4, on_too_large: 'truncate' })
    expect([text(cut.body), cut.truncated]).toEqual(['0123', true])
    expect((await safeFetch()(`${web.origin}/`, { max_body: 10 })).truncated).toBeFalse()
  })

  test('is the same for who takes the body in pieces, and what taking throws is no failure of the network', async () => {
    const packed = Bun.gzipSync(fill(3 * MIB))
    const web = serve(({ url }) =>
      url.endsWith('/small')
        ? new Response('whole')
        : url.endsWith('/packed')
          ? new Response(packed, { headers: { 'content-encoding': 'gzip' } })
          : new Response(streamOf(3 * MIB)),
    )
    for (const path of ['packed', 'stream']) {
      let size = 0
      const take = async (piece: Uint8Array, status: number) => {
        size += status === 200 ? piece.length : 0
      }
      const whole = await safeFetch()(`${web.origin}/${path}`, { take, max_body: 4 * MIB })
      expect([size, whole.body.length, whole.truncated]).toEqual([3 * MIB, 0, false])
      const over = safeFetch()(`${web.origin}/${path}`, { take, max_body: 2 * MIB })
      expect((await failure(over)).code).toBe('too_large')
      size = 0
      const cut = await safeFetch()(`${web.origin}/${path}`, { take, max_body: 2 * MIB, on_too_large: 'truncate' })
      expect([size, cut.truncated]).toEqual([2 * MIB, true])
    }
    for (const path of ['packed', 'stream', 'small']) {
      const refused = safeFetch()(`${web.origin}/${path}`, { take: () => Promise.reject(new RangeError('enough')) })
      expect(await refused.catch((error: unknown) => error)).toBeInstanceOf(RangeError)
    }
  })

  test('of an endless body is cut, and the download ends', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>()
    const port = await listen(PUBLIC_SIDE, (socket) => {
      socket.on('close', () => resolve())
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(fill(64 * 1024)));
      }
      socket.on('drain', more)
      more()
    })
    expect((await failure(safeFetch()(`http://${PUBLIC_SIDE}:${port}/`))).code).toBe('too_large')
    await hungUp
  })

  const encoders = {
    gzip: (bytes: Uint8Array) => zlib.gzipSync(bytes),
    'x-gzip': (bytes: Uint8Array) => zlib.gzipSync(bytes),
    br: (bytes: Uint8Array) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
    deflate: (bytes: Uint8Array) => zlib.deflateSync(bytes),
    Deflate: (bytes: Uint8Array) => zlib.deflateRawSync(bytes),
  }

  test.each(Object.entries(encoders))('counts after decoding %s', async (encoding, encode) => {
    const bodies = { '/page': encode(Buffer.from('<title>Bäckerei</title>')), '/bomb': encode(fill(100 * MIB)) }
    const web = serve(({ url }) => {
      const body = bodies[new URL(url).pathname as '/page']
      return new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-encoding': encoding } })
    })
    expect(text((await safeFetch()(`${web.origin}/page`)).body)).toBe('<title>Bäckerei</title>')
    expect((await failure(safeFetch()(`${web.origin}/bomb`))).code).toBe('too_large')
    const cut = await safeFetch()(`${web.origin}/bomb`, { on_too_large: 'truncate' })
    expect([cut.body.length, cut.truncated]).toEqual([MIB, true])
  })

  inLongRun('of a hundred bombs at once stays within the memory of a small machine', async () => {
    const child = Bun.spawn([process.execPath, `${import.meta.dir}/bomb-child.ts`], { stderr: 'inherit' })
    const { codes, rss } = await new Response(child.stdout).json()
    expect(codes).toEqual({ too_large: 100 })
    expect(rss).toBeLessThan(250 * MIB)
  })

  test.each([
    ['another encoding', 'zstd', 'x'],
    ['two encodings', 'gzip, br', zlib.gzipSync('x')],
    ['a broken stream', 'gzip', 'not gzip at all'],
    ['a stream cut short', 'gzip', zlib.gzipSync('hello'.repeat(100)).subarray(0, 20)],
    ['a broken brotli stream', 'br', 'not brotli at all'],
    ['a broken deflate stream', 'deflate', '\x07\x07\x07'],
  ])('cannot be told of %s', async (_, encoding, body) => {
    const web = serve(() => new Response(body as string, { headers: { 'content-encoding': encoding } }))
    expect((await failure(safeFetch()(`${web.origin}/`))).code).toBe('bad_encoding')
  })

  test('of headers is limited to 64 KiB and 255 lines', async () => {
    const flood = async (headers: string) => {
      const port = await listen(PUBLIC_SIDE, (socket) => {
        socket.end(`HTTP/1.1 200 OK\r\n${headers}Content-Length: 0\r\n\r\n`)
      })
      return (await failure(safeFetch()(`http://${PUBLIC_SIDE}:${port}/`))).code
    }
    expect(await flood(`X-One: ${'a'.repeat(66_000)}\r\n`)).toBe('headers')
    expect(await flood(`X-Some: ${'a'.repeat(1000)}\r\n`.repeat(70))).toBe('headers')
    expect(await flood(`X-Many: a\r\n`.repeat(300))).toBe('headers')
  })

  test('ends where the caller has seen enough, and the download with it', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>()
    const web = serve(
      () => new Response(streamOf(Number.POSITIVE_INFINITY, resolve), { headers: { 'content-type': 'text/x' } }),
    )
    const types = new Set<string | null>()
    const answer = await safeFetch()(`${web.origin}/`, {
      max_body: 64 * MIB,
      stop: (so_far, headers) => {
        types.add(headers.get('content-type'))
        return so_far.length >= 100_000
      },
    })
    expect(answer.truncated).toBeTrue()
    expect(answer.body.length).toBeWithin(100_000, 64 * MIB)
    expect([...types]).toEqual(['text/x'])
    await hungUp
  })
})

describe('time', () => {
  const silent = () => listen(PUBLIC_SIDE, () => {})

  test('runs out for a server that says nothing, and for one that drips', async () => {
    const port = await silent()
    expect((await failure(safeFetch()(`http://${PUBLIC_SIDE}:${port}/`, { hop_timeout_ms: 50 }))).code).toBe('timeout')
    const drip = await listen(PUBLIC_SIDE, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n')
      const timer = setInterval(() => socket.write('a'), 5)
      socket.on('close', () => clearInterval(timer))
    })
    expect((await failure(safeFetch()(`http://${PUBLIC_SIDE}:${drip}/`, { hop_timeout_ms: 100 }))).code).toBe('timeout')
  })

  test('runs out for a compressed body that drips', async () => {
    const drip = await listen(PUBLIC_SIDE, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n')
      socket.write(zlib.gzipSync('x'.repeat(1000)).subarray(0, 12))
    })
    expect((await failure(safeFetch()(`http://${PUBLIC_SIDE}:${drip}/`, { hop_timeout_ms: 100 }))).code).toBe('timeout')
  })

  test('runs out for a DNS server that says nothing', async () => {
    const fetch = safeFetch({ resolve: () => new Promise(() => {}) })
    expect((await failure(fetch('http://shop.org/', { hop_timeout_ms: 50 }))).code).toBe('timeout')
  })

  test('runs out for a chain of redirects as a whole', async () => {
    let hop = 0
    const web = serve(async () => {
      await Bun.sleep(10)
      return redirect(`/${hop++}`)
    })
    const slow: SafeFetchOptions = { hop_timeout_ms: 5_000, total_timeout_ms: 500, max_redirects: 1_000 }
    expect((await failure(safeFetch()(`${web.origin}/start`, slow))).code).toBe('timeout')
    expect(hop).toBeGreaterThan(1)
  })

  test('spent waiting for a place is not counted', async () => {
    const web = serve(async () => {
      await Bun.sleep(125)
      return new Response('at last')
    })
    const fetch = safeFetch({ gate: new Gate({ per_host: 1 }) })
    const limits = { hop_timeout_ms: 1000, total_timeout_ms: 1000 }
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${web.origin}/`, limits)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })

  test('a signal ends the fetch with its own reason, under way or waiting', async () => {
    const port = await silent()
    const fetch = safeFetch({ gate: new Gate({ per_host: 1 }) })
    const stop = new AbortController()
    const both = [1, 2].map(() => fetch(`http://${PUBLIC_SIDE}:${port}/`, { signal: stop.signal }))
    setTimeout(() => stop.abort(new Error('shutting down')), 20)
    for (const outcome of await Promise.allSettled(both))
      expect(outcome).toMatchObject({ reason: { message: 'shutting down' } })
    await expect(fetch(`http://${PUBLIC_SIDE}:${port}/`, { signal: stop.signal })).rejects.toThrow('shutting down')
  })
})

describe('at once', () => {
  test('at most four requests are with one host and 128 in all', async () => {
    const now = new Map<string, number>()
    let most = 0
    let mostOfOne = 0
    const web = serve(async (request) => {
      const host = request.headers.get('host')!
      now.set(host, (now.get(host) ?? 0) + 1)
      mostOfOne = Math.max(mostOfOne, now.get(host)!)
      most = Math.max(
        most,
        [...now.values()].reduce((sum, count) => sum + count, 0),
      )
      await Bun.sleep(30)
      now.set(host, now.get(host)! - 1)
      return new Response('ok')
    })
    const fetch = safeFetch({ resolve: async () => [PUBLIC_SIDE] })
    const urls = Array.from({ length: 400 }, (_, index) => `http://h${index % 32}.shop.org:${web.port}/`)
    await Promise.all(urls.map((url) => fetch(url)))
    expect(mostOfOne).toBe(4)
    expect(most).toBeWithin(100, 129)
  })

  test('256 targets that hang leave room for calls that do not go through the gate', async () => {
    const port = await listen(PUBLIC_SIDE, () => {})
    const supplier = serve(() => new Response('paid'))
    const stop = new AbortController()
    const guarded = safeFetch({ resolve: async () => [PUBLIC_SIDE] })
    const hung = Array.from({ length: 256 }, (_, index) =>
      guarded(`http://h${index}.shop.org:${port}/`, { signal: stop.signal }).catch(() => {}),
    )
    await Bun.sleep(50)
    expect(await (await fetch(`${supplier.origin}/`)).text()).toBe('paid')
    stop.abort()
    await Promise.all(hung)
  })

  test('a queue that is full refuses as busy', async () => {
    const port = await listen(PUBLIC_SIDE, () => {})
    const fetch = safeFetch({ gate: new Gate({ per_host: 1, queue: 0 }) })
    const first = failure(fetch(`http://${PUBLIC_SIDE}:${port}/`, { hop_timeout_ms: 100 }))
    expect((await failure(fetch(`http://${PUBLIC_SIDE}:${port}/`))).code).toBe('busy')
    await first
  })
})

function redirect(location: string, status = 302): Response {
  return new Response('moved', { status, headers: { location } })
}

/** Chunks of 64 KiB, as fast as they are taken. */
function streamOf(bytes: number, onCancel: () => void = () => {}): ReadableStream {
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close()
      controller.enqueue(new Uint8Array(Math.min(left, 64 * 1024)).fill(97))
      left -= 64 * 1024
    },
    cancel: onCancel,
  })
}
