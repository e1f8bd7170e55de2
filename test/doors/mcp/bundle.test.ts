/** The bundle for desktop apps, installed as one does it: unpacked, its settings filled in, started, spoken to. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { seedOwnDomain } from '../../domains/branding/seed.ts'
import { freePort } from '../../e2e/oauth-install.ts'
import { type House, house } from '../house.ts'

let h: House
beforeAll(() => {
  const port = freePort()
  h = house({ env: { SIGNALPOST_LISTEN: `127.0.0.1:${port}`, SIGNALPOST_SITE_URL: `http://127.0.0.1:${port}` } })
})
afterAll(() => h.close())

async function unpacked() {
  const response = await fetch(`${h.url}/signalpost.mcpb`)
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="signalpost.mcpb"',
  ])
  const files = unzipSync(await response.bytes())
  const folder = join(h.folder, 'bundle')
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return { folder, manifest: JSON.parse(strFromU8(files['manifest.json']!)) }
}

test('its manifest names this version, and asks for the key as a secret', async () => {
  const { manifest } = await unpacked()
  expect(manifest).toMatchObject({ manifest_version: '0.3', name: 'signalpost', version: h.app.version })
  expect(manifest.user_config).toEqual({ api_key: expect.objectContaining({ sensitive: true, required: true }) })
  expect(JSON.stringify(manifest)).not.toContain('ipk_')
})

const runtimes = ['node', process.execPath].filter((program) => Bun.which(program))

test.each(runtimes)('started by %s with a key, it carries messages to this install', async (program) => {
  const { folder, manifest } = await unpacked()
  const { args, env } = manifest.server.mcp_config
  const filled = (text: string) =>
    text.replace(/\$\{__dirname\}/, folder).replace(/\$\{user_config\.api_key\}/, h.keyOf('ada'))
  const started = Bun.spawn([program, ...args.map(filled)], {
    env: { PATH: process.env.PATH, SIGNALPOST_KEY: filled(env.SIGNALPOST_KEY) },
    stdin: new Blob([
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'Desktop', version: '1' } } })}\n`,
      `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`,
    ]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(started.stdout).text(), new Response(started.stderr).text()])
  expect([await started.exited, err]).toEqual([0, ''])
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const answered = (id: number) => answers.find((one) => one.id === id).result
  expect(answers).toHaveLength(2)
  expect(answered(1).serverInfo.name).toBe('signalpost')
  expect(answered(2).tools.length).toBeGreaterThan(30)
})

test('the own domain of a client does not show it', async () => {
  h.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'seo.northwind.example'))
  const at = async (host: string) => (await fetch(`${h.url}/signalpost.mcpb`, { headers: { host } })).status
  expect([await at('seo.northwind.example'), await at(new URL(h.url).host)]).toEqual([404, 200])
})
