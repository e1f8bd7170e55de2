/** The bundle (.mcpb) by which desktop apps install the way to this server: the bridge, and a manifest that asks for a key. */
import { type AnyElysia, Elysia } from 'elysia'
import { bridgeScript } from '../../../static/mcp-bridge-script.ts' with { type: 'macro' }
import type { App } from '../../kernel/operation/app.ts'
import { domainOf } from '../custom-domain.ts'
import { appOf, forEachApp } from '../door-base.ts'

const PATH = '/signalpost.mcpb'

export const mcpBundle = (): AnyElysia =>
  new Elysia({ name: 'mcp-bundle' }).get(PATH, ({ request }) => {
    // An own domain is none of MCP, and does not show the install's address.
    const app = appOf(request)
    if (domainOf(app, request.headers.get('host'))) return new Response('Not found', { status: 404 })
    return new Response(made(app), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="signalpost.mcpb"',
        'cache-control': 'public, max-age=3600',
      },
    })
  })

/** The files of the bundle, zipped. The same install makes the same bytes. */
function bundleOf({ config, version }: Pick<App, 'config' | 'version'>): Uint8Array<ArrayBuffer> {
  const { site_url } = config
  const { strToU8, zipSync } = require('fflate') as typeof import('fflate')
  const files = {
    'manifest.json': strToU8(JSON.stringify(manifest(site_url, version), null, 2)),
    'server/index.mjs': strToU8(`${bridgeScript()}\n${startOf(`${site_url}/mcp`)}`),
  }
  return zipSync(files, { level: 9, mtime: '1980-01-01T00:00:00' }) as Uint8Array<ArrayBuffer>
}

const made = forEachApp(bundleOf)

const startOf = (endpoint: string): string => `const key = process.env.SIGNALPOST_KEY ?? ''
await bridge({ endpoint: ${JSON.stringify(endpoint)}, key, input: process.stdin, write: (message) => process.stdout.write(message + '\\n') })
process.stdout.write('', () => process.exit(0))
`

/** A placeholder that the installing app fills in. */
const filledIn = (name: string): string => `\${${name}}`

/** MCPB 0.3. */
const manifest = (site_url: string, version: string) => ({
  manifest_version: '0.3',
  name: 'signalpost',
  display_name: 'Signalpost',
  version,
  description: 'Push pages to search engines and check whether they are indexed.',
  long_description: `Connects to the install at ${site_url}.`,
  author: { name: 'Signalpost', url: site_url },
  server: {
    type: 'node',
    entry_point: 'server/index.mjs',
    mcp_config: {
      command: 'node',
      args: [`${filledIn('__dirname')}/server/index.mjs`],
      env: { SIGNALPOST_KEY: filledIn('user_config.api_key') },
    },
  },
  tools_generated: true,
  prompts_generated: true,
  user_config: {
    api_key: {
      type: 'string',
      title: 'API key',
      description: `Made on the page “API keys” of ${site_url}. The app may do what this key may do.`,
      sensitive: true,
      required: true,
    },
  },
  compatibility: { runtimes: { node: '>=18.0.0' } },
})
