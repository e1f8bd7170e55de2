/**
 * Three cells behind Caddy, told apart by the name they are asked by, as `docs/cells.md` says it; one killed while the
 * others work; each database replicated by Litestream, which is a development package for Linux on x64 and elsewhere has to
 * be installed. Needs Debian's package `caddy`.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Subprocess } from 'bun'
import { type Appliance, appliance, until } from '../e2e/appliance.ts'
import { tally } from '../e2e/tally.ts'

setDefaultTimeout(600_000)

const DEPLOY = resolve(import.meta.dir, '../../deploy')
const CELLS = ['north', 'south', 'west']
const CADDY = Bun.which('caddy')
const PACKAGED = resolve(import.meta.dir, '../../node_modules/@flydotio/litestream-linux-x64/litestream')
const LITESTREAM = existsSync(PACKAGED) ? PACKAGED : Bun.which('litestream')
if (!CADDY) console.info("Cells are not tried: Debian's package caddy is missing.")
if (!LITESTREAM)
  console.info(
    'Cells are not replicated: litestream is missing; a stand-in is in test/kernel/database/litestream.test.ts.',
  )

let folder: string
let cells: Appliance[] = []
let caddy: Subprocess
let port: number

beforeAll(async () => {
  if (!CADDY) return
  folder = mkdtempSync(join(tmpdir(), 'signalpost-cells-'))
  cells = await Promise.all(
    CELLS.map((name) =>
      appliance({
        SIGNALPOST_SITE_URL: `https://${name}.push.example`,
        SIGNALPOST_TRUSTED_PROXIES: '127.0.0.1/32',
        SIGNALPOST_LITESTREAM: '1',
        SIGNALPOST_PASSIVE: '1',
      }),
    ),
  )
  for (const cell of cells) {
    await cell.put('/settings/crawl', { routes: { primary: { adapter: 'simulated' } } })
    await cell.put(`/tenants/${cell.tenant_id}/plan`, { plan: 'agency_scale' })
    await cell.post('/credits/adjust', {
      tenant_id: cell.tenant_id,
      amount: 20_000,
      kind: 'index',
      reason: 'For the run',
    })
  }
  port = freePort()
  startCaddy()
  await until('Caddy to answer', async () => (await through('north', '/healthz').catch(() => null))?.status === 200)
})
afterAll(async () => {
  caddy?.kill('SIGKILL')
  for (const cell of cells) await cell.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = server
  server.stop(true)
  return port!
}

/** The shipped file, but for where the cells listen, and without certificates. */
function startCaddy(): void {
  const file = join(folder, 'Caddyfile')
  let text = readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8')
  for (const [i, name] of CELLS.entries()) {
    // The line of its own: the block before it names all cells, for http.
    expect(text).toContain(`\n${name}.push.example {`)
    text = text.replace(`\n${name}.push.example {`, `\nhttp://${name}.push.example:${port} {`)
    text = text.replace(`127.0.0.1:${8101 + i}`, new URL(cells[i]!.address()).host)
  }
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${text}`)
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  caddy = Bun.spawn([CADDY!, 'run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdout: 'ignore',
    stderr: 'ignore',
  })
}

/** As a browser asks that has resolved the name to this host. */
const through = (name: string, path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { host: `${name}.push.example`, 'x-forwarded-proto': 'https', ...init.headers },
    signal: AbortSignal.timeout(10_000),
  })

const asKey = (cell: Appliance) => ({ authorization: `Bearer ${cell.key()}`, 'content-type': 'application/json' })

test.skipIf(!CADDY)('each name leads to its own cell, and a key of one opens no other', async () => {
  for (const [i, name] of CELLS.entries()) {
    const mine = await through(name, '/api/v1/me', { headers: asKey(cells[i]!) })
    expect(mine.status).toBe(200)
    expect((await mine.json()).data.tenant_id).toBe(cells[i]!.tenant_id)
    const other = await through(name, '/api/v1/me', { headers: asKey(cells[(i + 1) % 3]!) })
    expect(other.status).toBe(401)
  }
})

test.skipIf(!CADDY)('pages know the name and the scheme that the visitor used', async () => {
  const page = await through('south', '/app/sign-in', { redirect: 'manual' })
  expect(page.status).toBe(200)
  expect(page.headers.get('strict-transport-security')).toContain('max-age=')
})

test.skipIf(!CADDY)("a push of 10,000 links comes through, and one cell that dies is nobody else's loss", async () => {
  const [north, south] = cells as [Appliance, Appliance, Appliance]
  await north.kill()
  expect((await through('north', '/healthz')).status).toBe(502)
  const urls = Array.from({ length: 10_000 }, (_, i) => `https://bakery.example/${i}`)
  const body = JSON.stringify({ urls, preflight: false })
  const pushed = await through('south', '/api/v1/jobs', { method: 'POST', headers: asKey(south), body })
  expect(pushed.status).toBe(200)
  expect((await pushed.json()).data.link_count).toBe(10_000)
  await north.start()
  // It has another port now, as it would not have in an install.
  caddy.kill('SIGKILL')
  await caddy.exited
  startCaddy()
  await until('north to be back', async () => (await through('north', '/readyz').catch(() => null))?.status === 200)
  tally({ cells: cells.length })
})

test.skipIf(!CADDY || !LITESTREAM)(
  'what Litestream has of a cell that was killed under load is every push it had copied',
  async () => {
    const [, , west] = cells as [Appliance, Appliance, Appliance]
    const replica = join(folder, 'replica')
    const file = join(west.data_dir, 'signalpost.db')
    const replicating = () =>
      Bun.spawn([LITESTREAM!, 'replicate', file, `file://${replica}`], { stdout: 'ignore', stderr: 'ignore' })
    const process = replicating()
    const names: string[] = []
    for (let life = 0; life < 4; life++) {
      for (let i = 0; i < 150; i++) {
        const name = `life ${life} push ${i}`
        await west.post('/jobs', { name, urls: [`https://bakery.example/${life}/${i}`], preflight: false })
        names.push(name)
      }
      // The last second may be lost with the machine: it is given to the copy here.
      await Bun.sleep(2500)
      await west.kill()
      await west.start()
    }
    await Bun.sleep(2500)
    process.kill('SIGTERM')
    await process.exited
    await west.stop()
    const restored = join(folder, 'restored')
    mkdirSync(restored, { mode: 0o700 })
    const run = Bun.spawnSync([LITESTREAM!, 'restore', '-o', join(restored, 'signalpost.db'), `file://${replica}`])
    expect([run.exitCode, run.stderr.toString()]).toEqual([0, expect.anything()])
    writeFileSync(join(restored, 'secret.key'), readFileSync(join(west.data_dir, 'secret.key')), { mode: 0o600 })
    rmSync(west.data_dir, { recursive: true })
    mkdirSync(west.data_dir, { mode: 0o700 })
    for (const name of ['signalpost.db', 'secret.key'])
      writeFileSync(join(west.data_dir, name), readFileSync(join(restored, name)), { mode: 0o600 })
    await west.start()
    const kept = new Set<string>()
    for (let page = 1; page <= 3; page++)
      for (const { name } of (await west.get<{ items: { name: string }[] }>(`/jobs?page_size=200&page=${page}`)).items)
        kept.add(name)
    expect(names.filter((name) => !kept.has(name))).toEqual([])
    tally({ replicated_pushes: names.length })
  },
)
