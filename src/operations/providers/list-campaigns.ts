import Type from 'typebox'
import { Batch, listBatches } from '../../domains/providers/index.ts'
import { ListOf, listInput, Search } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const listCampaigns = read({
  name: 'list_campaigns',
  route: 'GET /admin/providers/campaigns',
  role: 'platform',
  summary: 'The newest 100 batches ordered from crawl suppliers, with what became of their links.',
  input: Type.Object({
    ...listInput('created_at'),
    tenant_id: Type.Optional(Type.With(TenantId, { description: 'Id of a workspace; all of them unless given' })),
    site: Type.Optional(
      Type.String({ title: 'Site', description: 'A host name', pattern: '^[\\w.:-]+$', maxLength: 255 }),
    ),
    q: Search,
  }),
  output: ListOf(Batch),
  example: {},

  handle: ({ tx }, { tenant_id, site, q, ...page }) => listBatches(tx, { tenant_id, site, q }, page),
})
