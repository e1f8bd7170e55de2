import Type from 'typebox'
import { MonthReport, monthReport, ReportedMonth, writeMonthReport } from '../../domains/reports/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const saveMonthReport = write({
  name: 'save_month_report',
  route: 'PUT /tenants/{id}/reports/{month}',
  role: 'admin',
  summary: 'Write the text of a month’s report.',
  description:
    'The numbers cover all pushes that the workspace and those below it ordered in the month, in the time zone of its report schedule (UTC without one), counted when the report is opened. A field left out stays.',
  input: Type.Object({
    id: TenantId,
    month: ReportedMonth,
    comment: Type.Optional(
      Type.String({ title: 'Comment', maxLength: 2000, description: 'Plain text, shown above the numbers' }),
    ),
    contact: Type.Optional(
      Type.String({
        title: 'Contact',
        maxLength: 200,
        pattern: '^[^\\x00-\\x1f\\x7f]*$',
        description: 'Contact for the reader: a name, an address, a number',
      }),
    ),
  }),
  output: MonthReport,
  example: { id: 'ten_bakery', month: '2026-11', comment: 'The shop is found again.' },

  handle({ tx, changed }, { id, month, comment, contact }) {
    const before = monthReport(tx, id, month)
    writeMonthReport(tx, id, month, { comment: comment?.replaceAll('\r\n', '\n').trim(), contact: contact?.trim() })
    const after = monthReport(tx, id, month)
    changed({ tenant_id: id, target: month, before: wordsOf(before), after: wordsOf(after) })
    return after
  },
})

const wordsOf = ({ state, comment, contact }: ReturnType<typeof monthReport>) => ({ state, comment, contact })
