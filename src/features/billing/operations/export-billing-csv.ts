import Type from 'typebox'
import { BillingEvent, type EventRead, eventFilters, eventsStep, holdsText } from '../index.ts'
import { listInput } from '../../../kernel/database/list.ts'
import { csvInput, csvLines, slicesOf } from '../../../kernel/operation/csv.ts'
import { outbound } from '../../../kernel/operation/operation.ts'

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

  handle: async ({ read }, { page: _, page_size: __, sort: ___, dir: ____, separator, ...query }) => ({
    filename: `billing-${read((tx) => tx.now.slice(0, 10))}.csv`,
    lines: csvLines(
      COLUMNS,
      slicesOf<EventRead>((last = TOP as EventRead) => read((tx) => eventsStep(tx, query, last, STEP))).map((rows) =>
        rows.filter(holdsText(query)),
      ),
      separator,
    ),
  }),
})
