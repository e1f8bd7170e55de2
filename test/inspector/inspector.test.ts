/** The protocol's own Inspector, at its command line, against the compiled binary: by key, and by a whole OAuth login. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textOf } from '../e2e/appliance.ts'
import { freePort, type OauthInstall, oauthInstall } from '../e2e/oauth-install.ts'
import { some } from '../long/whole.ts'

setDefaultTimeout(600_000)

const INSPECTOR = join(import.meta.dir, 'node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js')
const home = mkdtempSync(join(tmpdir(), 'signalpost-inspector-'))
const env = { PATH: process.env.PATH, HOME: home, MCP_INSPECTOR_SECRET_STORE: 'file' }
/** What its exit codes mean. */
const WELL = 0
const WANTS_AUTH = 3
const TOOL_ERROR = 5

const installed = existsSync(INSPECTOR)
if (!installed) console.log('The Inspector is not tested: run `bun install --frozen-lockfile --cwd test/inspector`')

describe.skipIf(!installed)('the Inspector', () => {
  let one: OauthInstall
  let key: string
  beforeAll(async () => {
    one = await oauthInstall()
    key = (await one.post<{ secret: string }>('/api-keys', { name: 'Inspector', role: 'admin' })).secret
  })
  afterAll(async () => {
    await one.close()
    rmSync(home, { recursive: true, force: true })
  })

  async function inspect(...words: string[]) {
    const run = Bun.spawn([process.execPath, INSPECTOR, `${one.url}/mcp`, ...words, '--format', 'json', '-q'], {
      env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([textOf(run.stdout), textOf(run.stderr)])
    return { code: await run.exited, out, err }
  }

  test.each(some(['modern', 'legacy', 'auto'], 3))(
    'by key (%s), it lists tools whose schemas it likes, and calls one',
    async (era) => {
      const by = ['--protocol-era', era, '--header', `Authorization: Bearer ${key}`]
      const { code, out, err } = await inspect(...by, '--method', 'tools/list', '--strict')
      expect([code, err]).toEqual([WELL, expect.stringContaining('0 errors')])
      // Lists of types save a tenth of what answers weigh; what clients translate for their models holds none.
      expect(err).not.toContain('inputSchema')
      expect(out).toContain('"list_tenants"')
      const call = (name: string, args: object) =>
        inspect(...by, '--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args))
      const called = await call('list_tenants', {})
      expect([called.code, called.out]).toEqual([WELL, expect.stringContaining('Northwind')])
      expect((await call('get_tenant', { id: 'nothing' })).code).toBe(TOOL_ERROR)
    },
  )

  test('without anything, it is told that it has to sign in', async () => {
    expect((await inspect('--stored-auth-only', '--method', 'tools/list')).code).toBe(WANTS_AUTH)
  })

  test('by OAuth, it finds the way, registers, asks Ada, and calls; the next call needs nobody', async () => {
    const callback = `http://127.0.0.1:${freePort()}/oauth/callback`
    const words = [
      `${one.url}/mcp`,
      '--callback-url',
      callback,
      '--method',
      'tools/call',
      '--tool-name',
      'list_tenants',
    ]
    let said = ''
    let asked: string | undefined
    const run = Bun.spawn([process.execPath, INSPECTOR, ...words], {
      env,
      // It asks only somebody who sits at a terminal.
      terminal: {
        cols: 4000,
        data(_, piece) {
          said += new TextDecoder().decode(piece)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the address is a link of the terminal, which ends so
          const [url] = /http:\/\/[^\s\x07\x1b]+\/oauth\/authorize\?[^\s\x07\x1b]+(?=[\s\x07\x1b])/.exec(said) ?? []
          if (!url || asked) return
          asked = url
          one.answer(url).then((back) => fetch(back))
        },
      },
    })
    expect([await run.exited, said]).toEqual([WELL, expect.stringContaining('Northwind')])
    const again = await inspect('--stored-auth-only', '--method', 'tools/call', '--tool-name', 'list_tenants')
    expect([again.code, again.out]).toEqual([WELL, expect.stringContaining('Northwind')])
  })
})
