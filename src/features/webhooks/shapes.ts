import Type, { type Static } from 'typebox'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable, Sentence } from '../../kernel/operation/shape.ts'
import { DELIVERY_STATES, ENDPOINT_STATES, SCOPES } from './words.ts'

export const WebhookId = Type.String({ title: 'Webhook', minLength: 1, maxLength: 64 })
export const WebhookUrl = Type.String({
  title: 'Address',
  description: 'An https address that takes POST requests',
  minLength: 1,
  maxLength: 4096,
})
export const WebhookTypes = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  title: 'Events',
  description: 'Types, or groups such as push.*; empty: none',
  maxItems: 60,
})
export const WebhookScope = Type.Enum(SCOPES, {
  title: 'Events of',
  description: 'own (unless given): of the workspace; tree: of those below it too; platform: of this install',
})
export const WebhookHeaders = Type.Array(Type.String({ minLength: 1, maxLength: 1100 }), {
  title: 'Own headers',
  description: 'Up to 5 lines such as “authorization: Bearer …”, sent with each event and never shown again',
  maxItems: 20,
})

export const Webhook = Shape('Webhook', {
  id: Id,
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  url: Type.String(),
  program: Nullable(
    Type.String({ description: 'Slack, Discord, Google Chat or Microsoft Teams, whose room gets a sentence' }),
  ),
  types: Type.Array(Type.String()),
  scope: Type.Enum(SCOPES),
  state: Type.Enum(ENDPOINT_STATES, { description: '`disabled`: it only failed; events are held for 7 days' }),
  why_disabled: Nullable(Sentence()),
  public_key: Type.String({ description: 'Verifies signatures `v1a` (ed25519)' }),
  header_names: Type.Array(Type.String()),
  old_secret_until: Nullable({ ...Moment, description: 'Until then the secret before signs too' }),
  failing_since: Nullable(Moment),
  delivered_at: Nullable({ ...Moment, description: 'The last delivery' }),
  disabled_at: Nullable(Moment),
  waiting: Type.Integer({ minimum: 0 }),
  held: Type.Integer({ minimum: 0 }),
  dead: Type.Integer({ minimum: 0, description: 'Deliveries that failed ten times, of the last 30 days' }),
  recent: Type.Array(Type.Enum(DELIVERY_STATES), { description: 'The last 50 deliveries, newest first' }),
  created_by: Type.String(),
  created_at: Moment,
})
export type Webhook = Static<typeof Webhook>

const delivery = {
  id: Id,
  event_id: Type.String({ description: 'The header webhook-id: the same at every attempt and replay' }),
  type: Type.String(),
  state: Type.Enum(DELIVERY_STATES),
  attempts: Type.Integer({ minimum: 0 }),
  next_attempt_at: Nullable(Moment),
  status: Nullable(Type.Integer({ description: 'HTTP status of the last attempt' })),
  took_ms: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  created_at: Moment,
  delivered_at: Nullable(Moment),
}
export const DeliveryShape = Shape('WebhookDelivery', delivery)

const AttemptShape = Shape('WebhookAttempt', {
  n: Type.Integer({ minimum: 1 }),
  at: Moment,
  status: Nullable(Type.Integer()),
  took_ms: Type.Integer({ minimum: 0 }),
  error: Nullable(Type.String()),
  answer: Nullable(Type.String({ description: 'The first 500 characters; null for private addresses' })),
})

export const DeliveryDetail = Shape('WebhookDeliveryDetail', {
  ...delivery,
  body: Type.String({ description: 'The bytes of every attempt' }),
  headers: Type.Array(Type.String(), { description: 'Lines of the request, without signature and own values' }),
  tries: Type.Array(AttemptShape, { description: 'The last ten attempts, newest first' }),
})
