import Type from 'typebox'
import { treeOf } from '../../kernel/caller.ts'
import { contains, ListOf, list, listInput, Search, when } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { TenantId } from '../../kernel/shape.ts'
import { JOB_COLUMNS, JOB_STATUSES, Job } from '../shapes.ts'

export const listJobs = read({
  name: 'list_jobs',
  route: 'GET /jobs',
  role: null,
  tool: true,
  summary: 'Pushes and checks of the workspace and those below it, each with its outcome.',
  input: Type.Object({
    ...listInput('created_at', 'name', 'status', 'link_count'),
    q: Search,
    tenant_id: Type.Optional(TenantId),
    status: Type.Optional(Type.Enum(JOB_STATUSES, { title: 'Status' })),
    type: Type.Optional(Type.Enum(['index', 'check'], { title: 'Type' })),
  }),
  output: ListOf(Job),
  example: { status: 'watching', page_size: 20 },

  handle({ tx, caller }, { q, tenant_id, status, type, ...page }) {
    const tree = treeOf(caller, 'j.tenant_id')
    return list(
      tx,
      {
        select: JOB_COLUMNS,
        from: 'jobs j cross join tenants t on t.id = j.tenant_id',
        counted: 'jobs j',
        where: [
          when('j.deleted_at is null'),
          tenant_id ? { sql: 'j.tenant_id = ?', in_order: '+j.tenant_id = ?', params: [tenant_id] } : tree,
          // Not by the index of the status: counted in that of the workspace, or met in the list's order.
          status ? when('+j.status = ?', status) : null,
          type ? when('j.type = ?', type) : null,
          contains('j.name', q),
        ],
        sorts: { created_at: 'j.id', name: 'j.name', status: 'j.status', link_count: 'j.link_count' },
        dir: 'desc',
        tie: 'j.id',
      },
      page,
    )
  },
})
