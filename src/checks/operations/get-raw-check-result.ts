import Type from 'typebox'
import { findJob } from '../../jobs/index.ts'
import { notFound } from '../../kernel/fault.ts'
import { read } from '../../kernel/operation.ts'

export const getRawCheckResult = read({
  name: 'get_raw_check_result',
  route: 'GET /jobs/{id}/searchengine/raw/{rid}',
  role: null,
  summary: "The vendor's stored answer behind one search result, secrets stripped.",
  input: Type.Object({ id: Type.String({ title: 'Job' }), rid: Type.Integer({ title: 'Result', minimum: 1 }) }),
  output: Type.Object({ rid: Type.Integer(), body: Type.String({ description: 'As the vendor sent it' }) }),
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
  handle: ({ subject }) => subject,
})
