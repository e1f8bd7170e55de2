import Type from 'typebox'
import { ReportRecipient, recipientsOf } from '../../domains/deliveries/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { ListOf, listInput, pageOf } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const listReportRecipients = read({
  name: 'list_report_recipients',
  route: 'GET /tenants/{id}/report-recipients',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'The recipients of a workspace’s reports, with what they opened and whose address is refused.',
  input: Type.Object({ id: TenantId, ...listInput('email') }),
  output: ListOf(ReportRecipient),
  example: { id: 'ten_bakery' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx }, { id, ...page }) {
    const all = recipientsOf(tx, id)
    return pageOf(page.dir === 'desc' ? all.toReversed() : all, page)
  },
})
