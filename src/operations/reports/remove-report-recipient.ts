import Type from 'typebox'
import { findRecipient, RecipientId, readRecipient, removeRecipient } from '../../domains/deliveries/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const removeReportRecipient = write({
  name: 'remove_report_recipient',
  route: 'DELETE /tenants/{id}/report-recipients/{recipient_id}',
  role: 'admin',
  proof: false,
  instead: 'the page Reports of the web interface',
  summary: 'Remove a recipient of reports. Waiting e-mails are not sent, and the addresses of earlier reports stop.',
  input: Type.Object({ id: TenantId, recipient_id: RecipientId }),
  output: Type.Object({ removed: Type.Literal(true) }),
  example: { id: 'ten_bakery', recipient_id: 'rec_vera' },
  subject: (tx, caller, { id, recipient_id }) => {
    findTenant(tx, caller, id!)
    return findRecipient(tx, id!, recipient_id!)
  },

  handle({ tx, subject, changed }, { id, recipient_id }) {
    const before = readRecipient(tx, recipient_id)
    removeRecipient(tx, subject)
    changed({ tenant_id: id, target: recipient_id, before })
    return { removed: true as const }
  },
})
