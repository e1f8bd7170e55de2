/** Instructions to connect the usual AI apps to an install: what to click, and what to paste where. */
import type { Static } from 'typebox'
import type { ClientSetup, SETUP_WAYS } from './shapes.ts'

type Setup = Static<typeof ClientSetup>
/** Fields that are left out become null. */
type SetupFields = Pick<Setup, 'id' | 'name' | 'steps'> & Partial<Setup>
type SetupWay = (typeof SETUP_WAYS)[number]
/** Addresses of the install, of MCP, and of the bundle for desktop apps. */
type SetupAddresses = { site: string; endpoint: string; bundle: string }

const NAME = 'signalpost'
/** Placeholder for the key, for apps that cannot read it from the environment. */
const KEY = 'YOUR_API_KEY'
const VARIABLE = 'SIGNALPOST_KEY'

/** The apps that can be connected in this way, the most usual first; any other one last. */
export function setupsFor(way: SetupWay, place: SetupAddresses): Setup[] {
  const byKey = way === 'key'
  const all = [claude, chatGpt, claudeCode, cursor, vsCode, windsurf, geminiCli, codex, overStdio]
  return all
    .flatMap((of) => of(place, byKey) ?? [])
    .map(({ id, name, steps, file = null, snippet = null, link = null }) => ({ id, name, steps, file, snippet, link }))
}

const claude = ({ endpoint, bundle }: SetupAddresses, byKey: boolean): SetupFields =>
  byKey
    ? {
        id: 'claude',
        name: 'Claude Desktop',
        steps: ['Download the bundle and open it: Claude Desktop installs it.', 'Give it the API key when it asks.'],
        link: { label: 'Download the bundle', href: bundle },
      }
    : {
        id: 'claude',
        name: 'Claude (web and desktop)',
        steps: [
          'Settings, Connectors, “Add custom connector”: paste the address of MCP.',
          'Press Connect, sign in here, and choose what it may do. Claude calls from the internet, so the install must be reachable from there.',
        ],
        snippet: endpoint,
        link: { label: 'Open the connectors of Claude', href: 'https://claude.ai/settings/connectors' },
      }

const chatGpt = ({ endpoint }: SetupAddresses, byKey: boolean): SetupFields | null =>
  byKey
    ? null
    : {
        id: 'chatgpt',
        name: 'ChatGPT',
        steps: [
          'Settings, Apps & Connectors, Advanced settings: switch developer mode on.',
          'Create a connector with the address of MCP and the authentication OAuth, then sign in here. ChatGPT calls from the internet, so the install must be reachable from there.',
        ],
        snippet: endpoint,
        link: { label: 'Open the connectors of ChatGPT', href: 'https://chatgpt.com/#settings/Connectors' },
      }

const claudeCode = ({ endpoint }: SetupAddresses, byKey: boolean): SetupFields => ({
  id: 'claude_code',
  name: 'Claude Code',
  steps: byKey
    ? ['Run this in a terminal, with your key.']
    : ['Run this in a terminal.', 'In Claude Code, type /mcp, choose signalpost, and sign in.'],
  snippet: `claude mcp add --transport http ${NAME} ${endpoint}${byKey ? ` --header "Authorization: Bearer ${KEY}"` : ''}`,
})

function cursor({ endpoint }: SetupAddresses, byKey: boolean): SetupFields {
  const server = { url: endpoint, ...(byKey ? { headers: bearer(`\${env:${VARIABLE}}`) } : {}) }
  const config = Buffer.from(JSON.stringify(server)).toString('base64')
  return {
    id: 'cursor',
    name: 'Cursor',
    steps: [
      'Press the button, or add this to the file yourself.',
      byKey ? inEnvironment('Cursor') : 'Cursor opens the browser: sign in here.',
    ],
    file: '~/.cursor/mcp.json',
    snippet: pretty({ mcpServers: { [NAME]: server } }),
    link: {
      label: 'Add to Cursor',
      href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(config)}`,
    },
  }
}

function vsCode({ endpoint }: SetupAddresses, byKey: boolean): SetupFields {
  const input = { id: 'signalpost_key', type: 'promptString', description: 'API key', password: true }
  const server = { type: 'http', url: endpoint, ...(byKey && { headers: bearer(`\${input:${input.id}}`) }) }
  const inputs = byKey ? { inputs: [input] } : {}
  return {
    id: 'vs_code',
    name: 'VS Code',
    steps: [
      'Press the button, or add this to the file yourself.',
      byKey ? 'VS Code asks for the key once and stores it safely.' : 'VS Code opens the browser: sign in here.',
    ],
    file: '.vscode/mcp.json',
    snippet: pretty({ ...inputs, servers: { [NAME]: server } }),
    link: {
      label: 'Add to VS Code',
      href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...server, ...inputs }))}`,
    },
  }
}

const windsurf = ({ endpoint }: SetupAddresses, byKey: boolean): SetupFields => ({
  id: 'windsurf',
  name: 'Windsurf',
  steps: [
    'Add this to the file, then refresh the list of MCP servers.',
    byKey ? inEnvironment('Windsurf') : 'Windsurf opens the browser: sign in here.',
  ],
  file: '~/.codeium/windsurf/mcp_config.json',
  snippet: pretty({
    mcpServers: { [NAME]: { serverUrl: endpoint, ...(byKey ? { headers: bearer(`\${env:${VARIABLE}}`) } : {}) } },
  }),
})

const geminiCli = ({ endpoint }: SetupAddresses, byKey: boolean): SetupFields => ({
  id: 'gemini_cli',
  name: 'Gemini CLI',
  steps: [
    'Add this to the file.',
    byKey ? inEnvironment('Gemini CLI') : 'In Gemini CLI, type /mcp auth signalpost, and sign in here.',
  ],
  file: '~/.gemini/settings.json',
  snippet: pretty({
    mcpServers: { [NAME]: { httpUrl: endpoint, ...(byKey ? { headers: bearer(`$${VARIABLE}`) } : {}) } },
  }),
})

const codex = ({ endpoint }: SetupAddresses, byKey: boolean): SetupFields => ({
  id: 'codex',
  name: 'Codex',
  steps: byKey
    ? ['Add this to the file.', inEnvironment('Codex')]
    : ['Add this to the file.', 'Run: codex mcp login signalpost, and sign in here.'],
  file: '~/.codex/config.toml',
  snippet: [
    `[mcp_servers.${NAME}]`,
    `url = ${JSON.stringify(endpoint)}`,
    ...(byKey ? [`bearer_token_env_var = "${VARIABLE}"`] : []),
  ].join('\n'),
})

/** Any app that starts a local program and cannot call an address. */
const overStdio = ({ site }: SetupAddresses, byKey: boolean): SetupFields | null =>
  byKey
    ? {
        id: 'stdio',
        name: 'Any app that starts a program',
        steps: ['Install signalpost on that machine.', 'Let the app start this, with your key.'],
        snippet: pretty({
          mcpServers: { [NAME]: { command: NAME, args: ['mcp', '--url', site], env: { [VARIABLE]: KEY } } },
        }),
      }
    : null

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const inEnvironment = (app: string): string => `Put the key into the environment of ${app} as ${VARIABLE}.`
const pretty = (value: object): string => JSON.stringify(value, null, 2)
