import Type from 'typebox'
import { Bill } from '../../domains/credits/index.ts'
import {
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
import { DelaySeconds, DripDays, foreignInput, Mode, planPush, submitPush } from '../../domains/pushes/index.ts'
import { estimateOf } from '../../kernel/operation/estimate.ts'
import { order } from '../../kernel/operation/operation.ts'
import { Defaulted } from '../../kernel/operation/shape.ts'
import { spendingInput, warnings } from '../../kernel/operation/spending.ts'

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
