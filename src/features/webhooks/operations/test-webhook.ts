import Type from 'typebox'
import { attempt, beginTest, findEndpoint, noteTest, WebhookId } from '../index.ts'
import { outbound } from '../../../kernel/operation/operation.ts'
import { Nullable } from '../../../kernel/operation/shape.ts'
import { maskedAddress } from '../../../kernel/web-fetch/masked-address.ts'

const PASSIVE = {
  status: null,
  took_ms: 0,
  answer: null,
  wait_ms: 0,
  error: 'This install is passive: it sends nothing. Start it without SIGNALPOST_PASSIVE.',
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
    return { id, ok: error === null, status, took_ms, error, answer }
  },
})
