import Type from 'typebox'
import { type EndpointRow, endpointOnWire, seenBy, Webhook } from '../index.ts'
import { ListOf, listInput, Search, when } from '../../../kernel/database/list.ts'
import { mapPage, searchList } from '../../../kernel/database/search.ts'
import { treeOf } from '../../../kernel/operation/caller.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../../kernel/operation/shape.ts'

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
