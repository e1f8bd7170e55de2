import Type from 'typebox'
import { AuditLine, auditListFilters, auditStep, onOwnConnection, readerOf } from '../../domains/system/index.ts'
import { csvInput, csvLines, slicesOf } from '../../kernel/operation/csv.ts'
import { outbound } from '../../kernel/operation/operation.ts'

const COLUMNS = Object.keys(AuditLine.properties) as (keyof typeof AuditLine.properties)[]
/** Few rows, because the process holds the text that is made of them until it collects garbage. */
const STEP = 50

export const exportAuditCsv = outbound({
  name: 'export_audit_csv',
  route: 'GET /audit/csv',
  role: 'owner',
  instead: 'list_audit_log',
  summary: 'The audit trail as CSV, the newest first, with the filters of the list.',
  input: Type.Object({ ...auditListFilters, ...csvInput }),
  output: AuditLine,
  produces: 'text/csv',
  example: { action: 'create_sub_tenant' },

  handle: async ({ app, read, caller }, { separator, ...query }) => ({
    filename: `audit-${read((tx) => tx.now.slice(0, 10))}.csv`,
    lines: onOwnConnection(app, (own) =>
      csvLines(
        COLUMNS,
        slicesOf<ReturnType<typeof auditStep>[number]>((last) =>
          own((tx) => auditStep(tx, readerOf(caller, query), last?.seq ?? Number.MAX_SAFE_INTEGER, STEP)),
        ),
        separator,
      ),
    ),
  }),
})
