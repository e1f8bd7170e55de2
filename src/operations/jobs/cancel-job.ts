import Type from 'typebox'
import { findWrittenJob, JOB_FIELDS, Job, JobId, readJob } from '../../domains/jobs/index.ts'
import { cancel, countLeftLinks } from '../../domains/pushes/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
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
