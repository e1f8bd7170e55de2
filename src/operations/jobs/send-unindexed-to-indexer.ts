import Type, { type Static } from 'typebox'
import { Bill } from '../../domains/credits/index.ts'
import {
  findJob,
  JOB_TOLD,
  Job,
  JobId,
  type JobRow,
  type Outcome,
  RecheckDays,
  readJob,
  unseenUrls,
} from '../../domains/jobs/index.ts'
import { DripDays, Mode, submitPush } from '../../domains/pushes/index.ts'
import type { Tx } from '../../kernel/database.ts'
import { conflict } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'
import { Defaulted } from '../../kernel/shape.ts'
import { spendingInput } from '../../kernel/spending.ts'

export const sendUnindexed = write({
  name: 'send_unindexed_to_indexer',
  route: 'POST /jobs/{id}/send-unindexed',
  role: 'member',
  tool: {
    when: 'after a check or a push whose links are still not seen',
    costs: '1 index credit a link not seen, used only if it gets indexed.',
    returns: 'the new job',
    next: 'get_job_status of the new `id`',
    inputs: { drip_days: 'Spread over so many days' },
    reaches_out: true,
    brief: [...JOB_TOLD, 'bill'],
  },
  summary: 'Push the links of a job that the search engine cannot see, as a new job.',
  description: 'Links that such a job is pushing again already are left out.',
  input: Type.Object({
    id: JobId,
    mode: Defaulted(Mode, 'standard'),
    drip_days: Defaulted(DripDays, 0),
    recheck_days: Type.Optional(RecheckDays),
    ...spendingInput,
  }),
  output: Type.Object({ ...Job.properties, accepted: Type.Integer(), bill: Bill }),
  example: { id: 'job_settled' },
  faults: ['conflict', 'insufficient_credits', 'plan_limit', 'daily_cap'],
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, app, caller, subject: job, changed }, { drip_days = 0, recheck_days }) {
    const unseen = unseenUrls(tx, job.id)
    const again = pushedAgain(tx, job)
    const urls = unseen.filter((url) => !again.has(url))
    if (urls.length === 0 && unseen[0]) {
      const { id: job_id, name } = again.get(unseen[0])!
      throw conflict(`These links are being pushed again already. Wait until “${name}” is done.`, { job_id })
    }
    if (urls.length === 0) throw conflict(`No link of this job was looked at and not seen. ${nextOf(job)}`)
    const { id, bill } = submitPush(
      tx,
      app,
      caller,
      {
        tenant_id: job.tenant_id,
        name: `${job.name.slice(0, 190)}, again`,
        drip_days,
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
    )
    changed({ target: id, tenant_id: job.tenant_id, after: { from: job.id, links: urls.length, drip_days } })
    return { ...readJob(tx, id), accepted: urls.length, bill }
  },
})

/** Links of this job that another push, made from it, is pushing again at the moment: each URL with that job. */
function pushedAgain(tx: Tx, { id, tenant_id }: JobRow): Map<string, { id: string; name: string }> {
  const rows = tx.rows<{ url: string; id: string; name: string }>(
    `select l.url, j.id, j.name from jobs j cross join links l on l.job_id = j.id where j.tenant_id = ? and j.deleted_at is null
       and j.type = 'index' and j.status not in ('done', 'cancelled') and j.source_job_id = ?`,
    tenant_id,
    id,
  )
  return new Map(rows.map(({ url, ...job }) => [url, job]))
}

/** Flagged links are never looked at: waiting would not help. */
function nextOf({ outcome }: JobRow): string {
  const { links, states } = JSON.parse(outcome) as Static<typeof Outcome>
  return states.flagged === links
    ? 'They are flagged: mend them, or push them all the same with push_anyway (POST /jobs).'
    : 'Check it first (POST /jobs/{id}/check), or wait for the first look.'
}
