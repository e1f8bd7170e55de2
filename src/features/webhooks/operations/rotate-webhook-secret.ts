import Type from 'typebox'
import {
  endpointById,
  endpointOnWire,
  findEndpoint,
  rotateSecret,
  Webhook,
  WebhookId,
} from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { SecretOnce } from '../../../kernel/operation/shape.ts'

export const rotateWebhookSecret = write({
  name: 'rotate_webhook_secret',
  route: 'POST /webhooks/{id}/rotate-secret',
  role: 'admin',
  proof: false,
  at_install: true,
  summary: 'Make a new signing secret. The old one signs too for some hours. Only this answer shows the new one.',
  description: 'With `keep_hours: 0` the old secret ends at once: use it after a leak. The public key stays.',
  input: Type.Object({
    id: WebhookId,
    keep_hours: Type.Optional(
      Type.Integer({
        title: 'Hours both secrets sign',
        minimum: 0,
        maximum: 168,
        description: '24 unless given; 0: revoke now',
      }),
    ),
  }),
  output: Shape('RotatedWebhook', { ...Webhook.properties, secret: SecretOnce('Signing secret') }),
  example: { id: 'whk_bakery', keep_hours: 24 },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findEndpoint(tx, caller, id!),

  handle({ tx, app, subject, changed }, { keep_hours = 24 }) {
    const secret = rotateSecret(tx, app, subject, keep_hours)
    changed({ tenant_id: subject.tenant_id, after: { keep_hours } })
    return { ...endpointOnWire(tx, endpointById(tx, subject.id)), secret }
  },
})
