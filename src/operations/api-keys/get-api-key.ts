import Type from 'typebox'
import { ApiKey, findKey, KeyId, keyUseToday, readKey } from '../../domains/keys/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

export const getApiKey = read({
  name: 'get_api_key',
  route: 'GET /api-keys/{id}',
  role: null,
  summary: 'One API key.',
  input: Type.Object({ id: KeyId }),
  output: Shape('ApiKeyDetail', {
    ...ApiKey.properties,
    used_today: Type.Object({
      credits: Type.Integer({ minimum: 0, description: 'Credits spent today (UTC), which the daily cap limits' }),
      calls: Type.Integer({ minimum: 0 }),
      shared: Type.Boolean({ description: 'The credits include those of the key that made it' }),
    }),
  }),
  example: { id: 'key_northwind' },
  subject: (tx, caller, { id }) => findKey(tx, caller, id!),

  handle: ({ tx, subject }) => ({ ...readKey(tx, subject.id), used_today: keyUseToday(tx, subject.id) }),
})
