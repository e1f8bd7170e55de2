/** Checks of a job's links that a person or a program orders. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { said, text } from '../../kernel/language/say.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { type Bill, billOf, planOf, reserve } from '../credits/index.ts'
import { type EngineSlot, type JobRow, jobStates } from '../jobs/index.ts'
import { keepLooks } from './looks/large-recheck.ts'
import { assertEngine, creditsOf, openLooks, planLooks, TAKE_LOOKS } from './looks/plan-looks.ts'
import { LOOKS_A_STEP } from './plan-checks.ts'

type Recheck = { engine: EngineSlot; url_ids: readonly number[] | undefined }
type RecheckPlan = ReturnType<typeof planRecheck>

/** Refuses links that cannot be checked, and estimates the rest. */
export function planRecheck(
  tx: ReadTx,
  caller: Caller,
  job: JobRow,
  { engine, url_ids }: Recheck,
  limit: { max_credits?: number },
) {
  assertInUse(tx, job.tenant_id)
  if (url_ids) assertOfJob(tx, job.id, url_ids)
  const which = url_ids ? `${CHECKABLE} and l.id in (select value from json_each(?))` : CHECKABLE
  const ids = url_ids ? [JSON.stringify(url_ids)] : []
  const { checkable, n } = tx.row<{ checkable: number; n: number }>(
    `select count(*) as checkable, count(*) filter (where not ${UNDER_WAY}) as n from links l where l.job_id = ? and ${which}`,
    engine,
    job.id,
    ...ids,
  )!
  if (checkable === 0)
    throw conflict(text('Every link of this job was cancelled or removed, so nothing can be checked.'))
  if (jobStates.isBeingCancelled(tx, job.id)) throw conflict(text('The job is being cancelled. Try again in a second.'))
  if (isBeingChecked(tx, job)) throw conflict(text('The job is already being checked. Wait until it is done.'))
  if (n === 0)
    throw conflict(
      said('This engine is already checking these links. Wait for the results{route}, then order a new check.', {
        route: ' (GET /jobs/{id})',
      }),
    )
  assertEngine(tx, engine, n)
  const line = { tenant_id: job.tenant_id, kind: 'check' as const, amount: n * creditsOf(engine) }
  const where = `${which} and not ${UNDER_WAY}`
  return { ...planOf(tx, caller, [line], limit), links: n, engine, where, params: [...ids, engine] }
}

/** Carries out the plan, in the transaction that made it; `writeUnwrittenLooks` writes the rows of large ones. */
export function recheck(
  tx: Tx,
  app: Pick<Install, 'wake'>,
  caller: Caller,
  job: JobRow,
  { lines: credits, links, engine, where, params }: RecheckPlan,
): Bill {
  const { id: job_id, tenant_id } = job
  const lines = reserve(tx, caller, ...credits.map((line) => ({ ...line, job_id })))
  const purpose = job.type === 'check' ? 'check' : 'recheck'
  const looks = { job_id, engine, purpose, credits: creditsOf(engine) } as const
  if (links <= LOOKS_A_STEP) planLooks(tx, looks, where, ...params)
  else
    keepLooks(
      tx,
      looks,
      tx
        .rows<{ id: number }>(
          `select l.id from links l where l.job_id = ? and ${where} order by l.id`,
          job_id,
          ...params,
        )
        .map(({ id }) => id),
    )
  if (job.type === 'check') jobStates.resumeChecking(tx, job_id)
  tx.afterCommit(() => app.wake(TAKE_LOOKS))
  return billOf(tx, tenant_id, lines)
}

/** A check job whose checks are being planned or made. */
const isBeingChecked = (tx: ReadTx, { id, type, status }: JobRow): boolean =>
  (type === 'check' && status === 'queued') || (status === 'checking' && openLooks(tx, id) > 0)

const CHECKABLE = "l.state <> 'cancelled'"
/** A link with a check under way is not checked or paid for twice. */
const UNDER_WAY = `exists (select 1 from looks k where k.job_id = l.job_id and k.link_id = l.id and k.state <> 'done'
  and k.engine = ? and k.purpose in ('check', 'recheck'))`
const NAMED = 50

/** An unknown link is an error, because every check costs credits. */
function assertOfJob(tx: ReadTx, job_id: string, url_ids: readonly number[]): void {
  const strange = tx.rows<{ i: number }>(
    `select given.key as i from json_each(?) given
     where not exists (select 1 from links l where l.id = given.value and l.job_id = ? and ${CHECKABLE}) limit ${NAMED}`,
    JSON.stringify(url_ids),
    job_id,
  )
  if (strange.length)
    throw invalid(
      ...strange.map(({ i }) => ({ path: `url_ids.${i}`, message: 'is not a link of this job, or was cancelled' })),
    )
}
