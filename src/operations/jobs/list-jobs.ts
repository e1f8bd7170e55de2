import Type from 'typebox'
import { JOB_BRIEF, JOB_STATUSES, JOB_TYPES, Job, listOfJobs } from '../../domains/jobs/index.ts'
import { ListOf, listInput, Search } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'

export const listJobs = read({
  name: 'list_jobs',
  route: 'GET /jobs',
  role: null,
  tool: {
    when: 'to find pushes and checks, or see what is under way',
    returns: 'jobs, newest first, each with its outcome',
    next: 'get_job_status with `id`',
    inputs: {
      q: 'Text in the name',
      status: 'Jobs in this state alone',
      type: 'index: pushes; check: checks',
      attention: 'With links not sent',
    },
    hides: ['open', 'ids'],
    brief: JOB_BRIEF,
  },
  summary: 'Pushes and checks of the workspace and those below it, each with its outcome.',
  input: Type.Object({
    ...listInput('created_at', 'name', 'status', 'link_count', 'indexed_rate', 'tenant_name'),
    q: Search,
    tenant_id: Type.Optional(TreeTenantId),
    status: Type.Optional(Type.Enum(JOB_STATUSES, { title: 'Status' })),
    type: Type.Optional(Type.Enum(JOB_TYPES, { title: 'Type' })),
    attention: Type.Optional(
      Type.Boolean({ title: 'Needs attention', description: 'Only jobs with failed links. Default: all' }),
    ),
    ids: Type.Optional(
      Type.String({
        title: 'Jobs',
        description: 'Up to 200 ids, with commas between them',
        pattern: '^[\\w-]{1,64}(,[\\w-]{1,64}){0,199}$',
      }),
    ),
    open: Type.Optional(
      Type.Boolean({
        title: 'Under way or needs somebody',
        description: 'Only jobs that are open, or that ended within a week with failed links. Default: all',
      }),
    ),
  }),
  output: ListOf(Job),
  example: { status: 'watching', page_size: 20 },

  handle: ({ tx, caller }, { page, page_size, sort, dir, ...filters }) =>
    listOfJobs(tx, caller, filters, { page, page_size, sort, dir }),
})
