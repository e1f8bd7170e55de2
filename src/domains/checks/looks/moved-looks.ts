/** Checks of a push that moves to another workspace. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { quarterHourSql } from '../../../kernel/time/zone-days.ts'

/** When its check credits were used. */
export const usedChecks = (tx: ReadTx, job_id: string): { quarter: Time; used: number }[] =>
  tx.rows(
    `select ${quarterHourSql('finished_at')} as quarter, sum(credits) as used from looks
     where job_id = ? and state = 'done' and credits > 0 and indexed in ('yes', 'no') group by 1`,
    job_id,
  )

/** Checks of these links of a job follow it, with what they cost. */
export function moveLooks(tx: Tx, job_id: string, to: string, links: { from: number; until: number }): void {
  const which = 'job_id = ?2 and link_id between ?3 and ?4 and tenant_id <> ?1'
  tx.run(
    `update lost_calls set tenant_id = ?1 where look_id in (select id from looks where ${which})`,
    to,
    job_id,
    links.from,
    links.until,
  )
  tx.run(`update looks set tenant_id = ?1 where ${which}`, to, job_id, links.from, links.until)
}
