import Type from 'typebox'
import { AuditLine, type AuditQuery, auditFilters, auditStep } from '../../domains/system/index.ts'
import type { Db } from '../../kernel/database/database.ts'
import { csvLine } from '../../kernel/operation/csv.ts'
import { outbound } from '../../kernel/operation/operation.ts'

const COLUMNS = Object.keys(AuditLine.properties) as (keyof typeof AuditLine.properties)[]
const STEP = 500

export const exportAuditCsv = outbound({
  name: 'export_audit_csv',
  route: 'GET /audit/csv',
  role: 'platform',
  summary: 'The audit trail as CSV, the newest first, with the filters of the list.',
  input: Type.Object(auditFilters),
  output: AuditLine,
  produces: 'text/csv',
  example: { action: 'create_sub_tenant' },

  handle: async ({ read }, query) => ({
    filename: `audit-${read((tx) => tx.now.slice(0, 10))}.csv`,
    lines: linesOf(read, query),
  }),
})

async function* linesOf(read: Db['read'], query: AuditQuery): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = read((tx) => auditStep(tx, query, below, STEP))
    if (!rows.length) return
    below = rows.at(-1)!.seq
    yield rows.map((row) => csvLine(COLUMNS.map((name) => row[name]))).join('')
    await Bun.sleep(0)
  }
}
