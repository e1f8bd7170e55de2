import Type from 'typebox'
import { ListOf, list, listInput, looseCondition, when } from '../../../kernel/database/list.ts'
import { conflict, invalid } from '../../../kernel/operation/fault.ts'
import { read, write } from '../../../kernel/operation/operation.ts'
import { Defaulted, Moment } from '../../../kernel/operation/shape.ts'
import {
  DELIVERY_STATES,
  DeliveryDetail,
  type DeliveryRow,
  DeliveryShape,
  deliveryOnWire,
  findDelivery,
  findEndpoint,
  replaySince,
  replayThese,
  SEND_WEBHOOKS,
  WebhookId,
} from '../index.ts'

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

export const replayWebhook = write({
  name: 'replay_webhook',
  route: 'POST /webhooks/{id}/replay',
  role: 'admin',
  summary: 'Send events of a webhook again: the given ones, or all that died since a time.',
  description: 'Each goes out with the same webhook-id and the same bytes. With `more` true, call it again.',
  input: Type.Object({
    id: WebhookId,
    delivery_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), { title: 'Deliveries', minItems: 1, maxItems: 100 }),
    ),
    since: Type.Optional(Type.With(Moment, { title: 'Since', description: 'At most 30 days ago' })),
    state: Defaulted(Type.Enum(DELIVERY_STATES, { title: 'State', description: 'With since' }), 'dead'),
  }),
  output: Type.Object({ replayed: Type.Integer({ minimum: 0 }), more: Type.Boolean() }),
  example: { id: 'whk_bakery', delivery_ids: ['whd_bakery'] },
  faults: ['conflict', 'validation_failed'],
  subject: (tx, caller, { id }) => findEndpoint(tx, caller, id!),

  handle({ tx, app, subject, changed }, { delivery_ids, since, state = 'dead' }) {
    if (subject.state !== 'on') throw conflict('The webhook is off. Turn it on first.')
    if ((delivery_ids === undefined) === (since === undefined))
      throw invalid({ path: 'delivery_ids', message: 'or since is needed, one of the two' })
    const done =
      since === undefined
        ? { replayed: replayThese(tx, subject.id, delivery_ids!), more: false }
        : replaySince(tx, subject.id, { since, state })
    tx.afterCommit(() => app.wake(SEND_WEBHOOKS))
    changed({ tenant_id: subject.tenant_id, after: { since, ...done } })
    return done
  },
})
