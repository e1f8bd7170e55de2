import Type from 'typebox'
import {
  DELIVERY_STATES,
  findEndpoint,
  replaySince,
  replayThese,
  SEND_WEBHOOKS,
  WebhookId,
} from '../index.ts'
import { conflict, invalid } from '../../../kernel/operation/fault.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { Defaulted, Moment } from '../../../kernel/operation/shape.ts'

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
