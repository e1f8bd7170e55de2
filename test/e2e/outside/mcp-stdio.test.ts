/** An app that speaks only stdio reaches an install through `signalpost mcp`: the official client, the compiled binary. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { strFromU8, unzipSync } from 'fflate'
import { type Appliance, appliance, textOf } from '../appliance.ts'
import { binary } from '../binary.ts'
import { type Site, site } from '../site.ts'

setDefaultTimeout(600_000)

let one: Appliance
let pages: Site
let key: string
beforeAll(async () => {
  pages = site()
  one = await appliance({ SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' })
  key = (await one.post<{ secret: string }>('/api-keys', { name: 'Desk', role: 'admin' })).secret
})
afterAll(async () => {
  await one.close()
  pages.stop()
})

const REVISION = '2026-07-28'

async function desk(mode: 'legacy' | 'auto' | { pin: string }, env: Record<string, string> = {}) {
  const client = new Client({ name: 'desk', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StdioClientTransport({
    command: await binary(),
    args: ['mcp', '--url', one.address()],
    env: { HOME: one.folder, SIGNALPOST_KEY: key, ...env },
    stderr: 'pipe',
  })
  await client.connect(transport)
  return { client, pid: transport.pid! }
}

test.each([
  ['of 2025', 'legacy', '2025-11-25'],
  [`of ${REVISION}`, { pin: REVISION }, REVISION],
  ['that asks which', 'auto', REVISION],
] as const)(
  'a client %s finds tools, calls them, reads resources, and is told how far a long call is',
  async (_, mode, version) => {
    const { client } = await desk(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getInstructions()).toContain('Signalpost')
    expect((await client.listTools()).tools.length).toBeGreaterThan(30)
    const { structuredContent } = await client.callTool({ name: 'list_tenants', arguments: {} })
    expect(structuredContent).toMatchObject({ items: [{ name: 'Northwind' }] })
    expect((await client.listResources()).resources[0]!.uri).toBe('signalpost://guarantee')
    const { contents } = await client.readResource({ uri: 'signalpost://guarantee' })
    expect((contents[0] as { text: string }).text).toContain('credit-back')
    const told: number[] = []
    const urls = Array.from({ length: 30 }, (_, i) => `${pages.url}/${performance.now()}/${i}`)
    await client.callTool(
      { name: 'preflight_urls', arguments: { urls } },
      { onprogress: ({ progress }) => void told.push(progress) },
    )
    expect(told.length).toBeGreaterThan(0)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    await client.close()
  },
)

test('many calls at once are answered each under its own id', async () => {
  const { client } = await desk({ pin: REVISION })
  const names = ['list_tenants', 'get_credits', 'list_jobs', 'list_ledger', 'list_members']
  const calls = Array.from({ length: 25 }, (_, i) => names[i % 5]!)
  const answers = await Promise.all(calls.map((name) => client.callTool({ name, arguments: {} })))
  const shape = (answer: unknown) => Object.keys(answer as object).join()
  for (const [i, { structuredContent }] of answers.entries())
    expect(shape(structuredContent)).toBe(shape(answers[i % 5]!.structuredContent))
  await client.close()
})

test('its first call is noticed, and the bundle for desktop apps carries the same bridge', async () => {
  const { programs } = await one.get<{ programs: { name: string; called_with: string }[] }>('/mcp-setup')
  expect(programs).toEqual([])
  const { client } = await desk('legacy')
  const headers = { authorization: `Bearer ${key}` }
  const told = await (await fetch(`${one.address()}/api/v1/mcp-setup`, { headers })).json()
  expect((told as { data: object }).data).toMatchObject({ programs: [{ name: 'desk', called_with: 'Desk' }] })
  await client.close()
  const bundle = unzipSync(await (await fetch(`${one.address()}/signalpost.mcpb`)).bytes())
  expect(strFromU8(bundle['server/index.mjs']!)).toContain('mcp-protocol-version')
})

test('a call that is broken off is broken off at the install too, and the next is answered', async () => {
  const { client } = await desk({ pin: REVISION })
  pages.pause = 20_000
  const breaking = new AbortController()
  const before = pages.hits.length
  const call = client.callTool(
    { name: 'preflight_urls', arguments: { urls: [`${pages.url}/slow`] } },
    { signal: breaking.signal },
  )
  while (!pages.hits.slice(before).includes('/slow')) await Bun.sleep(10)
  breaking.abort()
  expect(await call.catch(() => 'broken off')).toBe('broken off')
  pages.pause = 0
  expect((await client.callTool({ name: 'get_credits', arguments: {} })).isError).toBeFalsy()
  await client.close()
})

test('a key that is refused is said so to the app, in the words of the install', async () => {
  const refused = await desk('legacy', { SIGNALPOST_KEY: `ipk_${'aB3dE6gH'.repeat(4)}` }).catch(
    (error: Error) => error.message,
  )
  expect(refused).toContain('The API key is missing, invalid or revoked.')
})

test('the program ends with its input, by what `login` stored, and without a key it says what to do', async () => {
  const run = async (env: Record<string, string>, input: string) => {
    const program = Bun.spawn([await binary(), 'mcp'], {
      cwd: one.folder,
      env: { HOME: one.folder, ...env },
      stdin: new Blob([input]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([textOf(program.stdout), textOf(program.stderr)])
    return { code: await program.exited, out, err }
  }
  expect(await run({}, '')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('signalpost login') })
  const file = join(one.folder, 'key.txt')
  await Bun.write(file, key)
  const login = Bun.spawn([await binary(), 'login', one.address(), '--key-file', file], { env: { HOME: one.folder } })
  expect(await login.exited).toBe(0)
  expect(await run({}, '')).toMatchObject({ code: 0, out: '' })
  const { code, out } = await run({}, '{"jsonrpc":"2.0","id":"a","method":"tools/list"}')
  expect([code, out.split('\n').length, JSON.parse(out).id]).toEqual([0, 2, 'a'])
})
