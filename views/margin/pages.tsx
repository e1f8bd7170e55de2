import {
  goTo,
  htmlResponse,
  platformAction,
  platformPage,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import { getMargin } from '../../src/operations/margin/get-margin.ts'
import { getMarginSettings } from '../../src/operations/margin/get-margin-settings.ts'
import { putMarginReconciliation } from '../../src/operations/margin/put-margin-reconciliation.ts'
import { updateMarginSettings } from '../../src/operations/margin/update-margin-settings.ts'
import { filled } from '../parts/filled.ts'
import { listHref } from '../parts/list.ts'
import { periodOf } from '../parts/period.tsx'
import { type Orders, sortedBy } from '../parts/sorted.ts'
import { issuesIn } from '../refused.ts'
import { installPage } from '../shell.tsx'
import { byClient, type ClientMargin, revenueOf, shareOf } from './by-client.ts'
import { MARGIN_PERIODS, Margin, type MarginProps } from './margin.tsx'

const MARGIN = '/app/platform/margin'

export const marginScreens: readonly Screen[] = [
  platformPage('/margin', (call) => marginPage(call)),
  platformAction('/margin/settings', saveSettings),
  platformAction('/margin/months/:month', async (call) => {
    const { billed_count, note = '', period } = call.form
    const month = call.params.month!
    await call.call(putMarginReconciliation, { month, billed_count: billed_count || null, note })
    return goTo(listHref(MARGIN, {}, { period }), {
      text: billed_count ? `${month} is entered.` : `${month} is open again.`,
    })
  }),
]

const ORDERS: Orders<ClientMargin> = {
  ...Object.fromEntries(
    (['tenant_name', 'links_sent', 'index_used', 'crawl_cost_usd', 'look_cost_usd', 'margin_usd'] as const).map(
      (name) => [name, (row: ClientMargin) => row[name]],
    ),
  ),
  revenue: revenueOf,
  share: shareOf,
}

async function marginPage(call: SignedInCall, more: Pick<MarginProps, 'values' | 'issues'> = {}) {
  const { query, app } = call
  const period = periodOf(query, app.clock.now(), MARGIN_PERIODS)
  const last = dayOf(plus(period.to, -DAY))
  const { rows, totals, reconciliation } = await call.call(getMargin, { from: period.from, to: last })
  const props: MarginProps = {
    ...more,
    rows: sortedBy(byClient(rows), ORDERS, { sort: 'margin_usd', ...query }),
    totals,
    reconciliation,
    settings: await call.call(getMarginSettings, {}),
    period,
    query,
    self: MARGIN,
  }
  return installPage(call, 'Margin', <Margin {...props} />)
}

async function saveSettings(call: SignedInCall) {
  try {
    await call.call(updateMarginSettings, filled(updateMarginSettings.input, call.form))
    return goTo(listHref(MARGIN, {}, { period: call.form.period }), { text: 'Saved.' })
  } catch (error) {
    const issues = issuesIn(error, ['conflict'])
    return htmlResponse(await marginPage(call, { values: call.form, issues }), (error as Fault).status)
  }
}
