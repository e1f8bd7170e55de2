/** Stored results of checks, as lists and as evidence. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Condition, type ListArguments, list, when } from '../../kernel/database/list.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import type { JobRow } from '../jobs/index.ts'
import { normaliseUrl } from '../preflight/index.ts'
import { PLACE_OF_CHECK } from '../tenants/index.ts'

/** Results of one job, of one URL in it, or of this URL in all jobs of its workspace. */
type ResultFilter = { url: string | undefined; all_jobs: boolean }

export function listResults(
  tx: ReadTx,
  caller: Caller,
  job: JobRow,
  { url, all_jobs }: ResultFilter,
  page: ListArguments,
) {
  const of = url === undefined ? [when('k.job_id = ?', job.id)] : looksAt(asKept(url), job, all_jobs)
  return list(
    tx,
    {
      select: `k.id as rid, k.link_id as uid, k.url, k.engine, k.purpose, k.confirms, k.day, k.indexed, k.method, ${PLACE_OF_CHECK} as place, k.cause, k.google_canonical, k.crawled_at, k.failure,
        ${caller.platform ? FOR_THE_OPERATOR : FOR_CUSTOMERS},
        k.finished_at as checked_at, exists (select 1 from look_answers a where a.look_id = k.id) as has_raw`,
      from: 'looks k',
      where: [when("k.state = 'done'"), ...of],
      sorts: { checked_at: 'k.id' },
    },
    page,
  )
}

type RawResult = { rid: number; body: string }

/** The vendor's stored answer behind a result of the job, or 404. */
export function findRawResult(tx: ReadTx, job_id: string, rid: string): RawResult {
  const found = /^\d{1,15}$/.test(rid)
    ? tx.row<RawResult>(
        'select k.id as rid, a.body from looks k join look_answers a on a.look_id = k.id where k.id = ? and k.job_id = ?',
        Number(rid),
        job_id,
      )
    : null
  if (!found) throw notFound('search result')
  return found
}

/** Fields with the operator's cost, as vendors name them: `cost` in USD (DataForSEO), `credits` (Serper). */
const PRICE = new Set(['cost', 'credits'])

/** Customers read the answer as evidence, without the price. A body that is not JSON has no price field. */
export function withoutPrice(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body, (name, value) => (PRICE.has(name) ? undefined : value)))
  } catch {
    return body
  }
}

/** Clients read the results too, but not the vendor, its cost or its error texts. */
const FOR_CUSTOMERS = 'null as adapter, null as cost_usd, iif(k.failure is null, k.evidence, null) as evidence'
const FOR_THE_OPERATOR = 'k.adapter, k.cost_usd, k.evidence'

/** Links are stored as canonical URLs; any other spelling finds them too. */
function asKept(url: string): string {
  const normalised = normaliseUrl(url)
  return normalised.ok ? normalised.url : url
}

/** Checks of this URL in one job, or in all jobs of the workspace that the caller may read. */
const looksAt = (url: string, { id, tenant_id }: JobRow, all_jobs: boolean): Condition[] =>
  all_jobs
    ? [
        when('k.url = ? and k.tenant_id = ?', url, tenant_id),
        when('exists (select 1 from jobs j where j.id = k.job_id and j.deleted_at is null)'),
      ]
    : [when('k.job_id = ? and k.link_id in (select id from links where job_id = ? and url = ?)', id, id, url)]
