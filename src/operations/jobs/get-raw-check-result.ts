import Type from 'typebox'
import { findRawResult, withoutPrice } from '../../domains/checks/index.ts'
import { findJob, JobId } from '../../domains/jobs/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { MOST } from '../../kernel/operation/shape.ts'

export const getRawCheckResult = read({
  name: 'get_raw_check_result',
  route: 'GET /jobs/{id}/searchengine/raw/{rid}',
  role: null,
  summary: "The vendor's stored answer behind one search result, secrets stripped.",
  input: Type.Object({ id: JobId, rid: Type.Integer({ title: 'Result', minimum: 1, maximum: MOST }) }),
  output: Type.Object({
    rid: Type.Integer(),
    body: Type.String({ description: 'As the vendor sent it; only the platform admin sees the cost' }),
  }),
  example: { id: 'job_guestposts', rid: 9501 },
  subject: (tx, caller, { id, rid }) => findRawResult(tx, findJob(tx, caller, id!).id, rid!),
  handle: ({ caller, subject }) => (caller.platform ? subject : { ...subject, body: withoutPrice(subject.body) }),
})
