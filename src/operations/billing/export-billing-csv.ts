import Type from 'typebox'
import { BillingEvent, type EventQuery, eventFilters, eventsStep, holdsText } from '../../domains/billing/index.ts'
import type { Db } from '../../kernel/database/database.ts'
import { listInput } from '../../kernel/database/list.ts'
import { csvLine } from '../../kernel/operation/csv.ts'
import { outbound } from '../../kernel/operation/operation.ts'

const COLUMNS = Object.keys(BillingEvent.properties) as (keyof typeof BillingEvent.properties)[]
const STEP = 500

export const exportBillingCsv = outbound({
  name: 'export_billing_csv',
  route: 'GET /admin/billing/events/csv',
  role: 'platform',
  summary: 'Money events as CSV, newest first, with the filters of the list.',
  description: 'The file has all matching events: `page`, `page_size`, `sort` and `dir` are accepted and ignored.',
  input: Type.Object({ ...listInput('created_at'), ...eventFilters }),
  output: BillingEvent,
  produces: 'text/csv',
  example: { type: 'pack_purchase' },

  handle: async ({ read }, { page: _, page_size: __, sort: ___, dir: ____, ...query }) => ({
    filename: `billing-${read((tx) => tx.now.slice(0, 10))}.csv`,
    lines: linesOf(read, query),
  }),
})

async function* linesOf(read: Db['read'], query: EventQuery): AsyncGenerator<string> {
  const fits = holdsText(query)
  yield csvLine(COLUMNS)
  for (let below = { created_at: '~', id: '' }; ; ) {
    const rows = read((tx) => eventsStep(tx, query, below, STEP))
    if (!rows.length) return
    below = rows.at(-1)!
    yield rows
      .filter(fits)
      .map((row) => csvLine(COLUMNS.map((name) => row[name])))
      .join('')
    await Bun.sleep(0)
  }
}
