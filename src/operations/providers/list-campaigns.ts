import Type from 'typebox'
import { BATCH_COLUMNS, BATCH_SOURCE, Batch } from '../../domains/providers/index.ts'
import { anyOf, type Condition, contains, ListOf, list, listInput, Search, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { TenantId } from '../../kernel/shape.ts'

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
      site ? when('c.id in (select batch_id from batch_sites where site = ?)', site.toLowerCase()) : null,
      anyOf([
        contains('c.ref', q),
        contains('c.task_id', q),
        within('c.job_id in (select id from jobs where deleted_at is null and', contains('name', q)),
        within('c.tenant_id in (select id from tenants where', contains('name', q)),
      ]),
    ].filter((condition) => condition !== null)
    const where = conditions.length ? `where ${conditions.map(({ sql }) => sql).join(' and ')}` : ''
    return list(
      tx,
      {
        select: BATCH_COLUMNS,
        from: BATCH_SOURCE,
        core: { table: `(select c.id from batches c ${where} order by c.id desc limit ${NEWEST}) c`, id: 'c.id' },
        where: [when('1 = 1', ...conditions.flatMap(({ params = [] }) => params))],
        sorts: { created_at: 'c.id' },
      },
      page,
    )
  },
})

const within = (select: string, condition: Condition | null): Condition | null =>
  condition && { sql: `${select} ${condition.sql})`, params: condition.params }
