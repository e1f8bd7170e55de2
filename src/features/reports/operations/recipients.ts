import Type from 'typebox'
import { findTenant } from '../../../domains/tenants/index.ts'
import { ListOf, listInput, pageOf } from '../../../kernel/database/list.ts'
import { read, write } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Count, Defaulted, TenantId } from '../../../kernel/operation/shape.ts'
import { clientReaders, countReaders } from '../deliveries/client-readers.ts'
import {
  addRecipient,
  findRecipient,
  readRecipient,
  recipientsOf,
  removeRecipient,
  updateRecipient,
} from '../deliveries/recipients.ts'
import { deliveriesOf } from '../deliveries/settling.ts'
import { ClientReaders, RecipientId, ReportDelivery, ReportRecipient, recipientFields } from '../deliveries/shapes.ts'
import { findIssue } from '../issues/read.ts'
import { ReportId } from '../issues/shapes.ts'

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

export const listClientReaders = read({
  name: 'list_client_readers',
  route: 'GET /tenants/{id}/client-readers',
  role: 'admin',
  instead: 'the page Notifications of the web interface',
  summary: 'How many people of each workspace below get its reports, and how many have an account there.',
  input: Type.Object({ id: TenantId, ...listInput('name') }),
  output: Shape('ClientReadersList', {
    ...ListOf(ClientReaders).properties,
    people: Count('People of all of them, each once'),
  }),
  example: { id: 'ten_northwind' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, subject }, { id: _, ...page }) {
    const all = clientReaders(tx, subject)
    return { ...pageOf(page.dir === 'desc' ? all.toReversed() : all, page), people: countReaders(tx, subject) }
  },
})

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

export const listReportDeliveries = read({
  name: 'list_report_deliveries',
  route: 'GET /reports/{id}/deliveries',
  role: 'member',
  instead: 'the page Reports of the web interface',
  summary: 'The e-mails of a report: one for each recipient, with what became of it and when it was opened.',
  input: Type.Object({ id: ReportId, ...listInput('email') }),
  output: ListOf(ReportDelivery),
  example: { id: 'iss_sent' },
  subject: (tx, caller, { id }) => findIssue(tx, caller, id!),

  handle({ tx }, { id, ...page }) {
    const all = deliveriesOf(tx, id)
    return pageOf(page.dir === 'desc' ? all.toReversed() : all, page)
  },
})
