import Type from 'typebox'
import { invalid } from '../../../kernel/operation/fault.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Nullable, Secret } from '../../../kernel/operation/shape.ts'
import { judgeSignatures, TOLERANCE_S } from '../../../kernel/secrets/webhook-signatures.ts'
import { millis, SECOND } from '../../../kernel/time/clock.ts'
import { EVENT_TYPES, eventShape, isOfPlatform, ownSamples, sampleOf, TYPE_NAMES } from '../index.ts'

const Json = (description: string) => Type.Object({}, { additionalProperties: true, description })

export const getWebhookTypes = read({
  name: 'get_webhook_types',
  route: 'GET /webhook-events',
  role: null,
  summary: 'Every type of webhook event, with the schema of its body and a sample.',
  description: 'A type never changes incompatibly. New fields may appear, so ignore those you do not know.',
  input: Type.Object({}),
  output: Type.Object({
    types: Type.Array(
      Shape('WebhookType', {
        type: Type.String(),
        when: Type.String(),
        platform: Type.Boolean({ description: 'An event of the install: it needs the scope platform' }),
        schema: Json('JSON Schema of the body'),
        sample: Json('A whole body'),
        own: Nullable(Json('The same of your last push or check; null: of none')),
      }),
    ),
  }),
  example: {},

  handle({ tx, app, caller }) {
    const own = ownSamples(tx, app, caller, TYPE_NAMES)
    return {
      types: TYPE_NAMES.map((type) => ({
        type,
        when: EVENT_TYPES[type].when,
        platform: isOfPlatform(type),
        schema: eventShape('WebhookEvent', type),
        sample: sampleOf(type),
        own: own.get(type) ?? null,
      })),
    }
  },
})

const Header = (name: string) => Type.String({ title: name, minLength: 1, maxLength: 4000 })

export const verifyWebhookSignature = read({
  name: 'verify_webhook_signature',
  route: 'POST /webhook-events/verify',
  role: null,
  harmless: true,
  summary: 'Check the headers and the body of a received event against a secret or a public key.',
  description:
    'Nothing is stored. The first 10 signatures are checked. The body must be the bytes as received: parsed and written again, it differs.',
  input: Type.Object({
    webhook_id: Header('webhook-id'),
    webhook_timestamp: Header('webhook-timestamp'),
    webhook_signature: Header('webhook-signature'),
    body: Type.String({ title: 'Body', maxLength: 100_000 }),
    secret: Type.Optional(Secret({ title: 'Signing secret', maxLength: 200, description: 'whsec_…' })),
    public_key: Type.Optional(Type.String({ title: 'Public key', maxLength: 200, description: 'whpk_…' })),
  }),
  output: Type.Object({
    valid: Type.Boolean(),
    problem: Nullable(Type.String()),
    age_s: Nullable(Type.Integer({ description: 'Seconds since the attempt' })),
    signatures: Type.Array(
      Type.Object({
        scheme: Type.String(),
        matches: Nullable(Type.Boolean({ description: 'null: no key of its scheme was given' })),
      }),
    ),
  }),
  example: {
    webhook_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    webhook_timestamp: '1614265330',
    body: '{"test": 2432232314}',
    webhook_signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  },
  faults: ['validation_failed'],

  handle({ tx }, { webhook_id: id, webhook_timestamp, webhook_signature, body, secret, public_key }) {
    if (secret !== undefined && !secret.startsWith('whsec_'))
      throw invalid({ path: 'secret', message: 'must begin with whsec_' })
    if (public_key !== undefined && !public_key.startsWith('whpk_'))
      throw invalid({ path: 'public_key', message: 'must begin with whpk_' })
    const keys = [secret, public_key].filter((key) => key !== undefined)
    if (keys.length === 0) throw invalid({ path: 'secret', message: 'or public_key is needed' })
    const timestamp = /^\d{1,15}$/.test(webhook_timestamp.trim()) ? Number(webhook_timestamp) : null
    if (timestamp === null)
      return { valid: false, problem: 'webhook-timestamp is no number of seconds.', age_s: null, signatures: [] }
    const signatures = judgeSignatures(webhook_signature, keys, { id: id.trim(), timestamp, body })
    const age_s = Math.round(millis(tx.now) / SECOND) - timestamp
    const problem = !signatures.some(({ matches }) => matches)
      ? signatures.every(({ matches }) => matches === null)
        ? 'The header has no signature of this kind of key.'
        : 'No signature matches. Check the key, and that the body is the bytes as received.'
      : Math.abs(age_s) > TOLERANCE_S
        ? `The signature matches, but the attempt is ${Math.abs(age_s)} seconds away from now: receivers refuse more than ${TOLERANCE_S}.`
        : null
    return { valid: problem === null, problem, age_s, signatures }
  },
})
