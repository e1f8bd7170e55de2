/** Where a platform admin arrives, and the plans that workspaces can be on. */
import { type Markup, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import { getBilling } from '../../src/operations/billing/get-billing.ts'
import { getIntegrations } from '../../src/operations/checks/get-integrations.ts'
import { getCrawlSettings } from '../../src/operations/crawl/get-crawl-settings.ts'
import { getMargin } from '../../src/operations/margin/get-margin.ts'
import { getInstallOverview } from '../../src/operations/system/get-install-overview.ts'
import { getSystem } from '../../src/operations/system/get-system.ts'
import { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import { listUsers } from '../../src/operations/users/list-users.ts'
import { listWaitlist } from '../../src/operations/waitlist/list-waitlist.ts'
import { deskOf } from '../dashboard/pages.tsx'
import { MARGIN_PERIODS } from '../margin/margin.tsx'
import { periodOf } from '../parts/period.tsx'
import { installPage, zoneOf } from '../shell.tsx'
import { Overview } from './overview.tsx'
import { PlansOnOffer } from './plans.tsx'

export const platformScreens: readonly Screen[] = [
  platformPage('', overview),
  platformPage('/plans', async (call) => {
    const { subscriptions } = await call.call(getBilling, {})
    const { config, catalog } = call.app
    return installPage(
      call,
      'Plans',
      <PlansOnOffer plans={catalog.plans} standing={subscriptions} file={config.catalog} />,
    )
  }),
]

/** Totals are those of the lists that they lead to. */
const ONE = { page_size: 1 }

async function overview(call: SignedInCall): Promise<Markup> {
  const total = async (list: Promise<{ total: number }>): Promise<number> => (await list).total
  const today = await call.call(getInstallOverview, {})
  const props = {
    today,
    system: await call.call(getSystem, {}),
    crawl: await call.call(getCrawlSettings, {}),
    engines: (await call.call(getIntegrations, {})).engines,
    margin: await marginOf(call),
    billing: await call.call(getBilling, {}),
    people: {
      users: await total(call.call(listUsers, ONE)),
      pending: await total(call.call(listUsers, { ...ONE, status: 'pending' })),
      requests: today.pack_requests,
      asking: await total(call.call(listWaitlist, { ...ONE, status: 'pending' })),
      workspaces: await total(call.call(listTenants, ONE)),
      agencies: await total(call.call(listTenants, { ...ONE, kind: 'agency' })),
    },
    desk: deskOf(call, 0),
    zone: zoneOf(call),
  }
  return installPage(call, 'Overview', <Overview {...props} />)
}

/** As the page of the margin counts it. */
async function marginOf(call: SignedInCall) {
  const { from, to } = periodOf({}, call.app.clock.now(), MARGIN_PERIODS)
  return (await call.call(getMargin, { from, to: dayOf(plus(to, -DAY)) })).totals
}
