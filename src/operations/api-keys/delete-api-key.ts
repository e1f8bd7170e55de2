import Type from 'typebox'
import { assertMayChange, findKey, KeyId, removeKey } from '../../domains/keys/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const deleteApiKey = write({
  name: 'delete_api_key',
  route: 'DELETE /api-keys/{id}',
  role: 'admin',
  proof: false,
  tool: {
    when: 'to remove a key from the list; revoke_api_key keeps it there',
    returns: '`deleted`',
    next: 'list_api_keys',
  },
  summary: 'Delete an API key. It stops at once; what it did stays in the audit trail.',
  description: 'A key with more rights than yours is refused: revoke it instead (POST /api-keys/{id}/revoke).',
  input: Type.Object({ id: KeyId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'key_northwind' },
  subject: (tx, caller, { id }) => findKey(tx, caller, id!),

  handle({ tx, caller, subject, changed }) {
    assertMayChange(caller, subject)
    removeKey(tx, subject.id)
    const { name, prefix, role } = subject
    changed({ tenant_id: subject.tenant_id, before: { name, prefix, role } })
    return { id: subject.id, deleted: true }
  },
})
