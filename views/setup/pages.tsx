import { findSetupLink, firstRun, hasUsers, openSession } from '../../src/domains/accounts/index.ts'
import {
  action,
  type Call,
  goTo,
  htmlResponse,
  page,
  publicAction,
  publicPage,
  type Screen,
} from '../../src/doors/web.ts'
import { forbidden, notFound } from '../../src/kernel/fault.ts'
import { updateIntegrations } from '../../src/operations/checks/update-integrations.ts'
import { updateCrawlSettings } from '../../src/operations/crawl/update-crawl-settings.ts'
import type { Issue } from '../parts/form.tsx'
import { issuesIn } from '../refused.ts'
import { publicPageOf } from '../shell.tsx'
import { SetupAccount, SetupSuppliers } from './setup.tsx'

export const setupScreens: readonly Screen[] = [
  publicPage('/setup', (call) => accountPage(call, {}, [])),
  publicAction('/setup', createAccount),
  page('/setup/suppliers', (call) => {
    if (!call.caller.platform) throw forbidden('Only the platform admin connects suppliers.')
    const action = `${call.base}/setup/suppliers`
    return publicPageOf(call, 'Suppliers', <SetupSuppliers action={action} later_href={call.base} />)
  }),
  action('/setup/suppliers', async (call) => {
    if (call.form.simulated) {
      await call.call(updateCrawlSettings, { routes: { primary: { adapter: 'simulated', enabled: true } } })
      await call.call(updateIntegrations, { engines: { scan_standard: { adapter: 'simulated', enabled: true } } })
    }
    return goTo(call.base, { text: 'Signalpost is ready. Push your first links.' })
  }),
]

/** The one-time address. Once the install has users, or with a token that does not work, there is nothing here. */
function accountPage(call: Call, values: Record<string, string>, issues: Issue[]) {
  const token = call.query.token ?? ''
  const open = call.app.db.read((tx) => !hasUsers(tx) && findSetupLink(tx, token)?.user_id === null)
  if (!open) throw notFound('set-up page')
  const content = <SetupAccount action={`/setup?token=${encodeURIComponent(token)}`} values={values} issues={issues} />
  return publicPageOf(call, 'Set up Signalpost', content)
}

async function createAccount(call: Call) {
  const { workspace = '', name = '', email = '', password = '' } = call.form
  try {
    const options = { token: call.query.token ?? '', ip: call.visit.ip }
    const made = await firstRun(call.app, { workspace, name, email, password }, options)
    const from = { ip: call.visit.ip, user_agent: call.request.headers.get('user-agent') }
    const { cookie } = await openSession(call.app, made.user_id, from)
    return goTo(`/app/w/${made.tenant_id}/setup/suppliers`, undefined, [cookie])
  } catch (error) {
    return htmlResponse(accountPage(call, { workspace, name, email }, issuesIn(error)), 422)
  }
}
