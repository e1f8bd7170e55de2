import Type from 'typebox'
import { AuditLine, auditFilters, auditStep } from '../../domains/system/index.ts'
import { csvLines, slicesOf } from '../../kernel/operation/csv.ts'
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
    lines: csvLines(
      COLUMNS,
      slicesOf<ReturnType<typeof auditStep>[number]>((last) =>
        read((tx) => auditStep(tx, query, last?.seq ?? Number.MAX_SAFE_INTEGER, STEP)),
      ),
    ),
  }),
})
