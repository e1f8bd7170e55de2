import Type from 'typebox'
import { deleteEndpoint, findEndpoint, WebhookId } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { maskedAddress } from '../../../kernel/web-fetch/masked-address.ts'

export const deleteWebhook = write({
  name: 'delete_webhook',
  route: 'DELETE /webhooks/{id}',
  role: 'admin',
  proof: false,
  summary: 'Delete a webhook with its deliveries.',
  input: Type.Object({ id: WebhookId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'whk_bakery' },
  subject: (tx, caller, { id }) => findEndpoint(tx, caller, id!),

  handle({ tx, subject, changed }) {
    deleteEndpoint(tx, subject.id)
    changed({ tenant_id: subject.tenant_id, before: { url: maskedAddress(subject.url) } })
    return { id: subject.id, deleted: true }
  },
})
