import Type from 'typebox'
import { planRecheck, recheck, writeUnwrittenLooks } from '../../domains/checks/index.ts'
import { Bill } from '../../domains/credits/index.ts'
import {
  EngineName,
  findWrittenJob,
  JOB_FIELDS,
  Job,
  JobId,
  nothingToPushAgain,
  PushRecheckDays,
  readJob,
  urlsToPushAgain,
  writeUnwrittenLinks,
} from '../../domains/jobs/index.ts'
import {
  DelaySeconds,
  DripDays,
  foreignInput,
  Mode,
  planPush,
  planRetry,
  retryFailed,
  submitPush,
  writeRetries,
} from '../../domains/pushes/index.ts'
import { estimateOf } from '../../kernel/operation/estimate.ts'
import { order } from '../../kernel/operation/operation.ts'
import { Defaulted, MOST } from '../../kernel/operation/shape.ts'
import { spendingInput, warnings } from '../../kernel/operation/spending.ts'

export const recheckJob = order({
  name: 'recheck_job',
  route: 'POST /jobs/{id}/check',
  role: 'member',
  instead: 'check_index with `job_id`',
  summary: 'Check the links of a job now: 1 check credit per link, 5 with scan_live.',
  description:
    '`scan_standard` asks a connected Search Console property first, and what it answers is refunded. Results of `scan_standard` settle links of a push like its own checks; results of other engines are stored (GET /jobs/{id}/searchengine) and settle nothing. Links with a check by this engine under way are left out and not paid twice; 409 when no link remains.',
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

export const retryJob = order({
  name: 'retry_job',
  route: 'POST /jobs/{id}/retry',
  role: 'member',
  tool: {
    when: 'when get_job_status shows links as failed',
    costs: '1 index credit a failed link, under the same guarantee.',
    returns: 'the job, and how many were `retried`',
    next: 'get_job_status',
    hides: ['delay_s'],
    reaches_out: true,
    brief: [...JOB_FIELDS, 'bill'],
  },
  summary: 'Push failed links again. Each reserves an index credit again.',
  input: Type.Object({ id: JobId, mode: Defaulted(Mode, 'standard'), delay_s: DelaySeconds, ...spendingInput }),
  output: Type.Object({ ...Job.properties, retried: Type.Integer(), bill: Bill }),
  example: { id: 'job_failed' },
  faults: ['conflict', 'insufficient_credits', 'daily_cap'],
  subject: (tx, caller, { id }) => findWrittenJob(tx, caller, id!),

  plan: ({ tx, caller, subject }, input) => planRetry(tx, caller, subject, input),

  handle({ tx, app, caller, subject: job, plan, changed }, { delay_s = 0 }) {
    const { retried, bill } = retryFailed(tx, app, caller, job, plan, delay_s)
    changed({ tenant_id: job.tenant_id, after: { retried } })
    return { ...readJob(tx, job.id), retried, bill }
  },

  after: writeRetries,
})

export const estimateRetry = estimateOf(retryJob, { name: 'estimate_retry', instead: 'retry_job with `estimate`' })

export const sendUnindexed = order({
  name: 'send_unindexed_to_indexer',
  route: 'POST /jobs/{id}/send-unindexed',
  role: 'member',
  tool: {
    when: 'after a check or a push whose links are still not indexed',
    costs: '1 index credit per link, used only if it gets indexed.',
    returns: 'the new job',
    next: 'get_job_status of the new `id`',
    inputs: {
      drip_days: 'Days to spread the links over',
      confirm_foreign_hosts: "Links on another client's host: true: meant, false: refused",
    },
    hides: ['delay_s'],
    reaches_out: true,
    brief: [...JOB_FIELDS, 'bill', 'warning'],
  },
  summary: 'Push the links of a job that are not indexed, as a new job.',
  description: 'Links that such a job is already pushing again are left out.',
  input: Type.Object({
    id: JobId,
    mode: Defaulted(Mode, 'standard'),
    drip_days: Defaulted(DripDays, 0),
    recheck_days: Type.Optional(PushRecheckDays),
    delay_s: DelaySeconds,
    ...foreignInput,
    ...spendingInput,
  }),
  output: Type.Object({ ...Job.properties, accepted: Type.Integer(), bill: Bill, ...warnings }),
  example: { id: 'job_settled' },
  faults: ['conflict', 'insufficient_credits', 'plan_limit', 'daily_cap'],
  subject: (tx, caller, { id }) => findWrittenJob(tx, caller, id!),

  plan({ subject: job, ...call }, { drip_days = 0, delay_s = 0, recheck_days, ...limit }) {
    const urls = urlsToPushAgain(call.tx, job)
    if (urls.length === 0) throw nothingToPushAgain(call.tx, job)
    return planPush(
      call,
      {
        tenant_id: job.tenant_id,
        name: `${job.name.slice(0, 190)}, again`,
        drip_days,
        delay_s,
        recheck_days,
        preflight: true,
        skip_flagged: true,
        pre_check: false,
        smart: false,
        force_refresh: false,
        indexnow_force: false,
        holdout_pct: 0,
        push_anyway: new Set(),
        source_job_id: job.id,
      },
      urls,
      limit,
    )
  },

  handle({ tx, app, caller, subject: job, plan, changed }) {
    const { id, bill } = submitPush(tx, app, caller, plan)
    const [accepted, { drip_days }] = [plan.urls.length, plan.order]
    changed({ target: id, tenant_id: job.tenant_id, after: { from: job.id, links: accepted, drip_days } })
    const { warning, foreign_hosts } = plan.estimate
    return { ...readJob(tx, id), accepted, bill, warning, foreign_hosts }
  },

  after: writeUnwrittenLinks,
})

export const estimateSendUnindexed = estimateOf(sendUnindexed, {
  name: 'estimate_send_unindexed',
  instead: 'send_unindexed_to_indexer with `estimate`',
})
