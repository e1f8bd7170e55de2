/** Which names a proxy may get certificates for: asked of the binary, by Debian's Caddy with the manual's lines where it is installed. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect } from 'node:tls'
import { until } from '../appliance.ts'
import { PLATFORM, type WhiteLabel, whiteLabel } from '../white-label.ts'

setDefaultTimeout(600_000)

const BAKERY = 'seo.bakery.example'
const CADDY = Bun.which('caddy')
const PAGE = readFileSync(resolve(import.meta.dir, '../../../docs/manual/proxy.md'), 'utf8')

let one: WhiteLabel
beforeAll(async () => {
  one = await whiteLabel({ ten_bakery: BAKERY })
})
afterAll(() => one.close())

const ask = (query: string) => one.visit(`/domains/ask${query}`, '127.0.0.1')

test('a verified own domain is answered with 200 and every other name with 404, without a word about its workspace', async () => {
  const known = await ask(`?domain=${BAKERY}`)
  expect([known.status, await known.text()]).toEqual([200, 'Verified'])
  for (const name of [PLATFORM, 'seo.rival.example', `a.${BAKERY}`, '127.0.0.1', 'localhost', '%00', '', '../x'])
    expect([name, (await ask(`?domain=${name}`)).status]).toEqual([name, 404])
  expect((await ask('')).status).toBe(404)
})

test.skipIf(!CADDY)('Caddy gets a certificate for a verified domain and for no other name', async () => {
  const block = /```caddyfile\n(\{\n {2}on_demand_tls \{[\s\S]*?)```/.exec(PAGE)![1]!
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-caddy-'))
  const port = freePort()
  const text = block
    .replaceAll('127.0.0.1:8080', new URL(one.url).host)
    .replace('https:// {', `https://:${port} {`)
    .replace('  tls {', '  tls internal {')
    .replace('{\n', '{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n')
  writeFileSync(join(folder, 'Caddyfile'), text)
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const words = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  const caddy = Bun.spawn([CADDY!, ...words], { env, stdout: 'ignore', stderr: 'ignore' })
  try {
    await until('a certificate', async () => await shakesHands(port, BAKERY))
    for (const name of ['seo.rival.example', `a.${BAKERY}`])
      expect([name, await shakesHands(port, name)]).toEqual([name, false])
  } finally {
    caddy.kill()
    await caddy.exited
    rmSync(folder, { recursive: true, force: true })
  }
})

// Last: it uses up what may be asked in a minute.
test('unknown names are limited for each address, verified ones are not', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 80 }, async (_, n) => (await ask(`?domain=x${n}.example`)).status),
  )
  expect(statuses).toContain(429)
  expect((await ask(`?domain=${BAKERY}`)).status).toBe(200)
})

const shakesHands = (port: number, servername: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
    const end = (well: boolean) => {
      socket.destroy()
      done(well)
    }
    socket.on('secureConnect', () => end(true)).on('error', () => end(false))
    socket.setTimeout(5000, () => end(false))
  })

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  return port
}
