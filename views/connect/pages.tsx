import { type Call, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getMcpSetup } from '../../src/features/connect/operations.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { hashSecret } from '../../src/kernel/secrets/ids.ts'
import { createApiKey } from '../../src/operations/api-keys.ts'
import { listMcpTools } from '../../src/operations/catalog.ts'
import { IntegrationTabs } from '../api-keys/tabs.tsx'
import { domainOfCall } from '../branding.ts'
import { inputOfQuery } from '../parts/lists/list.ts'
import { ago } from '../parts/text/format.ts'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { Calls, Connect, type McpSetup } from './connect.tsx'

export const connectScreens: readonly Screen[] = [page('/connect', connect), page('/connect/calls', calls)]

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
