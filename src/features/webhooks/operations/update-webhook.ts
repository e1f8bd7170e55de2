import Type from 'typebox'
import {
  changeEndpoint,
  endpointOnWire,
  findEndpoint,
  headersIn,
  Webhook,
  WebhookHeaders,
  WebhookId,
  WebhookScope,
  WebhookTypes,
  WebhookUrl,
} from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { maskedAddress } from '../../../kernel/web-fetch/masked-address.ts'

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
