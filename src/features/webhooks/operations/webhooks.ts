import Type from 'typebox'
import { ListOf, listInput, Search, when } from '../../../kernel/database/list.ts'
import { mapPage, searchList } from '../../../kernel/database/search.ts'
import { assertInUse } from '../../../kernel/operation/archived-guard.ts'
import { treeOf } from '../../../kernel/operation/caller.ts'
import { outbound, read, write } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Nullable, OwnTenantId, SecretOnce, TreeTenantId } from '../../../kernel/operation/shape.ts'
import { maskedAddress } from '../../../kernel/web-fetch/masked-address.ts'
import {
  attempt,
  beginTest,
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointRow,
  endpointById,
  endpointOnWire,
  findEndpoint,
  headersIn,
  noteTest,
  rotateSecret,
  seenBy,
  Webhook,
  WebhookHeaders,
  WebhookId,
  WebhookScope,
  WebhookTypes,
  WebhookUrl,
} from '../index.ts'
import { inColumn } from '../settle.ts'

export const createWebhook = write({
  name: 'create_webhook',
  route: 'POST /webhooks',
  role: 'admin',
  proof: true,
  at_install: true,
  summary: 'Add a webhook: an address that gets signed events. Only this answer shows its secret.',
  description:
    'The scope is own unless given. Events follow Standard Webhooks 1.0.0: verify the headers webhook-id, webhook-timestamp and webhook-signature with the secret (`v1`) or the public key (`v1a`). An answer of 2xx within 15 seconds is a delivery; else an event is tried ten times within 76 hours. Order is not guaranteed, and an event may arrive twice with the same webhook-id. A room of Slack, Microsoft Teams, Discord or Google Chat gets a sentence in place of the event.',
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

export const listWebhooks = read({
  name: 'list_webhooks',
  route: 'GET /webhooks',
  role: 'admin',
  summary: 'Webhooks of the workspace and those below it, with their last deliveries.',
  input: Type.Object({ ...listInput('created_at', 'url'), q: Search, tenant_id: Type.Optional(TreeTenantId) }),
  output: ListOf(Webhook),
  example: {},

  handle({ tx, caller }, { tenant_id, q, ...asked }) {
    const found = searchList<EndpointRow>(
      tx,
      {
        select: '*',
        from: 'webhook_endpoints',
        where: [tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller), seenBy(caller)],
        sought: { q, columns: ['url'] },
        sorts: { created_at: 'id', url: 'url' },
        tie: 'id',
      },
      asked,
    )
    return mapPage(found, (row) => endpointOnWire(tx, row))
  },
})

export const updateWebhook = write({
  name: 'update_webhook',
  route: 'PATCH /webhooks/{id}',
  role: 'admin',
  at_install: true,
  summary: 'Change the address, events or headers of a webhook, or turn it on or off.',
  description:
    'Turned off, nothing is kept for it, and what waits is dropped. Turned on after it was disabled, it gets the held events in the order of their creation, unless `held` is drop. Another host gets none of the stored headers: enter them again in the same call; a person is asked for a proof.',
  input: Type.Object({
    id: WebhookId,
    url: Type.Optional(WebhookUrl),
    types: Type.Optional(WebhookTypes),
    scope: Type.Optional(WebhookScope),
    headers: Type.Optional(WebhookHeaders),
    state: Type.Optional(Type.Enum(['on', 'off'], { title: 'State' })),
    held: Type.Optional(
      Type.Enum(['send', 'drop'], { title: 'Held events', description: 'With state on; send unless given' }),
    ),
  }),
  output: Webhook,
  example: { id: 'whk_bakery', types: ['push.finished'] },
  faults: ['conflict', 'proof_required', 'validation_failed'],
  subject: (tx, caller, { id }) => findEndpoint(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { id: _, headers, ...change }) {
    const was = endpointOnWire(tx, subject)
    const wanted = { ...change, ...(headers && { headers: headersIn(headers) }) }
    const now = endpointOnWire(tx, changeEndpoint(tx, app, caller, subject, wanted))
    const shown = ({ types, scope, state, header_names }: typeof was) => ({ types, scope, state, header_names })
    // Two addresses may look alike once their secrets are cut out.
    const moved = was.url !== now.url
    changed({
      tenant_id: subject.tenant_id,
      before: { ...shown(was), ...(moved && { url: maskedAddress(was.url) }) },
      after: { ...shown(now), ...(moved && { url: maskedAddress(now.url), renewed: ['address'] }) },
    })
    return now
  },
})

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

const PASSIVE = {
  status: null,
  took_ms: 0,
  answer: null,
  wait_ms: 0,
  error: ['This install is passive: it sends nothing. Start it without SIGNALPOST_PASSIVE.'] as const,
}

export const testWebhook = outbound({
  name: 'test_webhook',
  route: 'POST /webhooks/{id}/test',
  role: 'admin',
  summary: 'Send the event webhook.test now and return the answer of the receiver.',
  input: Type.Object({ id: WebhookId }),
  output: Type.Object({
    id: Type.String({ description: 'The delivery' }),
    ok: Type.Boolean(),
    status: Nullable(Type.Integer()),
    took_ms: Type.Integer({ minimum: 0 }),
    error: Nullable(Type.String()),
    answer: Nullable(Type.String({ description: 'The first 500 characters; null for private addresses' })),
  }),
  example: { id: 'whk_bakery' },
  subject: (tx, caller, { id }) => findEndpoint(tx, caller, id!),

  async handle({ app, subject, signal, write, changed }) {
    const sent = write((tx) => {
      changed({ tenant_id: subject.tenant_id, after: { url: maskedAddress(subject.url) } })
      return beginTest(tx, subject)
    })
    const outcome = app.config.passive ? PASSIVE : await attempt(app, sent, signal)
    const id = write((tx) => noteTest(tx, sent, outcome))
    const { status, took_ms, error, answer } = outcome
    return { id, ok: error === null, status, took_ms, error: inColumn(error), answer }
  },
})
