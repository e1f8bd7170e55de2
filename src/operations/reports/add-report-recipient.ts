import Type from 'typebox'
import { addRecipient, ReportRecipient, readRecipient, recipientFields } from '../../domains/deliveries/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted, TenantId } from '../../kernel/operation/shape.ts'

export const addReportRecipient = write({
  name: 'add_report_recipient',
  route: 'POST /tenants/{id}/report-recipients',
  role: 'admin',
  instead: 'the page Reports of the web interface',
  summary: 'Add a recipient of a workspace’s reports: at most 20.',
  description:
    'Members of the workspace, or of one above it, get reports at once. Other people confirm by e-mail first, unless you state that they agreed. A person who unsubscribed can only subscribe again themself.',
  input: Type.Object({
    id: TenantId,
    email: recipientFields.email,
    name: Defaulted(recipientFields.name, ''),
    pdf: Defaulted(recipientFields.pdf, false),
    has_consent: Defaulted(
      Type.Boolean({ title: 'The person agreed', description: 'Reports go out without a confirmation e-mail' }),
      false,
    ),
  }),
  output: ReportRecipient,
  example: { id: 'ten_bakery', email: 'olga@bakery.example', name: 'Olga', pdf: true },
  faults: ['conflict', 'rate_limited'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { id, ...wanted }) {
    const recipient = addRecipient(tx, app, caller, subject, wanted)
    const added = readRecipient(tx, recipient)
    changed({ tenant_id: id, target: recipient, after: added })
    return added
  },
})
