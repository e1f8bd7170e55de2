/** The bundle for desktop apps against the tools of its format: read, unpacked, filled in and started as they say. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Appliance, appliance, textOf } from '../e2e/appliance.ts'
import { freePort } from '../e2e/oauth-install.ts'

setDefaultTimeout(600_000)

const TOOLS = join(import.meta.dir, 'node_modules/@anthropic-ai/mcpb/dist')
const installed = existsSync(TOOLS)
if (!installed) console.log('The bundle is not tested: run `bun install --frozen-lockfile --cwd test/inspector`')

type Started = { command: string; args: string[]; env: Record<string, string> }
type Config = { manifest: object; userConfig: Record<string, string> }

describe.skipIf(!installed)('the bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-bundle-'))
  const bundle = join(folder, 'signalpost.mcpb')
  const unpacked = join(folder, 'unpacked')
  let one: Appliance
  beforeAll(async () => {
    const port = freePort()
    const at = { SIGNALPOST_LISTEN: `127.0.0.1:${port}`, SIGNALPOST_SITE_URL: `http://127.0.0.1:${port}` }
    one = await appliance(at)
    await Bun.write(bundle, await fetch(`${one.address()}/signalpost.mcpb`))
  })
  afterAll(async () => {
    await one.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function tool(...words: string[]) {
    const run = Bun.spawn([process.execPath, join(TOOLS, 'cli/cli.js'), ...words], { stdout: 'pipe', stderr: 'pipe' })
    const [out, err] = await Promise.all([textOf(run.stdout), textOf(run.stderr)])
    return { code: await run.exited, told: out + err }
  }

  test('unpacks, and its manifest is what the published schema asks for', async () => {
    expect((await tool('unpack', bundle, unpacked)).code).toBe(0)
    const { code, told } = await tool('validate', join(unpacked, 'manifest.json'))
    expect([code, told]).toEqual([0, expect.stringContaining('Manifest schema validation passes!')])
  })

  test('asks for a key before it starts, and with it an app finds the tools and calls one', async () => {
    const { getMcpConfigForManifest, hasRequiredConfigMissing } = await import(join(TOOLS, 'node.js'))
    const manifest = (await Bun.file(join(unpacked, 'manifest.json')).json()) as object
    expect(hasRequiredConfigMissing({ manifest } as Config)).toBe(true)
    const { secret } = await one.post<{ secret: string }>('/api-keys', { name: 'Desktop', role: 'member' })
    const filled = { manifest, userConfig: { api_key: secret } }
    expect(hasRequiredConfigMissing(filled)).toBe(false)
    const place = { extensionPath: unpacked, systemDirs: {}, pathSeparator: sep }
    const { command, args, env } = (await getMcpConfigForManifest({ ...filled, ...place })) as Started
    expect([command, env]).toEqual(['node', { SIGNALPOST_KEY: secret }])
    const client = new Client({ name: 'desktop', version: '1' })
    await client.connect(new StdioClientTransport({ command: Bun.which(command) ?? process.execPath, args, env }))
    expect((await client.listTools()).tools).toHaveLength(45)
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(3)
    const { structuredContent } = await client.callTool({ name: 'list_tenants', arguments: {} })
    expect(structuredContent).toMatchObject({ items: [{ name: 'Northwind' }] })
    await client.close()
  })
})
