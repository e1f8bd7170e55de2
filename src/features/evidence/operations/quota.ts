import Type from 'typebox'
import { findJob, JobId } from '../../../domains/jobs/index.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../../kernel/operation/shape.ts'
import { GoogleChecksShape, GoogleQuotaShape, googleChecksOf, googleQuota } from '../index.ts'

export const getGoogleQuota = read({
  name: 'get_google_quota',
  route: 'GET /google/quota',
  role: 'admin',
  instead: 'a person, on the page Search engines',
  summary:
    'The day of each property of Search Console: calls by class and workspace, what is left, and when it is whole again.',
  input: Type.Object({ tenant_id: Type.Optional(TreeTenantId) }),
  output: GoogleQuotaShape,
  example: {},
  handle: ({ tx, app, caller }, { tenant_id }) => ({ properties: googleQuota(tx, app, caller, tenant_id) }),
})

export const getJobGoogle = read({
  name: 'get_job_google',
  route: 'GET /jobs/{id}/google',
  role: 'member',
  instead: 'get_check_results, which names the source of each answer',
  summary: 'How many checks of a push Google itself answered, free, and when those that wait for it have their turn.',
  input: Type.Object({ id: JobId }),
  output: GoogleChecksShape,
  example: { id: 'job_settled' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),
  handle: ({ tx, app, subject }) => googleChecksOf(tx, app, subject.id),
})
