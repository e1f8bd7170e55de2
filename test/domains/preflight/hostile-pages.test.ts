import { afterEach, describe, expect, test } from 'bun:test'
import net from 'node:net'
import { screenUrls } from '../../../src/domains/preflight/screen.ts'
import { takeUrls } from '../../../src/domains/preflight/url.ts'
import { askFreeCheck, checkAt } from '../../../src/features/free-checks/index.ts'
import { takeFreeChecksTask } from '../../../src/features/free-checks/tasks.ts'
import { parseNetworks } from '../../../src/kernel/web-fetch/addresses.ts'
import { unattendedConnections } from '../../../src/kernel/web-fetch/http/connection.ts'
import { createSafeFetch } from '../../../src/kernel/web-fetch/safe-fetch.ts'
import { world } from '../../world.ts'

const HOST = '127.0.0.2'
const fetch = createSafeFetch({ allow_networks: parseNetworks('127.0.0.0/8'), user_agent: 'Signalpost-test' })
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Site = { origin: string; open(): Promise<number>; sent(): number }

/** A site without robots.txt, whose other pages `answer` writes; `fill` is then sent until the client leaves. */
async function site(answer: (path: string) => string, fill?: Buffer): Promise<Site> {
  let sent = 0
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (request) => {
      const path = String(request).split(' ')[1]!
      if (path === '/robots.txt') return socket.write('HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n')
      socket.write(Buffer.from(answer(path), 'latin1'))
      const more = () => {
        if (!fill || socket.destroyed || sent > 100e6) return
        sent += fill.length
        if (socket.write(fill)) setImmediate(more)
      }
      socket.on('drain', more)
      more()
    })
  })
  await new Promise<void>((listening) => server.listen(0, HOST, listening))
  closing.push(() => server.close())
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  return { origin: `http://${HOST}:${(server.address() as net.AddressInfo).port}`, open, sent: () => sent }
}

async function screened(urls: string[]) {
  const began = performance.now()
  const facts = await screenUrls((await takeUrls(urls)).urls, { fetch, now: '2026-11-23T09:00:00.000Z' })
  return { facts, ms: performance.now() - began }
}

/** The site is done with: no connection reads, and at most the idle ones of its host are kept. */
async function expectLeft({ open }: Site): Promise<void> {
  await Bun.sleep(100)
  expect(unattendedConnections()).toBe(0)
  expect(await open()).toBeLessThanOrEqual(8)
}

const onwards = (path: string): string => `/x${path}`.slice(0, 40)

describe('a page of a hostile site', () => {
  test('that redirects with two framings and streams for ever is left, in an X-ray by a stranger, too', async () => {
    const two = await site(
      (path) =>
        `HTTP/1.1 302 Found\r\nLocation: ${onwards(path)}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
      Buffer.from('1\r\nx\r\n'.repeat(1000)),
    )
    const { facts } = await screened([`${two.origin}/a`])
    expect(facts[0]!.flags).toContain('unreachable')
    await expectLeft(two)
    const w = world({ fetch })
    closing.push(() => w.close())
    const asked = {
      kind: 'xray',
      given: `${two.origin}/b`,
      question: undefined,
      form: { id: 'form', drawn_at: '2026-11-02T09:00:00.000Z' },
    } as const
    const address = await askFreeCheck(w.app, asked, '8.8.8.8')
    await w.run(takeFreeChecksTask)
    expect(w.db.read((tx) => checkAt(tx, address))!.state).toBe('done')
    await expectLeft(two)
  })

  test('that redirects and never sends the body keeps no connection, of 20 links with 5 hops', async () => {
    const silent = await site(
      (path) => `HTTP/1.1 302 Found\r\nLocation: ${onwards(path)}\r\nContent-Length: 10\r\n\r\n`,
    )
    await screened(Array.from({ length: 20 }, (_, nth) => `${silent.origin}/${nth}`))
    await expectLeft(silent)
  })

  test('in chunks of one octet is left after a few kilobytes', async () => {
    const drops = await site(
      () => 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n',
      Buffer.from('1\r\nx\r\n'.repeat(10_000)),
    )
    await screened([`${drops.origin}/`])
    expect(drops.sent()).toBeLessThan(30e6)
    await expectLeft(drops)
  })

  test('that compresses nothing, for ever, is left after a few megabytes', async () => {
    const empty = await site(
      () => 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: deflate\r\n\r\n\x78\x9c',
      Buffer.alloc(65_535, Buffer.from([0, 0, 0, 0xff, 0xff])),
    )
    await screened([`${empty.origin}/`])
    expect(empty.sent()).toBeLessThan(30e6)
    await expectLeft(empty)
  })
})
