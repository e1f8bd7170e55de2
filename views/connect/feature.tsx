import {
  type Call,
  type FeaturePages,
  htmlResponse,
  page,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { getMcpSetup } from '../../src/features/connect/operations.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { hashSecret } from '../../src/kernel/secrets/ids.ts'
import { createApiKey } from '../../src/operations/api-keys.ts'
import { listMcpTools } from '../../src/operations/catalog.ts'
import { IntegrationTabs } from '../api-keys/tabs.tsx'
import { domainOfCall } from '../branding.ts'
import type { Child } from '../jsx/elements.ts'
import { Fold, Section } from '../kit/fold.tsx'
import { LinkButton } from '../parts/button.tsx'
import { CopyBlock, CopyField } from '../parts/forms/copy.tsx'
import { hx } from '../parts/hx.ts'
import { inputOfQuery } from '../parts/lists/list.ts'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { ago, many } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'

type McpSetup = AnswerOf<typeof getMcpSetup>
type Setup = McpSetup['setups'][number]
type Program = McpSetup['programs'][number]
type McpTool = AnswerOf<typeof listMcpTools>['items'][number]

type ConnectProps = {
  setup: McpSetup
  tools: readonly McpTool[]
  /** Address of this page; the polled address is below it. */
  self: string
  /** Page of API keys; null for visitors who may not create one. */
  keys_href: string | null
  tabs: Child
  apps_href: string
  ptag?: string
  zone?: string
}

const Connect = (props: ConnectProps) => {
  const { setup, tools, self, ptag } = props
  const live = hx({ get: `${self}/calls`, trigger: 'every 5s', swap: 'innerMorph', ...(ptag ? { ptag } : {}) })
  return (
    <>
      {props.tabs}
      <div id="connect-live" class="stack" aria-live="polite" {...live}>
        <Calls programs={setup.programs} zone={props.zone} />
      </div>
      <Section title="Address">
        <CopyField
          id="endpoint"
          label="MCP server"
          value={setup.endpoint}
          hint="For every app that takes the address of an MCP server."
        />
      </Section>
      <Setups {...props} />
      <Fold summary={`${many(tools.length, 'tool')}: what an app can do here`}>
        <DataTable caption="Tools" columns={TOOL_COLUMNS} rows={tools} lines />
      </Fold>
    </>
  )
}

/** The polled part of the page. */
const Calls = ({ programs, zone = 'UTC' }: { programs: readonly Program[]; zone?: string }) => {
  const [newest] = programs
  if (!newest)
    return (
      <Banner>
        <b>Waiting for the first call.</b> It is shown here within seconds, once an app is connected.
      </Banner>
    )
  return (
    <>
      <Banner tone="ok">
        <b>{calledBy(newest)} has called.</b> The first call came <When time={newest.first_call_at} zone={zone} exact />
        .
      </Banner>
      <DataTable caption="Apps that called" columns={columns(zone)} rows={programs} lines />
    </>
  )
}

const calledBy = ({ name }: Program): string => name || 'An app that does not say its name'

const columns = (zone: string): Column<Program>[] => [
  {
    label: 'App',
    cell: (one) => (
      <>
        <b>{calledBy(one)}</b>
        <span class="sub">{one.called_with ?? 'with a key that is deleted'}</span>
      </>
    ),
  },
  { label: 'First call', class: 'num when wide-only', cell: (one) => <When time={one.first_call_at} zone={zone} /> },
  { label: 'Last call', class: 'num when', cell: (one) => <When time={one.last_call_at} zone={zone} /> },
]

const Setups = ({ setup, self, keys_href, apps_href }: ConnectProps) => (
  <Section title="Connect an app" aside={setup.sign_in_off === null && <Ways by={setup.by} self={self} />}>
    {setup.sign_in_off && <Banner tone="warn">{setup.sign_in_off}</Banner>}
    {setup.by === 'sign_in' ? (
      <p class="hint">
        The app asks you in the browser, once. <a href={apps_href}>Connected apps</a> lists what you allowed.
      </p>
    ) : (
      <p class="hint">
        The app does what its key may do.{' '}
        {keys_href ? (
          <>
            Create a <a href={keys_href}>key of its own</a>, with a limit on credits.
          </>
        ) : (
          'Ask an admin of this workspace for a key.'
        )}
      </p>
    )}
    {setup.setups.map((one) => (
      <App of={one} />
    ))}
  </Section>
)

const Ways = ({ by, self }: { by: McpSetup['by']; self: string }) => (
  <nav class="seg" aria-label="How the app shows who it is">
    <a href={self} aria-current={by === 'sign_in' && 'page'}>
      Sign in
    </a>
    <a href={`${self}?by=key`} aria-current={by === 'key' && 'page'}>
      API key
    </a>
  </nav>
)

const App = ({ of: { id, name, steps, file, snippet, link } }: { of: Setup }) => (
  <Fold id={`app-${id}`} summary={name}>
    <div class="stack">
      <ol>
        {steps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
      {link && (
        <p>
          <LinkButton href={link.href} rel="noopener" icon="plug-zap" label={link.label} />
        </p>
      )}
      {snippet && <CopyBlock id={`snippet-${id}`} label={file ?? `For ${name}`} value={snippet} />}
    </div>
  </Fold>
)

const TOOL_COLUMNS: Column<McpTool>[] = [
  {
    label: 'Tool',
    cell: (tool) => (
      <>
        <b>{tool.title}</b>
        <span class="sub id">{tool.name}</span>
      </>
    ),
  },
  { label: 'What it does', cell: (tool) => tool.description },
]

const connectScreens: readonly Screen[] = [page('/connect', connect), page('/connect/calls', calls)]

async function connect(call: SignedInCall) {
  assertOurAddress(call)
  const { base, query } = call
  const setup = await call.call(getMcpSetup, inputOfQuery(getMcpSetup, query))
  const { items: tools } = await call.call(listMcpTools, {})
  const props = {
    setup,
    tools,
    self: `${base}/connect`,
    keys_href: may(call, createApiKey) ? `${base}/keys` : null,
    apps_href: `${base}/account`,
    ptag: tagOf(setup, zoneOf(call)),
    zone: zoneOf(call),
  }
  const sub = 'Connect AI apps. An app never has more rights than you.'
  return drawPage(
    call,
    { title: 'Integrations', sub, kind: 'settings' },
    <Connect
      {...props}
      tabs={<IntegrationTabs site={call.site} base={base} may={(one) => may(call, one)} current="connect" />}
    />,
  )
}

/** Answer to the poll: 304 while nothing has changed. */
async function calls(call: SignedInCall) {
  assertOurAddress(call)
  const setup = await call.call(getMcpSetup, {})
  const zone = zoneOf(call)
  const headers = { 'hx-ptag': tagOf(setup, zone) }
  if (call.request.headers.get('hx-ptag') === headers['hx-ptag']) return new Response(null, { status: 304, headers })
  return htmlResponse(<Calls programs={setup.programs} zone={zone} />, 200, headers)
}

/** Tag of the drawn content: the apps, and the times of their last calls in words. */
const tagOf = ({ programs }: McpSetup, zone: string): string =>
  hashSecret(JSON.stringify([programs, programs.map(({ last_call_at }) => ago(last_call_at, zone))])).slice(0, 16)

/** MCP exists only at the address of the install, which own domains do not show. */
function assertOurAddress(call: Call): void {
  if (domainOfCall(call)) throw notFound('page')
}

export const connectPages: FeaturePages = {
  screens: connectScreens,
  slots: { integration: { at: 'connect', label: 'AI apps', is_first: true } },
}
