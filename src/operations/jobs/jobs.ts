import Type from 'typebox'
import { pendingOf } from '../../domains/credits/index.ts'
import {
  findJob,
  findWrittenJob,
  isFinished,
  JOB_BRIEF,
  JOB_FIELDS,
  JOB_STATUSES,
  Job,
  JobId,
  JobName,
  type JobRow,
  jobStates,
  listOfJobs,
  OfJobType,
  PURGE_DELETED_JOBS,
  RecheckDays,
  readJob,
} from '../../domains/jobs/index.ts'
import { LAST_LOOK_DAY, lookDays } from '../../domains/plans/index.ts'
import { syncBatches } from '../../domains/providers/index.ts'
import { cancel, countLeftLinks } from '../../domains/pushes/index.ts'
import { ListOf, listInput, Search } from '../../kernel/database/list.ts'
import { type Said, said } from '../../kernel/language/say.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { MOST, TreeTenantId } from '../../kernel/operation/shape.ts'
import { pause } from '../../kernel/scheduling/pause.ts'

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
    type: OfJobType,
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

export const updateJob = write({
  name: 'update_job',
  route: 'PATCH /jobs/{id}',
  role: 'member',
  tool: {
    when: 'to give a job a better name',
    returns: 'the job',
    next: 'get_job_status',
    inputs: {
      name: 'Label in lists and reports',
      recheck_days: `Stored; re-checks follow day ${lookDays()}`,
      move_to: 'Client to move the push to',
    },
    brief: JOB_FIELDS,
  },
  summary: 'Rename a job, or move a push to another client.',
  description:
    'With `move_to` the push moves with its links, checks, pings and figures. That workspace pays what the push holds or used, and the other one gets it back. Reports that counted it are counted again; readers of one that was sent get a correction. A move back undoes it. Only for admins of both workspaces.',
  input: Type.Object({
    id: JobId,
    name: Type.Optional(JobName),
    recheck_days: Type.Optional(RecheckDays),
    move_to: Type.Optional(
      Type.String({ title: 'Client', description: 'Id of the workspace of the same agency that the push moves to' }),
    ),
  }),
  output: Job,
  example: { id: 'job_guestposts', name: 'Guest posts, wave 2' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  faults: ['forbidden', 'insufficient_credits', 'conflict'],

  handle({ tx, app, caller, subject, changed }, { name: given, recheck_days = subject.recheck_days, move_to }) {
    const name = given === undefined ? subject.name : given.trim()
    if (given !== undefined && name === '') throw invalid({ path: 'name', message: 'must not be blank' })
    jobStates.renameJob(tx, subject.id, { name, recheck_days })
    const to = move_to ?? subject.tenant_id
    if (move_to !== undefined) app.movePush(tx, app, caller, subject.id, move_to)
    const states = {
      before: { name: subject.name, recheck_days: subject.recheck_days, tenant_id: subject.tenant_id },
      after: { name, recheck_days, tenant_id: to },
    }
    for (const of of new Set([subject.tenant_id, to])) changed({ tenant_id: of, ...states })
    return readJob(tx, subject.id)
  },
})

export const cancelJob = outbound({
  name: 'cancel_job',
  route: 'POST /jobs/{id}/cancel',
  role: 'member',
  tool: {
    when: 'to stop a push, a check or some links',
    returns: 'the job, how many were `cancelled`, `kept`',
    next: 'get_credits',
    inputs: { url_ids: 'Links of a push to cancel' },
    brief: JOB_FIELDS,
  },
  summary: 'Cancel unsent links and refund their credits. Sent links stay under the guarantee.',
  description:
    'With `url_ids`, only those links are cancelled and the push goes on with the others. A link that failed before and waits to be sent again is failed again; a push with nothing else waiting gets its old state back. An order with `delay_s` that still waits is undone alone: of a push that sends failed links again, only that.',
  input: Type.Object({
    id: JobId,
    url_ids: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: MOST }), {
        title: 'Links',
        description: 'Links of a push to cancel. Default: the whole job',
        minItems: 1,
        maxItems: 10_000,
      }),
    ),
  }),
  output: Type.Object({
    ...Job.properties,
    cancelled: Type.Integer({ description: 'Links that will not be sent' }),
    kept: Type.Integer({
      description: 'Named links that a supplier already has or had: they stay under the guarantee',
    }),
  }),
  example: { id: 'job_drip' },
  faults: ['conflict'],
  local: true,
  subject: (tx, caller, { id }) => findWrittenJob(tx, caller, id!),

  async handle(call, { url_ids }) {
    const { subject, read } = call
    const cancelled = await cancel(call, url_ids)
    // Counting sent links reads every link of the job, so it has a transaction of its own.
    await pause()
    return read((tx) => ({ ...readJob(tx, subject.id), cancelled, kept: countLeftLinks(tx, subject, url_ids) }))
  },
})

export const deleteJob = write({
  name: 'delete_job',
  route: 'DELETE /jobs/{id}',
  role: 'admin',
  proof: false,
  tool: { when: 'to remove a job that is done or cancelled, for good', returns: '`deleted`', next: 'list_jobs' },
  summary: 'Delete a finished job. No credit moves; the ledger keeps its entries.',
  description: 'The job is gone at once; its rows are removed in the background.',
  input: Type.Object({ id: JobId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'job_settled' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findWrittenJob(tx, caller, id!),

  handle({ tx, app, subject, changed }) {
    if (!isFinished(subject)) throw conflict(stillAtWork(subject))
    const pending = pendingOf(tx, subject.id)
    if (pending.index > 0)
      throw conflict(
        said(
          '{n, plural, one {# link of this job is} other {# links of this job are}} still under the guarantee. It can be deleted once every credit is settled.',
          { n: pending.index },
        ),
      )
    if (pending.check > 0)
      throw conflict(
        said(
          'Its links are being checked, for {n, plural, one {# check credit} other {# check credits}}. Delete the job once the checks are done.',
          { n: pending.check },
        ),
      )
    jobStates.markDeleted(tx, subject.id)
    changed({ tenant_id: subject.tenant_id, before: { name: subject.name, links: subject.link_count } })
    tx.afterCommit(() => app.wake(PURGE_DELETED_JOBS))
    return { id: subject.id, deleted: true }
  },
})

/** Sent links are watched to the end; before that a job can be cancelled. */
const stillAtWork = ({ status }: JobRow): Said =>
  status === 'watching'
    ? said('The job is still watching. Its links are under the guarantee until day {day}; it can be deleted then.', {
        day: LAST_LOOK_DAY,
      })
    : said(
        'The job is still {status, select, queued {queued} preflight {preflight} checking {checking} sending {sending} other {watching}}. Cancel it first{route}, or wait until it is done.',
        { status, route: ' (POST /jobs/{id}/cancel)' },
      )

export const syncJob = outbound({
  name: 'sync_job',
  route: 'POST /jobs/{id}/sync',
  role: null,
  harmless: true,
  summary: "Fetch the crawl supplier's own report of this job. No credit moves.",
  input: Type.Object({ id: JobId }),
  output: Type.Object({ ...Job.properties, batches: Type.Integer({ description: 'Batches that were refreshed' }) }),
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  async handle({ app, subject, signal, read }) {
    const batches = await syncBatches(app, signal, { job_id: subject.id })
    return { ...read((tx) => readJob(tx, subject.id)), batches }
  },
})
