import { isHidden } from '../../src/domains/tenants/index.ts'
import { goTo, platformAction, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { csvResponse } from '../../src/doors/rest/csv.ts'
import { exportBillingCsv } from '../../src/operations/billing/export-billing-csv.ts'
import { getBilling } from '../../src/operations/billing/get-billing.ts'
import { getTenantBilling } from '../../src/operations/billing/get-tenant-billing.ts'
import { listBillingEvents } from '../../src/operations/billing/list-billing-events.ts'
import { updateTenantBilling } from '../../src/operations/billing/update-tenant-billing.ts'
import { askedOf } from '../parts/list.ts'
import { installPage, zoneOf } from '../shell.tsx'
import { Events } from './events.tsx'
import { BillingPage } from './overview.tsx'
import { WorkspaceBillingPage } from './workspace.tsx'

const BILLING = '/app/platform/billing'
const EVENTS = `${BILLING}/events`

export const billingScreens: readonly Screen[] = [
  platformPage('/billing', async (call) =>
    installPage(call, 'Billing', <BillingPage billing={await call.call(getBilling, {})} events={EVENTS} />),
  ),
  platformPage('/billing/events', async (call) => {
    const list = await call.call(listBillingEvents, askedOf(listBillingEvents, call.query))
    const props = { list, query: call.query, self: EVENTS, billing: BILLING, zone: zoneOf(call) }
    return installPage(call, 'Billing events', <Events {...props} />)
  }),
  platformPage('/billing/events/csv', async (call) =>
    csvResponse(await call.call(exportBillingCsv, askedOf(exportBillingCsv, call.query)), (error) => {
      call.app.log.error('the billing events could not be sent', { error })
    }),
  ),
  platformAction('/billing/tenants/:id/lift', async (call) => {
    await call.call(updateTenantBilling, { id: call.params.id, buying_locked: false })
    return goTo(`${BILLING}/tenants/${call.params.id}`, { text: 'It may buy again.' })
  }),
  platformPage('/billing/tenants/:id', async (call) => {
    const of = await call.call(getTenantBilling, { id: call.params.id })
    const opens = !call.read((tx) => isHidden(tx, of.tenant_id))
    const props = { of, self: BILLING, opens, zone: zoneOf(call) }
    return installPage(call, 'Billing', <WorkspaceBillingPage {...props} />)
  }),
]
