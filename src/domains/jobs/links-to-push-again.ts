import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Said, said } from '../../kernel/language/say.ts'
import { conflict, type Fault } from '../../kernel/operation/fault.ts'
import type { Outcome } from './shapes.ts'
import type { JobRow } from './tables.ts'

/** Links that were checked and not seen. Flagged and cancelled links were never pushed, so they do not count. */
const UNSEEN =
  "indexed in ('no', 'unknown') and (state in ('not_indexed', 'checked') or (state in ('sent', 'held_out') and checked_at is not null))"

/** Another open push made from this job: it already pushes these links again. */
const AGAIN = `from jobs a cross join links o on o.job_id = a.id where a.tenant_id = ? and a.deleted_at is null
  and a.type = 'index' and a.status not in ('done', 'cancelled') and a.source_job_id = ?`

type Source = Pick<JobRow, 'id' | 'tenant_id'>

/** The unseen URLs that a new push would send, without those already being pushed again. */
export const urlsToPushAgain = (tx: ReadTx, { id, tenant_id }: Source): string[] =>
  urlsOf(tx, id, `${UNSEEN} and url not in (select o.url ${AGAIN})`, tenant_id, id)

/** The number of these URLs, for the page that offers the push. */
export const countToPushAgain = (tx: ReadTx, { id, tenant_id }: Source): number =>
  tx.count(
    `select count(*) from links where job_id = ? and ${UNSEEN} and url not in (select o.url ${AGAIN})`,
    id,
    tenant_id,
    id,
  )

/** The refusal when no link would be pushed again: why, and what to do next. */
export function nothingToPushAgain(tx: ReadTx, job: Source & Pick<JobRow, 'outcome'>): Fault {
  const again = tx.row<{ id: string; name: string }>(
    `select a.id, a.name ${AGAIN} order by a.id desc limit 1`,
    job.tenant_id,
    job.id,
  )
  if (!again) return conflict(noneMissing(job))
  const message = said('These links are already being pushed again. Wait until “{name}” is done.', { name: again.name })
  return conflict(message, { job_id: again.id })
}

/** Flagged links are never checked, so waiting does not help. */
function noneMissing({ outcome }: Pick<JobRow, 'outcome'>): Said {
  const { links, states } = JSON.parse(outcome) as Static<typeof Outcome>
  return states.flagged === links
    ? said(
        'No checked link of this job is missing from search. They are flagged: fix the pages, or push them with “Push anyway”{route}.',
        { route: ' (POST /jobs with push_anyway)' },
      )
    : said(
        'No checked link of this job is missing from search. Check the job first{route}, or wait for its first check.',
        { route: ' (POST /jobs/{id}/check)' },
      )
}

/** URLs of a push that are not indexed at the end of the watch; matches the count of its outcome. */
export const unindexedUrls = (tx: ReadTx, job_id: string): string[] => urlsOf(tx, job_id, "state = 'not_indexed'")

/** URLs of a job in its order: all, or those that match `which` (SQL). */
export const urlsOf = (tx: ReadTx, job_id: string, which = 'true', ...params: string[]): string[] =>
  tx
    .rows<{ url: string }>(`select url from links where job_id = ? and ${which} order by id`, job_id, ...params)
    .map(({ url }) => url)
