import Type from 'typebox'
import {
  findRecipient,
  RecipientId,
  ReportRecipient,
  readRecipient,
  recipientFields,
  updateRecipient,
} from '../../domains/deliveries/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const updateReportRecipient = write({
  name: 'update_report_recipient',
  route: 'PATCH /tenants/{id}/report-recipients/{recipient_id}',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'Change a recipient of reports, or try a refused address again. A field left out stays.',
  description: 'A new address is confirmed like that of a new recipient.',
  input: Type.Object({
    id: TenantId,
    recipient_id: RecipientId,
    ...Type.Partial(Type.Object(recipientFields)).properties,
    has_consent: Type.Optional(Type.Boolean({ title: 'The person agreed', description: 'To the new address too' })),
    try_again: Type.Optional(Type.Boolean({ title: 'Try again', description: 'Send to the refused address again' })),
  }),
  output: ReportRecipient,
  example: { id: 'ten_bakery', recipient_id: 'rec_vera', name: 'Vera Bell', pdf: false },
  faults: ['conflict', 'rate_limited'],
  subject: (tx, caller, { id, recipient_id }) => ({
    tenant: findTenant(tx, caller, id!),
    recipient: findRecipient(tx, id!, recipient_id!),
  }),

  handle({ tx, app, caller, subject, changed }, { id, recipient_id, ...changes }) {
    const before = readRecipient(tx, recipient_id)
    updateRecipient(tx, app, caller, subject.tenant, subject.recipient, changes)
    const after = readRecipient(tx, recipient_id)
    changed({ tenant_id: id, target: recipient_id, before, after })
    return after
  },
})
