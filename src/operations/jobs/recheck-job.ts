import Type from 'typebox'
import { planRecheck, recheck, writeUnwrittenLooks } from '../../domains/checks/index.ts'
import { Bill } from '../../domains/credits/index.ts'
import { EngineName, findWrittenJob, Job, JobId, readJob } from '../../domains/jobs/index.ts'
import { estimateOf } from '../../kernel/operation/estimate.ts'
import { order } from '../../kernel/operation/operation.ts'
import { Defaulted, MOST } from '../../kernel/operation/shape.ts'
import { spendingInput } from '../../kernel/operation/spending.ts'

export const recheckJob = order({
  name: 'recheck_job',
  route: 'POST /jobs/{id}/check',
  role: 'member',
  instead: 'check_index with `job_id`',
  summary: 'Check the links of a job now: 1 check credit per link, 5 with scan_live.',
  description:
    'Results of `scan_standard` settle links of a push like its own checks; results of other engines are stored (GET /jobs/{id}/searchengine) and settle nothing. Links with a check by this engine under way are left out and not paid twice; 409 when no link remains.',
  input: Type.Object({
    id: JobId,
    url_ids: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: MOST }), {
        title: 'Links',
        description: 'Left out: all links',
        minItems: 1,
        maxItems: 10_000,
      }),
    ),
    engine: Defaulted(EngineName, 'scan_standard'),
    ...spendingInput,
  }),
  output: Type.Object({
    ...Job.properties,
    looks: Type.Integer({ description: 'Links that will be checked' }),
    bill: Bill,
  }),
  example: { id: 'job_guestposts', url_ids: [9101] },
  faults: ['insufficient_credits', 'conflict', 'daily_cap'],
  subject: (tx, caller, { id }) => findWrittenJob(tx, caller, id!),

  plan: ({ tx, caller, subject }, { url_ids, engine = 'scan_standard', ...limit }) =>
    planRecheck(tx, caller, subject, { engine, url_ids }, limit),

  handle({ tx, app, caller, subject, plan, changed }) {
    const bill = recheck(tx, app, caller, subject, plan)
    const { links: looks, engine } = plan
    changed({ tenant_id: subject.tenant_id, after: { looks, engine } })
    return { ...readJob(tx, subject.id), looks, bill }
  },

  after: writeUnwrittenLooks,
})

export const estimateRecheck = estimateOf(recheckJob, {
  name: 'estimate_recheck',
  instead: 'check_index with `job_id` and `estimate`',
})
