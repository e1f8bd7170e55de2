import Type from 'typebox'
import { findJob, JobId } from '../../domains/jobs/index.ts'
import { leftOutOf, PERIOD } from '../../domains/reports/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'
import { ForeignHost } from '../../kernel/operation/spending.ts'

export const getLeftOut = read({
  name: 'get_left_out',
  route: 'GET /tenants/{id}/left-out',
  role: null,
  instead: 'get_job_status',
  summary: 'Hosts of other clients that reports, portal and digests of a workspace leave out.',
  description:
    'A host belongs to the workspaces with a site for it in IndexNow. Of the workspace and those below it, as in its report; only owners that you may see are named. list_links lists the pages of a host.',
  input: Type.Object({
    id: TenantId,
    period: Type.Optional(
      Type.String({
        title: 'Period',
        description: 'Pushes of this month or quarter, such as 2026-11',
        pattern: PERIOD,
      }),
    ),
    job_id: Type.Optional(Type.With(JobId, { description: 'Only this push' })),
  }),
  output: Type.Object({ hosts: Type.Array(ForeignHost, { description: 'Most links first, at most 200' }) }),
  example: { id: 'ten_bakery', job_id: 'job_guestposts' },

  handle({ tx, caller }, { id, period, job_id }) {
    if (job_id) findJob(tx, caller, job_id)
    return { hosts: leftOutOf(tx, caller, { tenant_id: id, period, job_id }) }
  },
})
