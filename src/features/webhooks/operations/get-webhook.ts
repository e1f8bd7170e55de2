import Type from 'typebox'
import { endpointOnWire, findEndpoint, Webhook, WebhookId } from '../index.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const getWebhook = read({
  name: 'get_webhook',
  route: 'GET /webhooks/{id}',
  role: 'admin',
  summary: 'One webhook with its public key and its last deliveries.',
  input: Type.Object({ id: WebhookId }),
  output: Webhook,
  example: { id: 'whk_bakery' },
  subject: (tx, caller, { id }) => findEndpoint(tx, caller, id!),

  handle: ({ tx, subject }) => endpointOnWire(tx, subject),
})
