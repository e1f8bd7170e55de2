import Type from 'typebox'
import { BATCH_COLUMNS, BATCH_SOURCE, Batch } from '../../domains/providers/index.ts'
import { ListOf, list, listInput, loosely, Search, when } from '../../kernel/database/list.ts'
import { find } from '../../kernel/database/search.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

const NEWEST = 100

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

  handle({ tx }, { tenant_id, site, q, ...page }) {
    const conditions = [
      tenant_id ? when('c.tenant_id = ?', tenant_id) : null,
      site ? loosely('c.id in (select batch_id from batch_sites where site = ?)', site.toLowerCase()) : null,
    ].filter((condition) => condition !== null)
    const source = { select: BATCH_COLUMNS, from: BATCH_SOURCE, sorts: { created_at: 'c.id' } }
    if (q) {
      const sought = { q, columns: SEARCHED, most: NEWEST }
      return find(tx, { ...source, core: { table: 'batches c', id: 'c.id' }, where: conditions, sought }, page)
    }
    const where = conditions.length ? `where ${conditions.map(({ sql }) => sql).join(' and ')}` : ''
    const table = `(select c.id from batches c ${where} order by c.id desc limit ${NEWEST}) c`
    const params = conditions.flatMap((condition) => condition.params ?? [])
    return list(tx, { ...source, core: { table, id: 'c.id' }, where: [when('1 = 1', ...params)] }, page)
  },
})

const SEARCHED = [
  'c.ref',
  "coalesce(c.task_id, '')",
  "coalesce((select name from jobs where id = c.job_id and deleted_at is null), '')",
  "coalesce((select name from tenants where id = c.tenant_id), '')",
]
