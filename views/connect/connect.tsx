/** Where AI apps find MCP here, how each of the usual ones is connected, and whether one has called yet. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getMcpSetup } from '../../src/operations/catalog/get-mcp-setup.ts'
import type { listMcpTools } from '../../src/operations/catalog/list-mcp-tools.ts'
import { Banner, Card, CardBody } from '../parts/card.tsx'
import { CopyBlock, CopyField } from '../parts/copy.tsx'
import { many } from '../parts/format.ts'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'

export type McpSetup = AnswerOf<typeof getMcpSetup>
type Setup = McpSetup['setups'][number]
export type Program = McpSetup['programs'][number]
export type McpTool = AnswerOf<typeof listMcpTools>['items'][number]

export type ConnectProps = {
  setup: McpSetup
  tools: readonly McpTool[]
  /** Where this page is; what it polls stands below it. */
  self: string
  /** Where keys are made; null for those who may make none. */
  keys_href: string | null
  apps_href: string
  ptag?: string
  zone?: string
}

export const Connect = (props: ConnectProps) => {
  const { setup, tools, self, ptag, keys_href } = props
  const live = hx({ get: `${self}/calls`, trigger: 'every 5s', swap: 'innerMorph', ...(ptag ? { ptag } : {}) })
  return (
    <>
      <PageHead
        title="AI apps"
        sub="Apps that use MCP push, check and report for you, with your permissions at most."
        actions={
          keys_href && (
            <a class="btn" href={keys_href}>
              API keys
            </a>
          )
        }
      />
      <div id="connect-live" class="stack" aria-live="polite" {...live}>
        <Calls programs={setup.programs} zone={props.zone} />
      </div>
      <Card title="Address">
        <CardBody>
          <CopyField
            id="endpoint"
            label="Address of MCP"
            value={setup.endpoint}
            hint="Every app below is given this; so is any other that takes the address of an MCP server."
          />
        </CardBody>
      </Card>
      <Setups {...props} />
      <Card title={many(tools.length, 'tool')}>
        <CardBody>
          <details>
            <summary>What an app can do here</summary>
            <DataTable caption="Tools" columns={TOOL_COLUMNS} rows={tools} />
          </details>
        </CardBody>
      </Card>
    </>
  )
}

/** The moving part: it waits for the first call, and says so. */
export const Calls = ({ programs, zone = 'UTC' }: { programs: readonly Program[]; zone?: string }) => {
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
      <Card title="Apps that called">
        <DataTable caption="Apps that called" columns={columns(zone)} rows={programs} />
      </Card>
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
  <Card title="Connect an app" aside={setup.sign_in_off === null && <Ways by={setup.by} self={self} />}>
    <CardBody>
      {setup.sign_in_off && <Banner tone="warn">{setup.sign_in_off}</Banner>}
      {setup.by === 'sign_in' ? (
        <p class="hint">
          The app asks you in the browser, once. What you allowed stands under <a href={apps_href}>Connected apps</a>.
        </p>
      ) : (
        <p class="hint">
          The app does what its key may do.{' '}
          {keys_href ? (
            <>
              Make it a <a href={keys_href}>key of its own</a>, with a ceiling on credits.
            </>
          ) : (
            'An admin of this workspace makes keys.'
          )}
        </p>
      )}
      {setup.setups.map((one) => (
        <App of={one} />
      ))}
    </CardBody>
  </Card>
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
  <details id={`app-${id}`} name="app">
    <summary>{name}</summary>
    <div class="stack">
      <ol>
        {steps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
      {link && (
        <p>
          <a class="btn" href={link.href} rel="noopener">
            <Icon name="plug-zap" />
            {link.label}
          </a>
        </p>
      )}
      {snippet && <CopyBlock id={`snippet-${id}`} label={file ?? `For ${name}`} value={snippet} />}
    </div>
  </details>
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
