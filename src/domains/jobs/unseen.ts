import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database.ts'
import { conflict, type Fault } from '../../kernel/fault.ts'
import type { Outcome } from './shapes.ts'
import type { JobRow } from './tables.ts'

/** Links that were looked at and not seen. Flagged and cancelled ones were never pushed, and have nothing to repeat. */
const UNSEEN =
  "indexed in ('no', 'unknown') and (state in ('not_indexed', 'checked') or (state in ('sent', 'held_out') and checked_at is not null))"

/** Addresses of a job that were looked at and not seen, in its order. */
export const unseenUrls = (tx: ReadTx, job_id: string): string[] => urlsOf(tx, job_id, UNSEEN)

/** Another push, made from this job, that is under way: its links are being pushed again. */
const AGAIN = `from jobs a cross join links o on o.job_id = a.id where a.tenant_id = ? and a.deleted_at is null
  and a.type = 'index' and a.status not in ('done', 'cancelled') and a.source_job_id = ?`

type Source = Pick<JobRow, 'id' | 'tenant_id'>

/** Of those, what sending them again pushes: not what is being pushed again already. */
export const sentAgain = (tx: ReadTx, { id, tenant_id }: Source): string[] =>
  urlsOf(tx, id, `${UNSEEN} and url not in (select o.url ${AGAIN})`, tenant_id, id)

/** How many that are: what a page promises before it sends them again. */
export const countSentAgain = (tx: ReadTx, { id, tenant_id }: Source): number =>
  tx.count(
    `select count(*) from links where job_id = ? and ${UNSEEN} and url not in (select o.url ${AGAIN})`,
    id,
    tenant_id,
    id,
  )

/** Why sending the unseen again pushes nothing, and what to do next. */
export function nothingToSendAgain(tx: ReadTx, job: Source & Pick<JobRow, 'outcome'>): Fault {
  const again = tx.row<{ id: string; name: string }>(
    `select a.id, a.name ${AGAIN} order by a.id desc limit 1`,
    job.tenant_id,
    job.id,
  )
  if (!again) return conflict(`No link of this job was looked at and not seen. ${nextOf(job)}`)
  const message = `These links are being pushed again already. Wait until “${again.name}” is done.`
  return conflict(message, { job_id: again.id })
}

/** Flagged links are never looked at: waiting would not help. */
function nextOf({ outcome }: Pick<JobRow, 'outcome'>): string {
  const { links, states } = JSON.parse(outcome) as Static<typeof Outcome>
  return states.flagged === links
    ? 'They are flagged: mend them, or push them all the same with push_anyway (POST /jobs).'
    : 'Check it first (POST /jobs/{id}/check), or wait for the first look.'
}

/** Addresses of a push that are not indexed at the end of their watch: as many as its outcome counts. */
export const unindexedUrls = (tx: ReadTx, job_id: string): string[] => urlsOf(tx, job_id, "state = 'not_indexed'")

/** Addresses of a job, in its order: all, or those of which `which` (SQL) is true. */
export const urlsOf = (tx: ReadTx, job_id: string, which = 'true', ...params: string[]): string[] =>
  tx
    .rows<{ url: string }>(`select url from links where job_id = ? and ${which} order by id`, job_id, ...params)
    .map(({ url }) => url)
