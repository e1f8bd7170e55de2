/** Cancelling by a person or a program: the whole job, some links, or an order that still waits. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { said, text } from '../../kernel/language/say.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import type { OutboundCall } from '../../kernel/operation/operation.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { creditsOfAsked } from '../checks/index.ts'
import { pendingOf } from '../credits/index.ts'
import { findJob, findWrittenJob, isFinished, type JobRow, linksNotOf, readJob, unsentLinks } from '../jobs/index.ts'
import { countCancelled, markCancelled, settleCancelled } from './cancel-job.ts'
import { stopLinks } from './cancel-links.ts'
import { waitingRetry } from './undo.ts'

/** A cancel by a caller: `write` and `changed` also write the audit entry. */
type Call = Pick<OutboundCall<JobRow>, 'app' | 'caller' | 'subject' | 'read' | 'write' | 'changed'>

/** Cancels a job or named links; an order that waits for its delay is undone alone. Returns how many are not sent. */
export async function cancel(call: Call, url_ids?: readonly number[]): Promise<number> {
  const some = url_ids ? inOrder(url_ids) : call.read((tx) => retriedLinks(tx, call.subject.id))
  return some ? stopSome(call, some) : cancelAll(call)
}

/** The links of a retry that waits for its delay, or that alone waits; null if the whole job is meant. */
function retriedLinks(tx: ReadTx, job_id: string): number[] | null {
  const waiting = waitingRetry(tx, job_id)
  return waiting.length > 0 ? waiting : unsentLinks.unsentIfAllRetried(tx, job_id)
}

/** The effect that a cancel would have now. `again`: only links that failed before, which stay so. */
export type CancelPreview = { links: number; index: number; check: number; again: boolean }

/** The effect of cancelling the job now; null when there is nothing to cancel. */
export function cancelPreview(tx: ReadTx, job: JobRow): CancelPreview | null {
  if (isFinished(job) || job.status === 'watching') return null
  const again = retriedLinks(tx, job.id)
  if (again) return { links: again.length, index: again.length, check: 0, again: true }
  const links = countCancelled(tx, job)
  if (links === 0) return null
  const check = pendingOf(tx, job.id).check - creditsOfAsked(tx, job.id)
  return { links, index: job.type === 'check' ? 0 : links, check, again: false }
}

/** Links that a supplier has or had, of a job or of the named ones. */
export const countLeftLinks = (tx: ReadTx, { id }: JobRow, url_ids?: readonly number[]): number =>
  url_ids ? unsentLinks.countLeftAmong(tx, inOrder(url_ids)) : unsentLinks.countLeft(tx, id)

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** Applies `act` to the job as it is now and writes the audit entry. */
function acted(tx: Tx, { caller, subject, changed }: Call, act: (job: JobRow) => number): number {
  const job = findWrittenJob(tx, caller, subject.id)
  const cancelled = act(job)
  const { status } = readJob(tx, job.id)
  changed({ tenant_id: job.tenant_id, before: { status: job.status }, after: { status, cancelled } })
  return cancelled
}

async function cancelAll(call: Call): Promise<number> {
  const n = call.write((tx) => acted(tx, call, (job) => cancelOrRefuse(tx, job)))
  // Not the caller's signal: a cancel that has begun is finished even when the caller disconnects.
  await settleCancelled(call.app, call.subject, new AbortController().signal)
  return n
}

/** The audit entry of the first slice counts all links, so after a restart it shows what was ordered. */
async function stopSome(call: Call, ids: readonly number[]): Promise<number> {
  const wanted = call.read((tx) => stoppedBy(tx, findJob(tx, call.caller, call.subject.id), ids))
  await pause()
  return stopLinks(call.app, call.subject, ids, (stop) =>
    call.write((tx) => {
      let stopped = 0
      acted(tx, call, (job) => {
        assertSending(job)
        stopped = stop(tx)
        return wanted
      })
      return stopped
    }),
  )
}

const NONE_LEFT = text('Every link is already with the supplier, so nothing can be cancelled.')

function cancelOrRefuse(tx: Tx, job: JobRow): number {
  assertSending(job)
  const n = markCancelled(tx, job)
  if (n === 0) throw conflict(NONE_LEFT)
  return n
}

function assertSending(job: JobRow): void {
  const { status } = job
  if (isFinished(job))
    throw conflict(said('The job is already {status, select, cancelled {cancelled} other {done}}.', { status }))
  if (status === 'watching') throw conflict(text('Every link has been sent, so nothing can be cancelled.'))
}

const NAMED = 50

/** How many of these links are unsent; 409 with none, 422 for an unknown one: named links are meant exactly. */
function stoppedBy(tx: ReadTx, job: JobRow, ids: readonly number[]): number {
  if (job.type === 'check') throw conflict('This is a check job: cancel the whole job, without url_ids.')
  const strange = linksNotOf(tx, job.id, ids, NAMED)
  if (strange.length)
    throw invalid(...strange.map((uid) => ({ path: 'url_ids', message: `${uid} is not a link of this job` })))
  assertSending(job)
  const n = unsentLinks.countUnsentAmong(tx, job.id, ids)
  if (n === 0) throw conflict(text('None of these links waits to be sent, so nothing can be cancelled.'))
  return n
}
