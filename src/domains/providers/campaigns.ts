import type { ReadTx, Tx } from '../../kernel/database.ts'
import { newId } from '../../kernel/ids.ts'
import { taskName } from '../../kernel/task.ts'
import type { JobRows } from '../jobs/index.ts'

/** The task that orders what is due. */
export const SEND_LINKS = taskName('send_links')

/** Writes a batch to be ordered. Its links carry the returned id as `campaign_id`; then `noteSites`. */
export function planCampaign(tx: Tx, batch: { job_id: string; tenant_id: string; url_count: number }): string {
  const id = newId()
  tx.run(
    `insert into campaigns (id, ref, job_id, tenant_id, state, url_count, next_attempt_at, created_at)
     values (?, ?, ?, ?, 'planned', ?, ?, ?)`,
    id,
    `sp-${id}`,
    batch.job_id,
    batch.tenant_id,
    batch.url_count,
    tx.now,
    tx.now,
  )
  return id
}

/** Writes the batch of a push's links that are not sent: never ordered, it only counts what is seen of them. */
export function holdCampaign(tx: Tx, batch: { job_id: string; tenant_id: string; url_count: number }): string {
  const id = planCampaign(tx, batch)
  tx.run("update campaigns set state = 'held', next_attempt_at = null, sent_at = ? where id = ?", tx.now, id)
  return id
}

/** Writes down which sites the links that carry this id are on. */
export function noteSites(tx: Tx, campaign_id: string): void {
  tx.run(`insert into campaign_sites ${SITES} where campaign_id = ?`, campaign_id)
}

/** Forgets the batches of a push that no call was made for. Their links still carry their ids. */
export function dropPlanned(tx: Tx, job_id: string): void {
  const planned = "(select id from campaigns where job_id = ? and state = 'planned')"
  tx.run(`delete from campaign_sites where (site, campaign_id) in (${SITES} where campaign_id in ${planned})`, job_id)
  tx.run(`delete from campaigns where id in ${planned}`, job_id)
}

/** The normalised URL always has a slash after the host: https://host[:port]/path. */
const SITES = `select distinct substr(url, instr(url, '//') + 2, instr(substr(url, instr(url, '//') + 2), '/') - 1), campaign_id
  from links`

/** What looks at the links of a batch showed, as far as it adds to its numbers. */
export type Sighted = {
  campaign_id: string
  seen: 'seen1' | 'seen3' | 'seen7' | 'seen_late' | null
  looked3: boolean
}

/** Adds to the numbers of the batches, so that no board ever counts links. */
export function countSightings(tx: Tx, sightings: (Sighted | null)[]): void {
  const known = sightings.filter((sighted) => sighted !== null)
  for (const [campaign_id, of] of Map.groupBy(known, (sighted) => sighted.campaign_id)) {
    const n = (seen: Sighted['seen']) => of.filter((sighted) => sighted.seen === seen).length
    tx.run(
      `update campaigns set seen1 = seen1 + ?, seen3 = seen3 + ?, seen7 = seen7 + ?, seen_late = seen_late + ?, looked3 = looked3 + ?
       where id = ?`,
      n('seen1'),
      n('seen3'),
      n('seen7'),
      n('seen_late'),
      of.filter((sighted) => sighted.looked3).length,
      campaign_id,
    )
  }
}

/** The links of a batch, in the order they were given. */
export const urlsOf = (tx: ReadTx, campaign_id: string): string[] =>
  tx.rows<{ url: string }>('select url from links where campaign_id = ? order by id', campaign_id).map((row) => row.url)

/** A supplier's report names the links itself; only the simulated one needs those of the job. */
export const BATCHES_OF_JOBS: JobRows = {
  forget(tx, job_id) {
    tx.run('update campaigns set report_due_at = null where job_id = ? and simulated = 1', job_id)
    return 0
  },
}
