import Type from 'typebox'
import { countJobs, JOB_BRIEF, JOB_COLUMNS, JOB_STATUSES, JOB_TYPES, Job } from '../../domains/jobs/index.ts'
import { treeOf } from '../../kernel/caller.ts'
import { type Condition, ListOf, listInput, loosely, Search } from '../../kernel/list.ts'
import { read } from '../../kernel/operation.ts'
import { find } from '../../kernel/search.ts'
import { TreeTenantId } from '../../kernel/shape.ts'

export const listJobs = read({
  name: 'list_jobs',
  route: 'GET /jobs',
  role: null,
  tool: {
    when: 'to find pushes and checks, or to see what is under way',
    returns: 'jobs, newest first, each with its outcome',
    next: 'get_job_status with `id`',
    inputs: { q: 'Text in the name', status: 'Jobs in this state alone', type: 'index: pushes; check: checks' },
    brief: JOB_BRIEF,
  },
  summary: 'Pushes and checks of the workspace and those below it, each with its outcome.',
  input: Type.Object({
    ...listInput('created_at', 'name', 'status', 'link_count'),
    q: Search,
    tenant_id: Type.Optional(TreeTenantId),
    status: Type.Optional(Type.Enum(JOB_STATUSES, { title: 'Status' })),
    type: Type.Optional(Type.Enum(JOB_TYPES, { title: 'Type' })),
  }),
  output: ListOf(Job),
  example: { status: 'watching', page_size: 20 },

  handle({ tx, caller }, { q, tenant_id, status, type, ...page }) {
    const workspace = tenant_id
      ? { sql: 'j.tenant_id = ?', in_order: '+j.tenant_id = ?', params: [tenant_id] }
      : treeOf(caller, 'j.tenant_id')
    const kind = [status ? statusIs(status, page.sort) : null, type ? loosely('j.type = ?', type) : null]
    return find(
      tx,
      {
        select: JOB_COLUMNS,
        from: 'jobs j cross join tenants t on t.id = j.tenant_id',
        core: { table: 'jobs j', id: 'j.id' },
        where: [{ sql: 'j.deleted_at is null' }, workspace, ...kind],
        sought: { q, columns: ['j.name'] },
        total: q ? undefined : countJobs(tx, [workspace, ...kind]),
        sorts: { created_at: 'j.id', name: 'j.name', status: 'j.status', link_count: 'j.link_count' },
        tie: 'j.id',
      },
      page,
    )
  },
})

/** Few are found in the index of the workspace; many are met in the list's order, which that of the status has for two. */
const statusIs = (status: string, sort = 'created_at'): Condition => ({
  sql: '+j.status = ?',
  in_order: sort === 'created_at' || sort === 'status' ? 'j.status = ?' : '+j.status = ?',
  params: [status],
  loose: true,
})
