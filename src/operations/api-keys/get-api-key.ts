import Type from 'typebox'
import { ApiKey, findKey, KeyId, readKey } from '../../domains/keys/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getApiKey = read({
  name: 'get_api_key',
  route: 'GET /api-keys/{id}',
  role: null,
  summary: 'One API key.',
  input: Type.Object({ id: KeyId }),
  output: ApiKey,
  example: { id: 'key_northwind' },
  subject: (tx, caller, { id }) => findKey(tx, caller, id!),

  handle: ({ tx, subject }) => readKey(tx, subject.id),
})
