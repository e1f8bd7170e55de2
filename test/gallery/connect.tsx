/** The page that connects AI apps: before the first call, after it, and where nobody can sign in for one. */
import { setupsFor } from '../../src/domains/programs/index.ts'
import { toolsOf } from '../../src/kernel/operation/offered/routes-and-tools.ts'
import { listMcpTools } from '../../src/operations/catalog.ts'
import { listJobs } from '../../src/operations/jobs/jobs.ts'
import { Connect, type McpSetup, type Program } from '../../views/connect/connect.tsx'
import { inPage } from './frames.tsx'
import { at, NASTY, NOW } from './samples.ts'

const SITE = 'https://push.northwind.example'
const PLACE = { site: SITE, endpoint: `${SITE}/mcp`, bundle: `${SITE}/signalpost.mcpb` }

const setup = (more: Partial<McpSetup> = {}): McpSetup => ({
  endpoint: PLACE.endpoint,
  bundle_url: PLACE.bundle,
  by: 'sign_in',
  sign_in_off: null,
  setups: setupsFor(more.by ?? 'sign_in', PLACE),
  programs: [],
  ...more,
})

const program = (id: string, more: Partial<Program> = {}): Program => ({
  id,
  name: 'Claude',
  called_with: 'Claude',
  first_call_at: NOW,
  last_call_at: NOW,
  ...more,
})

const PROGRAMS = [
  program('1'),
  program('2', { name: NASTY, called_with: NASTY }),
  program('3', { name: '', called_with: null }),
]

const connectPage = (more: Partial<McpSetup> = {}, keys_href: string | null = at('/keys')) =>
  inPage(
    'Integrations',
    'settings',
    <Connect
      setup={setup(more)}
      tools={toolsOf([listJobs, listMcpTools])}
      self={at('/connect')}
      keys_href={keys_href}
      apps_href={at('/account')}
    />,
  )

export const connectGallery = [
  { name: 'apps-to-connect', page: () => connectPage() },
  { name: 'apps-to-connect-called', page: () => connectPage({ programs: PROGRAMS }) },
  { name: 'apps-to-connect-key', page: () => connectPage({ by: 'key' }) },
  {
    name: 'apps-to-connect-no-sign-in',
    page: () => connectPage({ by: 'key', sign_in_off: 'Apps cannot be connected: OAuth is off.' }, null),
  },
]
