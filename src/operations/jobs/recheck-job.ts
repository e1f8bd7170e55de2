import Type from 'typebox'
import { assertEngine, creditsOf, openLooks, planLooks, TAKE_LOOKS } from '../../domains/checks/index.ts'
import { Bill, billOf, reserve } from '../../domains/credits/index.ts'
import { EngineName, findJob, Job, JobId, type JobRow, jobStates, readJob } from '../../domains/jobs/index.ts'
import type { Tx } from '../../kernel/database.ts'
import { conflict, invalid } from '../../kernel/fault.ts'
import { assertInUse } from '../../kernel/in-use.ts'
import { write } from '../../kernel/operation.ts'
import { Defaulted } from '../../kernel/shape.ts'
import { spendingInput } from '../../kernel/spending.ts'

export const recheckJob = write({
  name: 'recheck_job',
  route: 'POST /jobs/{id}/check',
  role: 'member',
  instead: 'check_index with `job_id`',
  summary: 'Look at the links of a job now: 1 check credit a link, 5 with scan_live.',
  description:
    'What `scan_standard` sees settles links of a push as its own looks do; what any other engine sees stands in the results (GET /jobs/{id}/searchengine) and settles nothing. Links that the engine is looking at already, because of an earlier order, are left out and not paid twice; 409 when none are left.',
  input: Type.Object({
    id: JobId,
    url_ids: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), {
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
    looks: Type.Integer({ description: 'Links that will be looked at' }),
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
    if (lookable === 0) throw conflict('Every link of this job was cancelled or removed; there is nothing to look at.')
    if (isBeingChecked(tx, subject)) throw conflict('The job is being checked already. Wait until it is done.')
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

/** A check whose looks are being planned, or taken. */
const isBeingChecked = (tx: Tx, { id, type, status }: JobRow): boolean =>
  (type === 'check' && status === 'queued') || (status === 'checking' && openLooks(tx, id) > 0)

const LOOKABLE = "l.state <> 'cancelled'"
/** What was ordered twice is looked at once, and paid once. */
const UNDER_WAY = `exists (select 1 from looks k where k.job_id = l.job_id and k.link_id = l.id and k.state <> 'done'
  and k.engine = ? and k.purpose in ('check', 'recheck'))`
const NAMED = 50

/** A link that is not there is a mistake worth telling: what is looked at is paid for. */
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
        message: 'is no link of this job, or one that was cancelled',
      })),
    )
}
