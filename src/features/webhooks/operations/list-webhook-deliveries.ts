import Type from 'typebox'
import { DELIVERY_STATES, type DeliveryRow, DeliveryShape, findEndpoint, WebhookId } from '../index.ts'
import { ListOf, list, listInput, looseCondition, when } from '../../../kernel/database/list.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { Moment } from '../../../kernel/operation/shape.ts'

export const listWebhookDeliveries = read({
  name: 'list_webhook_deliveries',
  route: 'GET /webhooks/{id}/deliveries',
  role: 'admin',
  summary: 'Events of a webhook in the last 37 days, and what became of each.',
  input: Type.Object({
    ...listInput('created_at'),
    id: WebhookId,
    state: Type.Optional(Type.Enum(DELIVERY_STATES, { title: 'State' })),
    type: Type.Optional(Type.String({ title: 'Event', maxLength: 60 })),
    from: Type.Optional(Type.With(Moment, { title: 'From' })),
    to: Type.Optional(Type.With(Moment, { title: 'To' })),
  }),
  output: ListOf(DeliveryShape),
  example: { id: 'whk_bakery', state: 'delivered' },
  subject: (tx, caller, { id }) => findEndpoint(tx, caller, id!),

  handle({ tx, subject }, { id: _, state, type, from, to, ...asked }) {
    return list<DeliveryRow>(
      tx,
      {
        select: '*',
        from: 'webhook_deliveries',
        where: [
          when('endpoint_id = ?', subject.id),
          state !== undefined && when('state = ?', state),
          type !== undefined && looseCondition('type = ?', type),
          from !== undefined && looseCondition('created_at >= ?', from),
          to !== undefined && looseCondition('created_at < ?', to),
        ],
        sorts: { created_at: 'id' },
      },
      asked,
    )
  },
})
