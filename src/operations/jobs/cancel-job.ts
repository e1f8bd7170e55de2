import Type from 'typebox'
import {
  findJob,
  isFinished,
  JOB_TOLD,
  Job,
  JobId,
  type JobRow,
  linksNotOf,
  readJob,
  unsentLinks,
} from '../../domains/jobs/index.ts'
import { callOff, retryWaits, settleCancelled, stopLinks, undoRetry } from '../../domains/pushes/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import { type OutboundCall, outbound } from '../../kernel/operation/operation.ts'
import { MOST } from '../../kernel/operation/shape.ts'
import { pause } from '../../kernel/scheduling/pause.ts'

export const cancelJob = outbound({
  name: 'cancel_job',
  route: 'POST /jobs/{id}/cancel',
  role: 'member',
  tool: {
    when: 'to stop a push, a check or some links',
    returns: 'the job, how many were `cancelled`, `kept`',
    next: 'get_credits',
    inputs: { url_ids: 'Links of a push to cancel' },
    brief: JOB_TOLD,
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
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  async handle(call, { url_ids }) {
    const { subject, read } = call
    const cancelled = (!url_ids && undone(call)) || (await stop(call, url_ids))
    // Counting sent links reads every link of the job, so it has a transaction of its own.
    await pause()
    return read((tx) => ({ ...readJob(tx, subject.id), cancelled, kept: keptOf(tx, subject, url_ids) }))
  },
})

type Call = OutboundCall<JobRow>
const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** Applies `act` to the job as it is now and writes the audit entry. */
function acted(tx: Tx, { caller, subject, changed }: Call, act: (job: JobRow) => number): number {
  const job = findJob(tx, caller, subject.id)
  const cancelled = act(job)
  const { status } = readJob(tx, job.id)
  changed({ tenant_id: job.tenant_id, before: { status: job.status }, after: { status, cancelled } })
  return cancelled
}

/** Links of a retry that waited for its delay; 0 without one, and nothing is written then. */
function undone(call: Call): number {
  if (!call.read((tx) => retryWaits(tx, call.subject.id))) return 0
  return call.write((tx) => acted(tx, call, (job) => undoRetry(tx, job)))
}

function stop(call: Call, url_ids: readonly number[] | undefined): Promise<number> {
  const some = url_ids ? inOrder(url_ids) : call.read((tx) => unsentLinks.onlyAgain(tx, call.subject.id))
  return some ? stopSome(call, some) : cancelAll(call)
}

async function cancelAll(call: Call): Promise<number> {
  const n = call.write((tx) => acted(tx, call, (job) => callOffOrRefuse(tx, job)))
  // Not the caller's signal: a cancel that has begun is finished even when the caller disconnects.
  await settleCancelled(call.app, call.subject, new AbortController().signal)
  return n
}

/**
 * The audit entry of the first slice counts all links to stop, so after a restart in between it shows what was ordered.
 */
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

const NONE_LEFT = 'Every link is already with the supplier, so nothing can be cancelled.'

function callOffOrRefuse(tx: Tx, job: JobRow): number {
  assertSending(job)
  const n = callOff(tx, job)
  if (n === 0) throw conflict(NONE_LEFT)
  return n
}

function assertSending(job: JobRow): void {
  if (isFinished(job)) throw conflict(`The job is already ${job.status}.`)
  if (job.status === 'watching') throw conflict('Every link has been sent, so nothing can be cancelled.')
}

const NAMED = 50

/**
 * How many of these links are unsent; 409 with none. An unknown link is an error, because a caller that names links
 * means exactly these.
 */
function stoppedBy(tx: ReadTx, job: JobRow, ids: readonly number[]): number {
  if (job.type === 'check') throw conflict('This is a check job: cancel the whole job, without url_ids.')
  const strange = linksNotOf(tx, job.id, ids, NAMED)
  if (strange.length)
    throw invalid(...strange.map((uid) => ({ path: 'url_ids', message: `${uid} is not a link of this job` })))
  assertSending(job)
  const n = unsentLinks.countUnsentAmong(tx, job.id, ids)
  if (n === 0) throw conflict('None of these links waits to be sent, so nothing can be cancelled.')
  return n
}

const keptOf = (tx: ReadTx, { id }: JobRow, url_ids: readonly number[] | undefined): number =>
  url_ids ? unsentLinks.countLeftAmong(tx, inOrder(url_ids)) : unsentLinks.countLeft(tx, id)
