import Type from 'typebox'
import { todayOf } from '../../../domains/tenants/index.ts'
import { ListOf, listInput } from '../../../kernel/database/list.ts'
import { csvInput, csvLines, slicesOf } from '../../../kernel/operation/csv.ts'
import { outbound, read, write } from '../../../kernel/operation/operation.ts'
import { TenantId } from '../../../kernel/operation/shape.ts'
import {
  BillingEvent,
  BillingOverview,
  type EventRead,
  eventFilters,
  eventsPage,
  eventsStep,
  holdsText,
  lockBuying,
  lockOf,
  overviewOf,
  TenantBilling,
  tenantBilling,
  unlockBuying,
} from '../index.ts'

export const getBilling = read({
  name: 'get_billing',
  route: 'GET /admin/billing',
  role: 'platform',
  summary: 'Revenue of this month and the last, refunds, chargebacks, subscriptions by plan, MRR, payment mode.',
  description: 'Months are in UTC. Test payments count only while the install is in test mode.',
  input: Type.Object({}),
  output: BillingOverview,
  example: {},

  handle: ({ tx, app }) => overviewOf(tx, app),
})

export const getTenantBilling = read({
  name: 'get_tenant_billing',
  route: 'GET /admin/billing/tenants/{id}',
  role: 'platform',
  summary: 'Billing of one workspace: its plan, payments and newest events.',
  input: Type.Object({ id: TenantId }),
  output: TenantBilling,
  example: { id: 'ten_northwind' },

  handle: ({ tx, app }, { id }) => tenantBilling(tx, app, id),
})

export const updateTenantBilling = write({
  name: 'update_tenant_billing',
  route: 'PATCH /admin/billing/tenants/{id}',
  role: 'platform',
  summary: 'Lock or unlock buying for a workspace and those below it.',
  description: 'A chargeback locks it automatically, and winning all chargebacks unlocks it.',
  input: Type.Object({ id: TenantId, buying_locked: Type.Boolean({ title: 'Buying locked' }) }),
  output: TenantBilling,
  example: { id: 'ten_northwind', buying_locked: true },

  handle({ tx, app, caller, changed }, { id, buying_locked }) {
    const before = lockOf(tx, id) !== null
    if (buying_locked) lockBuying(tx, id, caller.label)
    else unlockBuying(tx, id)
    changed({ tenant_id: id, before: { buying_locked: before }, after: { buying_locked } })
    return tenantBilling(tx, app, id)
  },
})

export const listBillingEvents = read({
  name: 'list_billing_events',
  route: 'GET /admin/billing/events',
  role: 'platform',
  summary: 'Money events of all workspaces, newest first.',
  description: '`q` searches the name of the workspace, reference, note and actor.',
  input: Type.Object({ ...listInput('created_at'), ...eventFilters }),
  output: ListOf(BillingEvent),
  example: { type: 'pack_purchase', from: '2026-11-01', to: '2026-11-30' },

  handle: ({ tx }, { page, page_size, dir, sort: _, ...query }) => eventsPage(tx, query, { page, page_size, dir }),
})

const COLUMNS = Object.keys(BillingEvent.properties) as (keyof typeof BillingEvent.properties)[]
const STEP = 500
const TOP = { created_at: '~', id: '' }

export const exportBillingCsv = outbound({
  name: 'export_billing_csv',
  route: 'GET /admin/billing/events/csv',
  role: 'platform',
  summary: 'Money events as CSV, newest first, with the filters of the list.',
  description: 'The file has all matching events: `page`, `page_size`, `sort` and `dir` are accepted and ignored.',
  input: Type.Object({ ...listInput('created_at'), ...eventFilters, ...csvInput }),
  output: BillingEvent,
  produces: 'text/csv',
  example: { type: 'pack_purchase' },

  handle: async ({ caller, read }, { page: _, page_size: __, sort: ___, dir: ____, separator, ...query }) => ({
    filename: `billing-${read((tx) => todayOf(tx, caller))}.csv`,
    lines: csvLines(
      COLUMNS,
      slicesOf<EventRead>((last = TOP as EventRead) => read((tx) => eventsStep(tx, query, last, STEP))).map((rows) =>
        rows.filter(holdsText(query)),
      ),
      separator,
    ),
  }),
})
