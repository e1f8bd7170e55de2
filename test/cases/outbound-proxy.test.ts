/** A network whose machines reach the internet by a proxy (HTTPS_PROXY), with the report that shows it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { checkOutgoingProxy } from '../../src/commands/server/doctor/network.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { parseNetworks } from '../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch } from '../../src/kernel/web-fetch/safe-fetch.ts'
import { createBucket } from '../../src/upstream/bucket.ts'
import { createHttp } from '../../src/upstream/http.ts'
import { connectInstall, probeAddress } from '../../src/upstream/install.ts'
import { readRelease } from '../../src/upstream/releases.ts'
import { downloadSitemap } from '../../src/upstream/sitemap.ts'

const NAMES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NO_PROXY', 'no_proxy']
const before = NAMES.map((name) => [name, process.env[name]] as const)
const restore = () => {
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}
afterEach(restore)

/** First lines of the requests that came. It answers what is asked in the open, and opens no tunnel. */
const came: string[] = []
let port = 0
let stop: () => void
beforeAll(() => {
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, bytes) {
        const [line] = bytes.toString().split('\r\n')
        came.push(line!)
        const body = '{"ok":true,"data":{}}'
        const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
        socket.end(line!.startsWith('CONNECT ') ? 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n' : answer)
      },
    },
  })
  port = listener.port
  stop = () => listener.stop(true)
})
afterAll(() => stop())

/** What came at the proxy by this call, and what the call came to. */
async function by(env: Record<string, string>, call: () => Promise<unknown>) {
  restore()
  for (const [name, value] of Object.entries(env))
    process.env[name] = value.replace('PROXY', `http://u:s3cret@127.0.0.1:${port}`)
  came.splice(0)
  const outcome = await call().then(
    () => 'answered',
    (error) => (error as Error).message,
  )
  return { outcome, lines: came.splice(0) }
}

const signal = new AbortController().signal
const vendor = (base_url: string, order = false) =>
  createHttp({ name: 'Acme', base_url, secrets: [], clock: systemClock, user_agent: 'test' }).send(
    { path: '/balance', order },
    signal,
  )
const store = (endpoint: string) =>
  createBucket(
    {
      backup_s3_endpoint: endpoint,
      backup_s3_region: 'auto',
      backup_s3_key_id: 'KEY',
      backup_s3_secret: 'the-secret-of-the-store',
    },
    's3://copies',
  ).has('one')

test.each([
  ['a supplier', 'gitpod-io/gitpod#12874', () => vendor('http://acme.example'), 'GET http://acme.example/balance'],
  [
    'a store of backups',
    'redhat-developer/rhdh PR#1225',
    () => store('http://store.example'),
    'HEAD http://store.example/copies/one',
  ],
  [
    'a release',
    'lis186/ccxray PR#13',
    () => Array.fromAsync(readRelease('http://releases.example/', 'r.json', 999)),
    'GET http://releases.example/r.json',
  ],
  [
    'a client command',
    'lukevella/rallly PR#2914',
    () => connectInstall('http://push.example', 'k').get('/me'),
    'GET http://push.example/api/v1/me',
  ],
  [
    'a sitemap of a client command',
    'lukevella/rallly PR#2914',
    () => downloadSitemap('http://bakery.example/sitemap.xml', async () => {}),
    'GET http://bakery.example/sitemap.xml',
  ],
  ['the site address', 'as the others', () => probeAddress('http://push.example/'), 'GET http://push.example/'],
])('%s is called by the proxy (%s)', async (_, __, call, line) => {
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])
    expect(await by({ [name]: 'PROXY' }, call)).toEqual({ outcome: 'answered', lines: [`${line} HTTP/1.1`] })
})

test.each([
  ['NO_PROXY', 'acme.example'],
  ['NO_PROXY', '.example'],
  ['no_proxy', 'other.test,example'],
  ['NO_PROXY', '*'],
])('%s=%s leaves it out', async (name, value) => {
  const { outcome, lines } = await by({ ALL_PROXY: 'PROXY', [name]: value }, () => vendor('http://acme.example'))
  expect([outcome.startsWith('Acme could not be reached'), lines]).toEqual([true, []])
})

test('this machine is called without it', async () => {
  const own = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ ok: true, data: {} }) })
  const at = `http://127.0.0.1:${own.port}`
  const calls = [() => vendor(at), () => store(at), () => connectInstall(at, 'k').get('/me'), () => probeAddress(at)]
  for (const call of calls) expect(await by({ ALL_PROXY: 'PROXY' }, call)).toEqual({ outcome: 'answered', lines: [] })
  await own.stop(true)
})

test('a tunnel that the proxy refuses is told, and no order was sent', async () => {
  const { outcome, lines } = await by({ HTTPS_PROXY: 'PROXY' }, async () => {
    const error = await vendor('https://acme.example', true).catch((failure) => failure)
    expect(error).toMatchObject({ failure: 'transient', reached: false })
    throw error
  })
  expect(lines).toEqual(['CONNECT acme.example:443 HTTP/1.1'])
  expect(outcome).toBe(
    'Acme could not be reached (ERR_PROXY_TUNNEL; HTTPS_PROXY is set: see whether that proxy allows it)',
  )
})

test('an address that a person enters is never called by it, and the refusal says so', async () => {
  const fetchBy = (resolve: () => Promise<string[]>) =>
    createSafeFetch({ allow_networks: parseNetworks('127.0.0.1/32'), user_agent: 'test', resolve })
  const here = fetchBy(async () => ['127.0.0.1'])
  const { outcome, lines } = await by({ ALL_PROXY: 'PROXY' }, () => here('http://bakery.example:9/'))
  expect(lines).toEqual([])
  expect(outcome).toContain('ALL_PROXY is set, but is never used for addresses that people enter')
  const lost = () => fetchBy(() => Promise.reject(new Error('NXDOMAIN')))('https://bakery.example/')
  expect(await by({ HTTPS_PROXY: 'PROXY' }, lost)).toEqual({
    outcome: 'bakery.example was not found (HTTPS_PROXY is set, but is never used for addresses that people enter)',
    lines: [],
  })
  expect((await by({}, lost)).outcome).toBe('bakery.example was not found')
})

test.each([
  [{}, 'none'],
  [{ HTTPS_PROXY: 'http://u:s3cret@10.0.0.1:3128' }, 'HTTPS_PROXY'],
  [{ http_proxy: 'http://10.0.0.1:3128' }, 'http_proxy'],
  [{ HTTP_PROXY: '' }, 'none'],
])('the doctor names it, not its password: %j', (env, found) => {
  const finding = checkOutgoingProxy(env as Record<string, string>)
  expect([finding.verdict, finding.found.startsWith(found)]).toEqual(['ok', true])
  expect(finding.found).not.toContain('10.0.0.1')
})
