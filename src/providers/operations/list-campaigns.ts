import Type from 'typebox'
import { ListOf, list, listInput, Search, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { TenantId } from '../../kernel/shape.ts'
import { CAMPAIGN_COLUMNS, CAMPAIGN_SOURCE, Campaign } from '../campaign-shape.ts'

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
  output: ListOf(Campaign),
  example: {},

  handle({ tx }, { tenant_id, site, q, ...page }) {
    const text = q && `%${q.replace(/[\\%_]/g, '\\$&')}%`
    const conditions = [
      tenant_id && when('c.tenant_id = ?', tenant_id),
      site && when('c.id in (select campaign_id from campaign_sites where site = ?)', site.toLowerCase()),
      text &&
        when(
          `(c.ref like ? escape '\\' or c.task_id like ? escape '\\'
             or c.job_id in (select id from jobs where deleted_at is null and name like ? escape '\\')
             or c.tenant_id in (select id from tenants where name like ? escape '\\'))`,
          text,
          text,
          text,
          text,
        ),
    ].filter((condition) => typeof condition === 'object')
    const where = conditions.length ? `where ${conditions.map(({ sql }) => sql).join(' and ')}` : ''
    return list(
      tx,
      {
        select: CAMPAIGN_COLUMNS,
        from: CAMPAIGN_SOURCE,
        core: { table: `(select c.id from campaigns c ${where} order by c.id desc limit ${NEWEST}) c`, id: 'c.id' },
        where: [when('1 = 1', ...conditions.flatMap(({ params = [] }) => params))],
        sorts: { created_at: 'c.id' },
      },
      page,
    )
  },
})
