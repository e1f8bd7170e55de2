/** What the buttons and files of the page “Connect” hold, read as their apps read them and used by the official client. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { freePort } from '../../e2e/oauth-install.ts'
import { type House, house } from '../house.ts'

type Setup = { id: string; snippet: string; link: { href: string } | null }
type Server = { url: string; headers?: Record<string, string> }

let h: House
let key: string
beforeAll(() => {
  const port = freePort()
  h = house({ env: { SIGNALPOST_LISTEN: `127.0.0.1:${port}`, SIGNALPOST_SITE_URL: `http://127.0.0.1:${port}` } })
  key = h.keyOf('ada')
})
afterAll(() => h.close())

/** The address after it is taken apart, as the operating system hands it to the app. */
const opened = ({ link }: Setup): URL => new URL(link!.href)
const inBase64 = (text: string) => JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(text)))
const only = <T>(named: Record<string, T>): T => {
  expect(Object.keys(named)).toEqual(['signalpost'])
  return named.signalpost!
}

/** How each app reads what it is given: an address, and headers in which it puts the key itself. */
const readers: Record<string, (setup: Setup) => Server> = {
  cursor(setup) {
    const { protocol, host, pathname, searchParams } = opened(setup)
    expect([protocol, host, pathname]).toEqual(['cursor:', 'anysphere.cursor-deeplink', '/mcp/install'])
    expect(only(JSON.parse(setup.snippet).mcpServers)).toEqual(inBase64(searchParams.get('config')!))
    return only({ [searchParams.get('name')!]: inBase64(searchParams.get('config')!) })
  },
  vs_code(setup) {
    const { protocol, pathname, search } = opened(setup)
    expect([protocol, pathname]).toEqual(['vscode:', 'mcp/install'])
    const { name, type, inputs = [], ...server } = JSON.parse(decodeURIComponent(search.slice(1)))
    expect([name, type]).toEqual(['signalpost', 'http'])
    expect(JSON.parse(setup.snippet)).toEqual({
      ...(inputs.length ? { inputs } : {}),
      servers: { [name]: { type, ...server } },
    })
    for (const { id, type, password } of inputs) {
      expect([type, password]).toEqual(['promptString', true])
      expect(JSON.stringify(server)).toContain(`\${input:${id}}`)
    }
    return server
  },
  windsurf({ snippet }) {
    const { serverUrl, headers } = only<{ serverUrl: string; headers?: Server['headers'] }>(
      JSON.parse(snippet).mcpServers,
    )
    return { url: serverUrl, headers }
  },
  gemini_cli({ snippet }) {
    const { httpUrl, headers } = only<{ httpUrl: string; headers?: Server['headers'] }>(JSON.parse(snippet).mcpServers)
    return { url: httpUrl, headers }
  },
  codex({ snippet }) {
    const { mcp_servers } = Bun.TOML.parse(snippet) as { mcp_servers: Record<string, Record<string, string>> }
    const { url, bearer_token_env_var: variable } = only(mcp_servers)
    return { url: url!, ...(variable ? { headers: { Authorization: `Bearer \${env:${variable}}` } } : {}) }
  },
  claude_code({ snippet }) {
    const words = [...snippet.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!)
    expect(words.slice(0, 6)).toEqual(['claude', 'mcp', 'add', '--transport', 'http', 'signalpost'])
    const [name, value] = words[8]?.split(': ') ?? []
    return { url: words[6]!, ...(name ? { headers: { [name]: value! } } : {}) }
  },
}

async function setupOf(id: string, by: string): Promise<Server> {
  const { setups } = await h.call<{ setups: Setup[] }>('ada', 'get_mcp_setup', { by })
  return readers[id]!(setups.find((one) => one.id === id)!)
}

describe.each(Object.keys(readers))('%s', (id) => {
  test('by key: opens the install once the key is where the app puts it', async () => {
    const { url, headers } = await setupOf(id, 'key')
    const filled = Object.entries(headers!).map(([name, value]) => {
      const place = /\$\{env:SIGNALPOST_KEY\}|\$\{input:signalpost_key\}|\$SIGNALPOST_KEY$|YOUR_API_KEY/
      expect(value).toMatch(place)
      return [name, value.replace(place, key)]
    })
    const client = new Client({ name: id, version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: Object.fromEntries(filled) },
    })
    await client.connect(transport)
    expect((await client.listTools()).tools.length).toBeGreaterThan(30)
    await client.close()
  })

  test('by signing in: holds no key, and is told where to sign in', async () => {
    const { url, headers } = await setupOf(id, 'sign_in')
    expect(headers).toBeUndefined()
    const { status, headers: told } = await fetch(url, { method: 'POST' })
    expect([status, told.get('www-authenticate')]).toEqual([401, expect.stringContaining('resource_metadata="')])
  })
})
