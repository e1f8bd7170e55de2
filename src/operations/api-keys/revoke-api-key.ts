import Type from 'typebox'
import { ApiKey, findKey, KeyId, readKey, revokeKey } from '../../domains/keys/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const revokeApiKey = write({
  name: 'revoke_api_key',
  route: 'POST /api-keys/{id}/revoke',
  role: 'admin',
  proof: false,
  tool: {
    when: 'at once when a secret may have leaked',
    returns: 'the key',
    next: 'create_api_key makes another',
    brief: ['id', 'name', 'status', 'revoked_at'],
  },
  summary: 'Revoke an API key permanently. It stays in the list.',
  input: Type.Object({ id: KeyId }),
  output: ApiKey,
  example: { id: 'key_northwind' },
  subject: (tx, caller, { id }) => findKey(tx, caller, id!),

  handle({ tx, subject, changed }) {
    revokeKey(tx, subject.id)
    changed({ tenant_id: subject.tenant_id, before: { status: subject.status }, after: { status: 'revoked' } })
    return readKey(tx, subject.id)
  },
})
