import Type from 'typebox'
import { findJob, JobId } from '../../domains/jobs/index.ts'
import { notFound } from '../../kernel/operation/fault.ts'
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
    body: Type.String({
      description: 'As the vendor sent it; only the platform admin sees the cost',
    }),
  }),
  example: { id: 'job_guestposts', rid: 9501 },
  subject(tx, caller, { id, rid }) {
    const job = findJob(tx, caller, id!)
    const found = /^\d{1,15}$/.test(rid!)
      ? tx.row<{ rid: number; body: string }>(
          'select k.id as rid, a.body from looks k join look_answers a on a.look_id = k.id where k.id = ? and k.job_id = ?',
          Number(rid),
          job.id,
        )
      : null
    if (!found) throw notFound('search result')
    return found
  },
  handle: ({ caller, subject }) => (caller.platform ? subject : { ...subject, body: withoutPrice(subject.body) }),
})

/** Fields with the operator's cost, as vendors name them: `cost` in USD (DataForSEO), `credits` (Serper). */
const PRICE = new Set(['cost', 'credits'])

/** Customers read the answer as evidence, without the price. A body that is not JSON has no price field. */
function withoutPrice(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body, (name, value) => (PRICE.has(name) ? undefined : value)))
  } catch {
    return body
  }
}
