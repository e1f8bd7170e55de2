import { findBatch, storedBalance } from '../../src/domains/providers/index.ts'
import { readTenant } from '../../src/domains/tenants/index.ts'
import {
  goTo,
  htmlResponse,
  platformAction,
  platformPage,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { csvResponse } from '../../src/doors/rest/csv.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { plusMonths } from '../../src/kernel/time/clock.ts'
import { getProviderScoreboard } from '../../src/operations/providers/get-provider-scoreboard.ts'
import { getProviderUsage } from '../../src/operations/providers/get-provider-usage.ts'
import { getProviderUsageCsv } from '../../src/operations/providers/get-provider-usage-csv.ts'
import { getProviders } from '../../src/operations/providers/get-providers.ts'
import { getUpstreamBalance } from '../../src/operations/providers/get-upstream-balance.ts'
import { listCampaignLinks } from '../../src/operations/providers/list-campaign-links.ts'
import { listCampaigns } from '../../src/operations/providers/list-campaigns.ts'
import { updateProviderBalance } from '../../src/operations/providers/update-provider-balance.ts'
import { filled } from '../parts/filled.ts'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { installPage, zoneOf } from '../shell.tsx'
import { Balances, type BalancesProps } from './balances.tsx'
import { Batches, BatchPage } from './batches.tsx'
import { Scoreboard } from './scoreboard.tsx'
import { PROVIDERS } from './tabs.tsx'
import { Usage } from './usage.tsx'

export const providerScreens: readonly Screen[] = [
  platformPage('/providers', (call) => balancesPage(call)),
  platformAction('/providers/ask', async (call) => {
    await call.call(getUpstreamBalance, { refresh: '1' })
    return goTo(PROVIDERS, { text: 'They were asked.' })
  }),
  platformAction('/providers/balance', rebase),
  platformPage('/providers/usage', usagePage),
  platformPage('/providers/usage/csv', async (call) =>
    csvResponse(await call.call(getProviderUsageCsv, askedOf(getProviderUsageCsv, call.query)), (error) => {
      call.app.log.error('the usage could not be sent', { error })
    }),
  ),
  platformPage('/providers/batches', batchesPage),
  platformPage('/providers/batches/:id', async (call) => {
    const { id } = call.params
    const links = await call.call(listCampaignLinks, { ...askedOf(listCampaignLinks, call.query), id })
    const batch = call.read((tx) => findBatch(tx, id!))
    return installPage(call, 'Batch', <BatchPage {...{ batch, links, query: call.query, zone: zoneOf(call) }} />)
  }),
  platformPage('/providers/scoreboard', async (call) => {
    const list = await call.call(getProviderScoreboard, askedOf(getProviderScoreboard, call.query))
    const props = { list, query: call.query, self: `${PROVIDERS}/scoreboard` }
    return installPage(call, 'Scoreboard', <Scoreboard {...props} />)
  }),
]

async function balancesPage(call: SignedInCall, more: Pick<BalancesProps, 'values' | 'issues'> = {}) {
  const props: BalancesProps = {
    ...more,
    data: await call.call(getProviders, {}),
    entered: call.read(storedBalance),
    self: PROVIDERS,
    zone: zoneOf(call),
  }
  return installPage(call, 'Providers', <Balances {...props} />)
}

async function rebase(call: SignedInCall) {
  const { as_of = '', next_bill_at = '', ...form } = call.form
  const given = { ...form, as_of: moment(as_of), next_bill_at: moment(next_bill_at) }
  try {
    await call.call(updateProviderBalance, filled(updateProviderBalance.input, given))
    return goTo(PROVIDERS, { text: 'It is counted from there.' })
  } catch (error) {
    const issues = issuesIn(error, ['conflict'])
    return htmlResponse(await balancesPage(call, { values: call.form, issues }), (error as Fault).status)
  }
}

/** A field of a browser tells minutes, here those of UTC. */
const moment = (text: string): string => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00Z` : text)

async function usagePage(call: SignedInCall) {
  const { query, app } = call
  const list = await call.call(getProviderUsage, askedOf(getProviderUsage, query))
  const present = app.clock.now().slice(0, 7)
  const month = query.month ?? present
  const beside = (by: number) => plusMonths(`${month}-01T00:00:00.000Z`, by).slice(0, 7)
  const next = beside(1)
  const props = {
    list,
    month,
    before: beside(-1),
    next: next <= present ? next : null,
    query,
    self: `${PROVIDERS}/usage`,
  }
  return installPage(call, 'Usage', <Usage {...props} />)
}

async function batchesPage(call: SignedInCall) {
  const { query } = call
  const list = await call.call(listCampaigns, askedOf(listCampaigns, query))
  const { tenant_id } = query
  const workspace = tenant_id ? (call.read((tx) => readTenant(tx, tenant_id))?.name ?? null) : null
  const props = { list, query, self: `${PROVIDERS}/batches`, workspace, zone: zoneOf(call) }
  return installPage(call, 'Batches', <Batches {...props} />)
}
