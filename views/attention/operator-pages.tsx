/** First page of a platform admin. */
import { filled, type Markup, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getInstallOverview } from '../../src/features/attention/operations.ts'
import { getIntegrations } from '../../src/operations/checks.ts'
import { getCrawlSettings } from '../../src/operations/crawl.ts'
import { getSystem } from '../../src/operations/system.ts'
import { listTenants } from '../../src/operations/tenants/workspaces.ts'
import { listUsers } from '../../src/operations/users/accounts.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { span } from '../system/system.tsx'
import { Overview } from './operator.tsx'
import { deskOf } from './pages.tsx'

export const operatorScreens: readonly Screen[] = [platformPage('', overview)]

/** A list with one row is enough for its total. */
const ONE = { page_size: 1 }

async function overview(call: SignedInCall): Promise<Markup> {
  const total = async (list: Promise<{ total: number }>): Promise<number> => (await list).total
  const system = await call.call(getSystem, {})
  const props = {
    system,
    today: await call.call(getInstallOverview, {}),
    crawl: await call.call(getCrawlSettings, {}),
    engines: (await call.call(getIntegrations, {})).engines,
    people: {
      users: await total(call.call(listUsers, ONE)),
      pending: await total(call.call(listUsers, { ...ONE, status: 'pending' })),
      workspaces: await total(call.call(listTenants, ONE)),
      agencies: await total(call.call(listTenants, { ...ONE, kind: 'agency' })),
    },
    more: await Promise.all(filled(call, 'operator_overview').map((read) => read(call, system))),
    desk: deskOf(call),
    zone: zoneOf(call),
  }
  const sub = `Version ${system.version}, up ${span(system.uptime_s)}. Days end at midnight UTC.`
  return drawPage(call, { title: 'Overview', sub, operator: true, kind: 'revenue' }, <Overview {...props} />)
}
