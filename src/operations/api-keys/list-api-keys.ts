import Type from 'typebox'
import { ApiKey, KEY_COLUMNS, KEY_SOURCE, KeyStatus } from '../../domains/keys/index.ts'
import { ListOf, listInput, looseCondition, Search, when } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import { treeOf } from '../../kernel/operation/caller.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'

export const listApiKeys = read({
  name: 'list_api_keys',
  route: 'GET /api-keys',
  role: null,
  tool: {
    when: 'to see who has access, and with which limits',
    returns: 'keys, without their secrets',
    next: 'update_api_key, revoke_api_key',
    inputs: { q: 'Text in the name or the prefix', status: 'Only keys in this state' },
    brief: ['id', 'name', 'prefix', 'role', 'status', 'tenant_name', 'daily_credit_cap', 'last_used_at'],
  },
  summary: 'API keys of the workspace and those below it. Of each secret only the first characters are shown.',
  description: '`q` searches the name and those first characters.',
  input: Type.Object({
    ...listInput('created_at', 'name'),
    q: Search,
    tenant_id: Type.Optional(TreeTenantId),
    status: Type.Optional(KeyStatus),
  }),
  output: ListOf(ApiKey),
  example: { status: 'active' },

  handle({ tx, caller }, { q, tenant_id, status, ...page }) {
    return searchList(
      tx,
      {
        select: KEY_COLUMNS,
        from: KEY_SOURCE,
        core: { table: 'api_keys k', id: 'k.id' },
        where: [
          tenant_id ? when('k.tenant_id = ?', tenant_id) : treeOf(caller, 'k.tenant_id'),
          status ? looseCondition('k.status = ?', status) : null,
        ],
        sought: { q, columns: ['k.name', 'k.prefix'] },
        sorts: { created_at: 'k.id', name: 'k.name' },
        tie: 'k.id',
      },
      page,
    )
  },
})
