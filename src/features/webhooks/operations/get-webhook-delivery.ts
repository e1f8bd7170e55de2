import Type from 'typebox'
import { DeliveryDetail, deliveryOnWire, findDelivery, findEndpoint, WebhookId } from '../index.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const getWebhookDelivery = read({
  name: 'get_webhook_delivery',
  route: 'GET /webhooks/{id}/deliveries/{delivery_id}',
  role: 'admin',
  summary: 'One delivery with its body and its last ten attempts.',
  input: Type.Object({ id: WebhookId, delivery_id: Type.String({ title: 'Delivery', minLength: 1, maxLength: 64 }) }),
  output: DeliveryDetail,
  example: { id: 'whk_bakery', delivery_id: 'whd_bakery' },
  subject: (tx, caller, { id, delivery_id }) => findDelivery(tx, findEndpoint(tx, caller, id!).id, delivery_id!),

  handle: ({ tx, app, subject }) => deliveryOnWire(tx, app, subject),
})
