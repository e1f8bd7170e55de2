import Type from 'typebox'
import { Bill } from '../../domains/credits/index.ts'
import { JOB_FIELDS, Job, JobName, PushRecheckDays, readJob, writeUnwrittenLinks } from '../../domains/jobs/index.ts'
import { LAST_LOOK_DAY } from '../../domains/plans/index.ts'
import { DroppedFromOrder, droppedFrom, noUrlLeft, takeList } from '../../domains/preflight/index.ts'
import {
  chosenAnyway,
  DelaySeconds,
  DripDays,
  flag,
  foreignInput,
  Mode,
  planPush,
  submitPush,
} from '../../domains/pushes/index.ts'
import { estimateOf } from '../../kernel/operation/estimate.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { order } from '../../kernel/operation/operation.ts'
import { Defaulted, OwnTenantId, Urls } from '../../kernel/operation/shape.ts'
import { spendingInput, warnings } from '../../kernel/operation/spending.ts'

export const submitIndexJob = order({
  name: 'submit_index_job',
  route: 'POST /jobs',
  role: 'member',
  tool: {
    when: 'to get pages into search results',
    costs: `Unused credits are refunded by day ${LAST_LOOK_DAY}. smart and pre_check: 1 check credit more per link.`,
    returns: 'the job, at once, with what was dropped and the bill',
    next: 'get_job_status, whose `next` says when to ask again',
    inputs: {
      tenant_id: 'Workspace that pays; your own unless given',
      name: 'Label in lists and reports',
      drip_days: 'Days to spread over; 0: now',
      pre_check: 'Check first, for a before and after: 1 check credit per link',
      smart: 'Check first (1 check credit per link), push only links that are not indexed',
      preflight: 'Free pre-flight of each page',
      skip_flagged: 'Flagged pages are not sent and cost nothing; false: sent without guarantee',
      push_anyway: 'Send flagged pages without guarantee: all, or a list',
      force_refresh: 'With smart: send those already indexed too, without guarantee',
      holdout_pct: 'Share drawn by chance, not sent, free, to compare with',
      indexnow_force: 'Ping IndexNow again within 24 hours',
      confirm_foreign_hosts: "Links on another client's host: true: meant, false: refused",
    },
    hides: ['delay_s'],
    reaches_out: true,
    rest: 'validate_urls lists every dropped entry.',
    brief: [...JOB_FIELDS, 'bill', 'warning'],
  },
  summary: 'Push links: reserves 1 index credit each, used only if the link gets indexed.',
  description: `Duplicates and invalid entries are dropped and reported. Pre-flight, checks and sending run in the background. Links not indexed by day ${LAST_LOOK_DAY} are refunded.`,
  input: Type.Object({
    urls: Urls,
    mode: Defaulted(Mode, 'standard'),
    tenant_id: Type.Optional(OwnTenantId),
    name: Type.Optional(JobName),
    drip_days: Defaulted(DripDays, 0),
    recheck_days: Type.Optional(PushRecheckDays),
    pre_check: flag(
      'Before snapshot',
      "Take a 'before' snapshot first: 1 check credit per link; every link is still pushed",
    ),
    smart: flag(
      'Push only missing links',
      'Check first (1 check credit per link) and push only links that the search engine does not show',
    ),
    preflight: flag('Pre-flight', 'Run the free pre-flight', true),
    skip_flagged: flag(
      'Skip flagged',
      'Skip links that the pre-flight flags, free. false: they are sent too, without the guarantee, and their credit is used at once',
      true,
    ),
    push_anyway: Defaulted(
      Type.Union([Type.Boolean(), Type.Array(Type.String(), { title: 'URLs', maxItems: 10_000 })], {
        title: 'Push anyway',
        description:
          'Push flagged links anyway (true: all, or a list). Not covered by the guarantee: their credit is used',
      }),
      false,
    ),
    force_refresh: flag('Force refresh', 'With smart: visible links are sent too, 1 index credit each, without refund'),
    holdout_pct: Type.Optional(
      Type.Integer({
        title: 'Control group, percent',
        description:
          'Control group (hold-out): this random share is not sent and is free. It is checked with the others, to show the effect of the push',
        minimum: 0,
        maximum: 50,
        default: 0,
      }),
    ),
    indexnow_force: flag('Resend to IndexNow', 'Even if sent in the last 24 hours'),
    delay_s: DelaySeconds,
    ...foreignInput,
    ...spendingInput,
  }),
  output: Type.Object({ ...Job.properties, accepted: Type.Integer(), ...DroppedFromOrder, bill: Bill, ...warnings }),
  example: { urls: ['https://bakery.example/bread', 'https://bakery.example/cake'], name: 'New pages' },
  faults: ['insufficient_credits', 'too_many_urls', 'conflict', 'plan_limit', 'daily_cap'],

  async prepare({ urls, push_anyway = false }) {
    const taken = await takeList(urls)
    return { taken, anyway: await chosenAnyway(push_anyway, taken.urls) }
  },

  plan({ prepared: { taken, anyway }, ...call }, input) {
    if (taken.urls.length === 0) throw noUrlLeft(taken)
    if (anyway.issues.length) throw invalid(...anyway.issues)
    return planPush(
      call,
      {
        tenant_id: input.tenant_id ?? call.caller.tenant_id,
        name: input.name ?? '',
        drip_days: input.drip_days ?? 0,
        delay_s: input.delay_s ?? 0,
        recheck_days: input.recheck_days,
        preflight: input.preflight ?? true,
        skip_flagged: input.skip_flagged ?? true,
        pre_check: input.pre_check ?? false,
        smart: input.smart ?? false,
        force_refresh: input.force_refresh ?? false,
        indexnow_force: input.indexnow_force ?? false,
        holdout_pct: input.holdout_pct ?? 0,
        push_anyway: anyway.chosen,
        source_job_id: null,
      },
      taken.urls,
      input,
    )
  },

  handle({ tx, app, caller, prepared: { taken }, plan, changed }, { urls: _, estimate: __, ...order }) {
    const { id, bill } = submitPush(tx, app, caller, plan)
    const accepted = plan.urls.length
    changed({ target: id, tenant_id: plan.order.tenant_id, after: { ...order, links: accepted } })
    const { warning, foreign_hosts } = plan.estimate
    return { ...readJob(tx, id), accepted, ...droppedFrom(taken), bill, warning, foreign_hosts }
  },

  after: writeUnwrittenLinks,
})

export const estimateIndexJob = estimateOf(submitIndexJob, {
  name: 'estimate_index_job',
  instead: 'submit_index_job with `estimate`',
})
