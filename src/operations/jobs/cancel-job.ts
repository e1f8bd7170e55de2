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
import { callOff, settleCancelled, stopLinks, takeBackAgain } from '../../domains/pushes/index.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { conflict, invalid } from '../../kernel/fault.ts'
import { type OutboundCall, outbound } from '../../kernel/operation.ts'
import { pause } from '../../kernel/pause.ts'

export const cancelJob = outbound({
  name: 'cancel_job',
  route: 'POST /jobs/{id}/cancel',
  role: 'member',
  tool: {
    when: 'to stop a push, a check or some links',
    returns: 'the job, how many were `cancelled`, `kept`',
    next: 'get_credits',
    inputs: { url_ids: 'Of a push, the links to call off' },
    brief: JOB_TOLD,
  },
  summary: 'Cancel what has not been sent: its credits come back, links already sent stay under the guarantee.',
  description:
    'With `url_ids`, those links alone are called off and the push goes on with the others. A link that failed and waits to be sent again is where it was; so is a push of which nothing else waits.',
  input: Type.Object({
    id: JobId,
    url_ids: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), {
        title: 'Links',
        description: 'Of a push, the links to call off. All of the job unless given',
        minItems: 1,
        maxItems: 10_000,
      }),
    ),
    only: Type.Optional(
      Type.Enum(['retried'], {
        description:
          'Takes back what a page has ordered again less than ten seconds ago, and nothing else; 409 when it has begun. All of the job unless given',
      }),
    ),
  }),
  output: Type.Object({
    ...Job.properties,
    cancelled: Type.Integer({ description: 'Links that will not be sent' }),
    kept: Type.Integer({
      description: 'Links meant that a supplier has, or had: they stay as they are, under the guarantee',
    }),
  }),
  example: { id: 'job_drip' },
  faults: ['conflict'],
  local: true,
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  async handle(call, { only, url_ids }) {
    const { subject, read } = call
    if (only && url_ids) throw invalid({ path: 'only', message: 'goes without url_ids' })
    const some = url_ids ? inOrder(url_ids) : only ? null : read((tx) => unsentLinks.onlyAgain(tx, subject.id))
    const cancelled = only ? takeBack(call) : some ? await stopSome(call, some) : await cancelAll(call)
    // To count what had left reads every link of the job: a turn of its own.
    await pause()
    return read((tx) => ({ ...readJob(tx, subject.id), cancelled, kept: keptOf(tx, subject, url_ids) }))
  },
})

type Call = OutboundCall<JobRow>
const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** What an act does to the job as it is now, with its line in the audit trail. */
function acted(tx: Tx, { caller, subject, changed }: Call, act: (job: JobRow) => number): number {
  const job = findJob(tx, caller, subject.id)
  const cancelled = act(job)
  const { status } = readJob(tx, job.id)
  changed({ tenant_id: job.tenant_id, before: { status: job.status }, after: { status, cancelled } })
  return cancelled
}

const takeBack = (call: Call): number => call.write((tx) => acted(tx, call, (job) => takeBackOrRefuse(tx, job)))

async function cancelAll(call: Call): Promise<number> {
  const n = call.write((tx) => acted(tx, call, (job) => callOffOrRefuse(tx, job)))
  // Whoever asked may have gone: what was begun is finished all the same.
  await settleCancelled(call.app, call.subject, new AbortController().signal)
  return n
}

/** The trail tells of all that are meant to stop with the first of them: a kill in between leaves a line of what was wanted. */
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

const NONE_LEFT = 'Every link is with the supplier already; there is nothing left to cancel.'

function callOffOrRefuse(tx: Tx, job: JobRow): number {
  assertSending(job)
  const n = callOff(tx, job)
  if (n === 0) throw conflict(NONE_LEFT)
  return n
}

function assertSending(job: JobRow): void {
  if (isFinished(job)) throw conflict(`The job is ${job.status} already.`)
  if (job.status === 'watching') throw conflict('Every link has been sent; there is nothing left to cancel.')
}

const NAMED = 50

/**
 * How many of these links have not left; 409 with none. A link that is not there is a mistake worth telling: whoever names
 * links means just these.
 */
function stoppedBy(tx: ReadTx, job: JobRow, ids: readonly number[]): number {
  if (job.type === 'check') throw conflict('This is a check: it can be cancelled whole, not link by link.')
  const strange = linksNotOf(tx, job.id, ids, NAMED)
  if (strange.length)
    throw invalid(...strange.map((uid) => ({ path: 'url_ids', message: `${uid} is no link of this job` })))
  assertSending(job)
  const n = unsentLinks.countUnsentAmong(tx, job.id, ids)
  if (n === 0) throw conflict('None of these links waits to be sent: there is nothing to call off.')
  return n
}

const keptOf = (tx: ReadTx, { id }: JobRow, url_ids: readonly number[] | undefined): number =>
  url_ids ? unsentLinks.countLeftAmong(tx, inOrder(url_ids)) : unsentLinks.countLeft(tx, id)

function takeBackOrRefuse(tx: Tx, job: JobRow): number {
  const n = takeBackAgain(tx, job)
  if (n === 0) throw conflict('Nothing of this job waits to be sent again any more.')
  return n
}
