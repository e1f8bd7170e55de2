import Type from 'typebox'
import { AuditLine, auditFilters, exportStep, isComplete, onOwnConnection } from '../../domains/system/index.ts'
import { newestAnchor } from '../../kernel/audit/anchor.ts'
import { lastLine } from '../../kernel/audit/export-lines.ts'
import { segmentsOf } from '../../kernel/audit/keys.ts'
import { outbound } from '../../kernel/operation/operation.ts'

/** Few rows, because the process holds the text that is made of them until it collects garbage. */
const STEP = 50

export const exportAuditJsonl = outbound({
  name: 'export_audit_jsonl',
  route: 'GET /audit/jsonl',
  role: 'owner',
  instead: 'list_audit_log',
  summary: 'The audit trail as lines of JSON, the oldest first, each with its hash: for archives and auditors.',
  description:
    'Owners get the lines of their workspaces; address and name of a platform admin are withheld there. The last line has the newest row as an anchor. `signalpost verify --audit FILE` verifies the file with the key of the install.',
  input: Type.Object(auditFilters),
  output: AuditLine,
  produces: 'application/x-ndjson',
  example: { action: 'create_sub_tenant' },

  handle: async ({ app, caller, read }, query) => ({
    filename: `audit-${read((tx) => tx.now.slice(0, 10))}.jsonl`,
    lines: onOwnConnection(app, async function* (own) {
      let rows = 0
      for (let after = 0; ; ) {
        const step = own((tx) => exportStep(tx, caller, query, after, STEP) as never) as ReturnType<typeof exportStep>
        if (!step) break
        after = step.last
        rows += step.lines.length
        if (step.lines.length) yield step.lines.map(({ text }) => text).join('')
        await Bun.sleep(0)
      }
      const complete = isComplete(caller, query)
      yield own((tx) => {
        const key = segmentsOf(tx, app.sealer).at(-1)!.key!
        return lastLine(key, { anchor: caller.platform ? newestAnchor(tx) : null, rows, complete })
      })
    }),
  }),
})
