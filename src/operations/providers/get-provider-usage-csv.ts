import Type from 'typebox'
import { Month, UsageRow, usage } from '../../domains/providers/index.ts'
import { csvInput, csvLines } from '../../kernel/operation/csv.ts'
import { outbound } from '../../kernel/operation/operation.ts'

const COLUMNS = Object.keys(UsageRow.properties)
const ALL = 1_000_000

export const getProviderUsageCsv = outbound({
  name: 'get_provider_usage_csv',
  route: 'GET /admin/providers/usage/csv',
  role: 'platform',
  summary: 'Crawl usage of a month by client, as CSV.',
  input: Type.Object({ month: Month, ...csvInput }),
  output: UsageRow,
  produces: 'text/csv',
  example: {},

  async handle({ read }, { month, separator }) {
    const { rows, name } = read((tx) => ({
      rows: usage(tx, month, { page_size: ALL }).items,
      name: month ?? tx.now.slice(0, 7),
    }))
    return { filename: `crawl-usage-${name}.csv`, lines: csvLines(COLUMNS, [rows], separator) }
  },
})
