import Type from 'typebox'
import { KnownPerson, othersLeft, peopleToWriteTo } from '../../domains/deliveries/index.ts'
import { canSend, storedEmail } from '../../domains/mail/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, TenantId } from '../../kernel/operation/shape.ts'

export const getEmailRecipients = read({
  name: 'get_email_recipients',
  route: 'GET /tenants/{id}/email-recipients',
  role: 'member',
  instead: 'list_members',
  summary: 'The people of a workspace to whom `send_email` writes, and whether a mail server is set up.',
  input: Type.Object({ id: TenantId }),
  output: Shape('EmailRecipients', {
    tenant_id: Type.String(),
    tenant_name: Type.String(),
    configured: Type.Boolean({ description: 'Whether e-mails are sent; else they are kept as `suppressed`' }),
    people: Type.Array(KnownPerson),
    others_left: Count('Other addresses that you may write to today: for admins'),
  }),
  example: { id: 'ten_bakery' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ tx, caller, subject }) => ({
    tenant_id: subject.id,
    tenant_name: subject.name,
    configured: canSend(storedEmail(tx)),
    people: peopleToWriteTo(tx, subject.id),
    others_left: othersLeft(tx, caller, subject.id),
  }),
})
