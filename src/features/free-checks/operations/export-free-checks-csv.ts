import Type from 'typebox'
import { FreeCheck, type LoggedCheck, logStep } from '../index.ts'
import { csvInput, csvLines, slicesOf } from '../../../kernel/operation/csv.ts'
import { outbound } from '../../../kernel/operation/operation.ts'

const COLUMNS = Object.keys(FreeCheck.properties) as (keyof typeof FreeCheck.properties)[]
const STEP = 500

export const exportFreeChecksCsv = outbound({
  name: 'export_free_checks_csv',
  route: 'GET /admin/free-checks/csv',
  role: 'platform',
  summary: 'The free checks of the last 30 days as CSV, newest first.',
  input: Type.Object(csvInput),
  output: FreeCheck,
  produces: 'text/csv',
  example: {},

  handle: async ({ app, read }, { separator }) => ({
    filename: `free-checks-${read((tx) => tx.now.slice(0, 10))}.csv`,
    lines: csvLines(
      COLUMNS,
      slicesOf<LoggedCheck>((last) =>
        read((tx) => logStep(tx, app.config, last?.seq ?? Number.MAX_SAFE_INTEGER, STEP)),
      ),
      separator,
    ),
  }),
})
