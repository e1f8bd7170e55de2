import type { ReadTx } from '../../kernel/database.ts'

/** Links that were looked at and not seen. Flagged and cancelled ones were never pushed, and have nothing to repeat. */
const UNSEEN =
  "indexed in ('no', 'unknown') and (state in ('not_indexed', 'checked') or (state in ('sent', 'held_out') and checked_at is not null))"

/** Addresses of a job that were looked at and not seen, in its order. */
export const unseenUrls = (tx: ReadTx, job_id: string): string[] => urlsOf(tx, job_id, UNSEEN)

/** Addresses of a push that are not indexed at the end of their watch: as many as its outcome counts. */
export const unindexedUrls = (tx: ReadTx, job_id: string): string[] => urlsOf(tx, job_id, "state = 'not_indexed'")

/** Addresses of a job, in its order: all, or those of which `which` (SQL) is true. */
export const urlsOf = (tx: ReadTx, job_id: string, which = 'true'): string[] =>
  tx
    .rows<{ url: string }>(`select url from links where job_id = ? and ${which} order by id`, job_id)
    .map(({ url }) => url)
