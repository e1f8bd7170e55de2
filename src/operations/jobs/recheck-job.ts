import Type from 'typebox'
import { assertEngine, creditsOf, openLooks, planLooks, TAKE_LOOKS } from '../../domains/checks/index.ts'
import { Bill, billOf, reserve } from '../../domains/credits/index.ts'
import { EngineName, findJob, Job, JobId, type JobRow, jobStates, readJob } from '../../domains/jobs/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted, MOST } from '../../kernel/operation/shape.ts'
import { spendingInput } from '../../kernel/operation/spending.ts'

export const recheckJob = write({
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
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { url_ids, engine = 'scan_standard' }) {
    assertInUse(tx, subject.tenant_id)
    if (url_ids) judgeLinks(tx, subject.id, url_ids)
    const asked = url_ids ? `${LOOKABLE} and l.id in (select value from json_each(?))` : LOOKABLE
    const ids = url_ids ? [JSON.stringify(url_ids)] : []
    const { lookable, n } = tx.row<{ lookable: number; n: number }>(
      `select count(*) as lookable, count(*) filter (where not ${UNDER_WAY}) as n from links l where l.job_id = ? and ${asked}`,
      engine,
      subject.id,
      ...ids,
    )!
    if (lookable === 0) throw conflict('Every link of this job was cancelled or removed, so nothing can be checked.')
    if (isBeingChecked(tx, subject)) throw conflict('The job is already being checked. Wait until it is done.')
    if (n === 0)
      throw conflict(
        `${engine} is looking at these links already. Wait for what it sees (GET /jobs/{id}), then order another look.`,
      )
    assertEngine(tx, engine, n)
    const { tenant_id } = subject
    const credits = creditsOf(engine)
    const lines = reserve(tx, caller, { tenant_id, kind: 'check', amount: n * credits, job_id: subject.id })
    planLooks(
      tx,
      { tenant_id, job_id: subject.id, engine, purpose: subject.type === 'check' ? 'check' : 'recheck', credits },
      `${asked} and not ${UNDER_WAY}`,
      ...ids,
      engine,
    )
    if (subject.type === 'check') jobStates.resumeChecking(tx, subject.id)
    changed({ tenant_id, after: { looks: n, engine } })
    tx.afterCommit(() => app.wake(TAKE_LOOKS))
    return { ...readJob(tx, subject.id), looks: n, bill: billOf(tx, tenant_id, lines) }
  },
})

/** A check job whose checks are being planned or made. */
const isBeingChecked = (tx: Tx, { id, type, status }: JobRow): boolean =>
  (type === 'check' && status === 'queued') || (status === 'checking' && openLooks(tx, id) > 0)

const LOOKABLE = "l.state <> 'cancelled'"
/** A link with a check under way is not checked or paid for twice. */
const UNDER_WAY = `exists (select 1 from looks k where k.job_id = l.job_id and k.link_id = l.id and k.state <> 'done'
  and k.engine = ? and k.purpose in ('check', 'recheck'))`
const NAMED = 50

/** An unknown link is an error, because every check costs credits. */
function judgeLinks(tx: Tx, job_id: string, url_ids: number[]): void {
  const strange = tx.rows<{ i: number }>(
    `select given.key as i from json_each(?) given
     where not exists (select 1 from links l where l.id = given.value and l.job_id = ? and ${LOOKABLE}) limit ${NAMED}`,
    JSON.stringify(url_ids),
    job_id,
  )
  if (strange.length)
    throw invalid(
      ...strange.map(({ i }) => ({
        path: `url_ids.${i}`,
        message: 'is not a link of this job, or was cancelled',
      })),
    )
}
