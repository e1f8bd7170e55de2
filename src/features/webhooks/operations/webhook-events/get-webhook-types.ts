import Type from 'typebox'
import { EVENT_TYPES, eventShape, isOfPlatform, sampleOf, TYPE_NAMES } from '../../index.ts'
import { read } from '../../../../kernel/operation/operation.ts'
import { Shape } from '../../../../kernel/operation/schema-names.ts'

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
      }),
    ),
  }),
  example: {},

  handle: () => ({
    types: TYPE_NAMES.map((type) => ({
      type,
      when: EVENT_TYPES[type].when,
      platform: isOfPlatform(type),
      schema: eventShape('WebhookEvent', type),
      sample: sampleOf(type),
    })),
  }),
})
