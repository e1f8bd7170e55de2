import { afterEach, expect, test } from 'bun:test'
import { type Person, type World, world } from '../../world.ts'

type Setup = { id: string; steps: string[]; file: string | null; snippet: string | null; link: { href: string } | null }
type Answer = { endpoint: string; bundle_url: string; by: string; sign_in_off: string | null; setups: Setup[] }

const SITE = 'https://push.platform.example'
let w: World
afterEach(() => w.close())

function setup(by?: string, site = SITE, who: Person = 'ada'): Promise<Answer> {
  w = world({ env: { SIGNALPOST_SITE_URL: site } })
  return w.call<Answer>(who, 'get_mcp_setup', by ? { by } : {})
}
const named = ({ setups }: Answer, id: string): Setup => setups.find((one) => one.id === id)!
const json = ({ snippet }: Setup) => JSON.parse(snippet!)

test('names the address and the usual apps; who can sign in for an app is told that way first', async () => {
  const told = await setup()
  expect([told.endpoint, told.by, told.sign_in_off]).toEqual([`${SITE}/mcp`, 'sign_in', null])
  const ids = told.setups.map(({ id }) => id)
  for (const app of ['claude', 'claude_code', 'chatgpt', 'cursor', 'vs_code', 'windsurf']) expect(ids).toContain(app)
  for (const { steps, snippet } of told.setups) {
    expect(steps.length).toBeGreaterThan(0)
    expect(snippet).toContain(`${SITE}/mcp`)
    expect(snippet).not.toMatch(/key|Bearer/i)
  }
})

test('by key, each is told where the key goes, and no snippet holds one', async () => {
  const told = await setup('key')
  expect(told.by).toBe('key')
  expect(named(told, 'chatgpt')).toBeUndefined()
  expect(named(told, 'claude').link!.href).toBe(told.bundle_url)
  for (const { id, snippet } of told.setups.filter(({ snippet }) => snippet))
    expect([id, snippet]).toEqual([id, expect.stringMatching(/YOUR_API_KEY|SIGNALPOST_KEY|input:signalpost_key/)])
  const { command, args, env } = json(named(told, 'stdio')).mcpServers.signalpost
  expect([command, args, env]).toEqual(['signalpost', ['mcp', '--url', SITE], { SIGNALPOST_KEY: 'YOUR_API_KEY' }])
})

test('where nobody can sign in for an app, it says why, and tells of keys whatever was asked for', async () => {
  const told = await setup('sign_in', 'http://push.platform.example')
  expect(told.by).toBe('key')
  expect(told.sign_in_off).toContain('is not encrypted')
})

test('a viewer is told as well: an app that only reads is of use to them', async () => {
  expect((await setup(undefined, SITE, 'vera')).setups.length).toBeGreaterThan(5)
})
