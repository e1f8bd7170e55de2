import type { ReadTx, Tx } from '../kernel/database.ts'

/** A result whose vendor did not tell its price: it is booked at the operator's rate. */
export const UNPRICED = "(cost_usd = 0 and method is 'search_result')"

/** Looks of the job that may not go yet: under way, or of a call whose bill is still asked for. */
const BUSY = "(state <> 'done' or id in (select look_id from lost_calls where state = 'open'))"

/**
 * Removes looks of a deleted job, at most `limit`: those that wait are not taken, those that were leave what they cost, by
 * day, so that neither a day's cap nor a month's margin forgets money that was spent. Returns how many went.
 */
export function forgetLooks(tx: Tx, job_id: string, limit: number): number {
  const waiting = tx.run(
    `delete from looks where id in (select id from looks where job_id = ? and state = 'queued' and cost_usd = 0 limit ?)`,
    job_id,
    limit,
  )
  const ids = JSON.stringify(
    tx
      .rows<{ id: number }>(`select id from looks where job_id = ? and not ${BUSY} limit ?`, job_id, limit - waiting)
      .map(({ id }) => id),
  )
  tx.run(
    `insert into past_looks (day, tenant_id, engine, looks, credits_used, cost_usd, unpriced)
     select substr(finished_at, 1, 10), tenant_id, engine, count(*), sum(iif(indexed in ('yes', 'no'), credits, 0)), sum(cost_usd),
       sum(${UNPRICED})
     from looks where id in (select value from json_each(?)) group by 1, 2, 3
     on conflict (day, tenant_id, engine) do update set looks = looks + excluded.looks, credits_used = credits_used + excluded.credits_used,
       cost_usd = cost_usd + excluded.cost_usd, unpriced = unpriced + excluded.unpriced`,
    ids,
  )
  return waiting + tx.run('delete from looks where id in (select value from json_each(?))', ids)
}

/** Whether a job has looks that cannot be removed yet. */
export const hasLooks = (tx: ReadTx, job_id: string): boolean =>
  tx.row('select 1 from looks where job_id = ? limit 1', job_id) !== null
