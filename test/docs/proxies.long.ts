/**
 * Each proxy of the manual, with the configuration that the page shows: sign-in, cookie, the visitor's address, large
 * pushes, event streams. Needs Debian's packages nginx, apache2, haproxy and caddy; what is missing is skipped. The failed
 * sign-ins are read by fail2ban with our filter.
 */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { manualText } from '../../src/doors/docs/manual.ts'
import { type Appliance, appliance, PASSWORD, until } from '../e2e/appliance.ts'
import { tally } from '../e2e/tally.ts'
import { CERTIFICATE } from '../shell/certificate.ts'
import { blocksOf } from './manual-text.ts'

setDefaultTimeout(600_000)

const FILTER = resolve(import.meta.dir, '../../deploy/fail2ban/filter.d/signalpost.conf')
const HOST = 'push.northwind.example'
const blocks = blocksOf(manualText('proxy'))
const shown = (language: string): string => blocks.find((block) => block.language === language)!.text

/** What the page leaves to the rest of a server's configuration, and how the server is started on it. */
type Proxy = { program: string; whole(page: string, folder: string): string; command(file: string): string[] }
const modules = ['mpm_event', 'authz_core', 'ssl', 'proxy', 'proxy_http', 'headers']
const PROXIES: Record<string, Proxy> = {
  caddyfile: {
    program: 'caddy',
    whole: (page, folder) =>
      `{\n admin off\n auto_https disable_redirects\n}\n${page.replace(`${HOST} {`, `${HOST}:443 {\n tls ${folder}/northwind.pem ${folder}/northwind.key`)}`,
    command: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  nginx: {
    program: 'nginx',
    whole: (page, folder) =>
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { access_log off;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}\n${page}}`,
    command: (file) => ['-c', file],
  },
  apache: {
    program: 'apache2',
    whole: (page, folder) =>
      `${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}\nServerName ${HOST}\nDefaultRuntimeDir ${folder}\nPidFile ${folder}/pid\nErrorLog ${folder}/error.log\nListen 127.0.0.1:443\n${page}`,
    command: (file) => ['-X', '-f', file],
  },
  haproxy: { program: 'haproxy', whole: (page) => page, command: (file) => ['-db', '-f', file] },
}

let folder: string
let install: Appliance
let settings: Record<string, string>
let pages: ReturnType<typeof Bun.serve>
let opened = () => {}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-proxies-'))
  Bun.spawnSync(['chmod', '755', folder])
  for (const [name, text] of Object.entries({
    'northwind.pem': CERTIFICATE.cert,
    'northwind.key': CERTIFICATE.key,
    'northwind-with-key.pem': `${CERTIFICATE.cert}\n${CERTIFICATE.key}`,
  }))
    writeFileSync(join(folder, name), text)
  settings = Object.fromEntries(
    shown('ini')
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s) as [string, string]),
  )
  install = await appliance({ ...settings, SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' })
  await install.put('/settings/crawl', { routes: { primary: { adapter: 'simulated', enabled: true } } })
  await install.put(`/tenants/${install.tenant_id}/plan`, { plan: 'agency_scale' })
  const credits = { tenant_id: install.tenant_id, kind: 'index', amount: 50_000, reason: 'for the run' }
  await install.post('/credits/adjust', credits)
  pages = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch({ url }) {
      if (new URL(url).pathname === '/waits') await new Promise<void>((open) => (opened = open))
      return new Response('<!doctype html><p>Bread', { headers: { 'content-type': 'text/html' } })
    },
  })
})
afterAll(async () => {
  pages?.stop(true)
  await install?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the settings of the page are the address of the proxy and nothing more', () => {
  expect(Object.keys(settings)).toEqual(['SIGNALPOST_SITE_URL', 'SIGNALPOST_TRUSTED_PROXIES'])
  expect(settings.SIGNALPOST_SITE_URL).toBe(`https://${HOST}`)
})

test.skipIf(!Bun.which('caddy'))('the configuration for own domains is one of Caddy, and Traefik’s is YAML', () => {
  const own = blocks.filter(({ language }) => language === 'caddyfile')
  const file = join(folder, 'Caddyfile')
  for (const { text } of own) {
    writeFileSync(file, text)
    const { exitCode, stderr } = Bun.spawnSync(['caddy', 'adapt', '--adapter', 'caddyfile', '--config', file])
    expect([exitCode, exitCode === 0 || stderr.toString()]).toEqual([0, true])
  }
  expect(own).toHaveLength(2)
  expect(Bun.YAML.parse(shown('yaml'))).toHaveProperty('http.services.signalpost.loadBalancer.servers')
})

describe.each(Object.entries(PROXIES))('the configuration of %s', (language, proxy) => {
  // Not the address from which the proxy connects, so that the two are told apart.
  const visitor = `127.0.0.${10 + Object.keys(PROXIES).indexOf(language)}`
  const missing = !Bun.which(proxy.program)
  if (missing) console.info(`Skipped: Debian's ${proxy.program} is missing.`)
  let running: Bun.Subprocess
  let port: number
  let cookies: string

  beforeAll(async () => {
    if (missing) return
    port = freePort()
    const own = join(folder, proxy.program)
    mkdirSync(own)
    for (const name of ['northwind.pem', 'northwind.key', 'northwind-with-key.pem'])
      writeFileSync(join(own, name), readFileSync(join(folder, name)))
    cookies = join(own, 'cookies')
    const text = proxy
      .whole(shown(language), own)
      .replaceAll('/etc/ssl/', `${own}/`)
      .replaceAll('127.0.0.1:8080', new URL(install.address()).host)
      .replaceAll(/(?<=[\s:])443\b/g, `${port}`)
    const file = join(own, 'configuration')
    writeFileSync(file, text)
    const env = { PATH: process.env.PATH!, HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own }
    const log = Bun.file(join(own, 'log'))
    running = Bun.spawn([proxy.program, ...proxy.command(file)], { env, stdout: log, stderr: log })
    await until(proxy.program, async () => {
      if (running.exitCode !== null) throw new Error(`${proxy.program}: ${await log.text()}`)
      return (await asked('/healthz')).status === 200
    })
  })
  afterAll(async () => {
    running?.kill('SIGTERM')
    await running?.exited
  })

  /** As a visitor asks it, over TLS, from an address of their own. */
  const curl = (path: string, ...more: string[]) =>
    Bun.spawn(
      [
        'curl',
        '-sS',
        '-N',
        '--max-time',
        '120',
        '--interface',
        visitor,
        '--cacert',
        join(folder, 'northwind.pem'),
      ].concat(
        ['--connect-to', `${HOST}:443:127.0.0.1:${port}`, '-b', cookies, '-c', cookies, ...more],
        [`https://${HOST}${path}`],
      ),
      { stdout: 'pipe', stderr: 'pipe' },
    )
  async function asked(path: string, ...more: string[]) {
    const one = curl(path, '-i', '-H', 'Expect:', ...more)
    const [text] = await Promise.all([new Response(one.stdout).text(), one.exited])
    const [head = '', ...body] = text.split('\r\n\r\n')
    return { status: Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]), head, body: body.join('\r\n\r\n') }
  }
  const json = ['-H', 'Content-Type: application/json']
  const asKey = () => ['-H', `Authorization: Bearer ${install.key()}`, ...json]
  const signIn = (password: string) =>
    asked(
      '/app/sign-in',
      ...['-H', `Origin: https://${HOST}`, '-H', 'X-Forwarded-For: 203.0.113.66'],
      ...['--data-urlencode', 'email=ada@northwind.example', '--data-urlencode', `password=${password}`],
    )

  test.skipIf(missing)('lets people sign in, with a cookie for https alone, seen at their own address', async () => {
    const { status, head } = await signIn(PASSWORD)
    expect(status).toBe(303)
    expect(head).toMatch(/^set-cookie: __Host-\S+=\S+;.*secure/im)
    const page = await asked(`/app/w/${install.tenant_id}/account`)
    expect([page.status, page.head]).toEqual([200, expect.stringMatching(/^strict-transport-security: /im)])
    expect([page.body.includes(visitor), page.body.includes('203.0.113.66')]).toEqual([true, false])
    const trail = await install.get<{ items: { action: string }[] }>(`/audit?q=${visitor}`)
    expect(trail.items.map(({ action }) => action)).toEqual(['sign_in'])
  })

  test.skipIf(missing)('takes a push of 20 MB, and none of 40', async () => {
    const file = join(folder, proxy.program, 'push.json')
    const push = (bytes: number) => {
      const long = 'a'.repeat(bytes / 10_000 - 40)
      const urls = Array.from({ length: 10_000 }, (_, i) => `https://bakery.example/${proxy.program}/${i}/${long}`)
      writeFileSync(file, JSON.stringify({ urls, preflight: false }))
      return asked('/api/v1/jobs', ...asKey(), '--data-binary', `@${file}`)
    }
    const taken = await push(20_000_000)
    expect([taken.status, taken.status === 200 || taken.body]).toEqual([200, true])
    expect(JSON.parse(taken.body).data.link_count).toBe(10_000)
    expect((await push(40_000_000)).status).toBe(413)
  })

  test.skipIf(missing)('passes on each event when it happens', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
      progressToken: 'p',
    }
    const urls = [`${pages.url.origin}/now`, `${pages.url.origin}/waits`]
    const params = { name: 'preflight_urls', arguments: { urls }, _meta }
    const headers = ['Accept: application/json, text/event-stream', 'MCP-Protocol-Version: 2026-07-28']
    const call = curl(
      '/mcp',
      ...[...headers, 'Mcp-Method: tools/call', 'Mcp-Name: preflight_urls'].flatMap((one) => ['-H', one]),
      ...asKey(),
      ...['-d', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })],
    )
    // The second page is answered only after the first event was seen, so that a proxy that waits for all never ends.
    let text = ''
    for await (const piece of call.stdout.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
      text += piece
      if (text.includes('1 of 2 done')) opened()
    }
    expect(await call.exited).toBe(0)
    expect(text).toContain('2 of 2 done')
    expect(text).toContain('"ready":2')
  })

  test.skipIf(missing || !Bun.which('fail2ban-regex'))(
    'leaves lines of failed sign-ins that fail2ban finds',
    async () => {
      const before = install.log().length
      expect((await signIn('not the password')).status).toBe(422)
      const lines = await until('the line', async () => {
        const log = install.log().slice(before)
        return log.includes('sign-in failed') && log
      })
      const file = join(folder, proxy.program, 'log of the install')
      writeFileSync(file, `${lines}\n`)
      const found = Bun.spawnSync(['fail2ban-regex', '-o', 'ip', file, FILTER])
      expect(found.stdout.toString().trim()).toBe(visitor)
      tally({ proxies: 1 })
    },
  )
})

afterEach(() => opened())

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  return port!
}
