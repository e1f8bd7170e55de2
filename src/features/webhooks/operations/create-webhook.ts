import Type from 'typebox'
import {
  createEndpoint,
  endpointOnWire,
  headersIn,
  Webhook,
  WebhookHeaders,
  WebhookScope,
  WebhookTypes,
  WebhookUrl,
} from '../index.ts'
import { assertInUse } from '../../../kernel/operation/archived-guard.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { OwnTenantId, SecretOnce } from '../../../kernel/operation/shape.ts'
import { maskedAddress } from '../../../kernel/web-fetch/masked-address.ts'

export const createWebhook = write({
  name: 'create_webhook',
  route: 'POST /webhooks',
  role: 'admin',
  proof: true,
  at_install: true,
  summary: 'Add a webhook: an address that gets signed events. Only this answer shows its secret.',
  description:
    'The scope is own unless given. Events follow Standard Webhooks 1.0.0: verify the headers webhook-id, webhook-timestamp and webhook-signature with the secret (`v1`) or the public key (`v1a`). An answer of 2xx within 15 seconds is a delivery; else an event is tried ten times within 76 hours. Order is not guaranteed, and an event may arrive twice with the same webhook-id. A room of Slack, Discord or Google Chat gets a sentence in place of the event.',
  input: Type.Object({
    url: WebhookUrl,
    types: WebhookTypes,
    scope: Type.Optional(WebhookScope),
    headers: Type.Optional(WebhookHeaders),
    tenant_id: Type.Optional(OwnTenantId),
  }),
  output: Shape('NewWebhook', { ...Webhook.properties, secret: SecretOnce('Signing secret') }),
  example: { url: 'https://shop.bakery.example/signalpost', types: ['push.*', 'links.indexed'], scope: 'tree' },
  faults: ['plan_limit', 'validation_failed'],

  handle({ tx, app, caller, changed }, { url, types, scope = 'own', headers = [], tenant_id = caller.tenant_id }) {
    assertInUse(tx, tenant_id)
    const { row, secret } = createEndpoint(tx, app, caller, {
      url,
      types,
      scope,
      tenant_id,
      headers: headersIn(headers),
    })
    const made = endpointOnWire(tx, row)
    changed({
      target: row.id,
      tenant_id,
      after: { url: maskedAddress(made.url), types, scope, header_names: made.header_names },
    })
    return { ...made, secret }
  },
})
