import Type from 'typebox'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Moment, Nullable } from '../../../kernel/operation/shape.ts'

const Endpoint = (title: string) => Type.String({ title, pattern: '^https?://[^\\s@]+$', maxLength: 300 })

export const endpointFields = {
  device_endpoint: Endpoint('Device endpoint'),
  token_endpoint: Endpoint('Token endpoint'),
  client_id: Type.String({ title: 'Client id', minLength: 1, maxLength: 300 }),
  scope: Type.String({ title: 'Scope', maxLength: 500 }),
}

export const Pending = Shape('PendingSignIn', {
  user_code: Type.String({ description: 'Code to enter on the approval page' }),
  verification_uri: Type.String({ description: 'The approval page' }),
  expires_at: Moment,
  interval: Type.Number({ description: 'Seconds to wait between two attempts to finish' }),
})

export const SupplierStatus = Shape('Supplier', {
  connected: Type.Boolean(),
  simulated: Type.Boolean(),
  adapter: Nullable(Type.String()),
  connected_at: Nullable(Moment),
  expires_at: Nullable(Moment),
  endpoints: Nullable(Type.Object({ ...endpointFields, scope: Type.Optional(Type.String()) })),
  pending: Nullable(Pending),
  synced: Nullable(
    Type.Object({
      at: Moment,
      ok: Type.Boolean(),
      message: Type.String(),
      credits: Nullable(Type.Number()),
      batches: Type.Integer(),
    }),
  ),
})
