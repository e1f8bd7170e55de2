import Type from 'typebox'
import { ListOf, list, listInput, Search, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { TenantId } from '../../kernel/shape.ts'
import { CAMPAIGN_COLUMNS, Campaign } from '../campaign-shape.ts'

const NEWEST = 100

export const listCampaigns = read({
  name: 'list_campaigns',
  route: 'GET /admin/providers/campaigns',
  role: 'platform',
  summary: 'The newest 100 batches ordered from crawl suppliers, with what became of their links.',
  input: Type.Object({
    ...listInput('created_at'),
    tenant_id: Type.Optional(TenantId),
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
      site &&
        when(
          // By the URLs of the job, where a site's stand side by side: the plus and the order keep the plan to that index.
          `exists (select 1 from json_each('["https://","http://"]') s cross join links l on l.job_id = c.job_id
             and l.url >= s.value || ? || '/' and l.url < s.value || ? || '0' and +l.campaign_id = c.id)`,
          site.toLowerCase(),
          site.toLowerCase(),
        ),
      text &&
        when(
          `(c.ref like ? escape '\\' or c.task_id like ? escape '\\' or j.name like ? escape '\\' or t.name like ? escape '\\')`,
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
        select: '*',
        from: `(select ${CAMPAIGN_COLUMNS} from campaigns c left join jobs j on j.id = c.job_id join tenants t on t.id = c.tenant_id
          ${where} order by c.id desc limit ${NEWEST})`,
        where: [when('1 = 1', ...conditions.flatMap(({ params = [] }) => params))],
        sorts: { created_at: 'id' },
        dir: 'desc',
      },
      page,
    )
  },
})
