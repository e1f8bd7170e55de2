import type { App } from '../app.ts'
import { planLooks } from '../checks/index.ts'
import { refreshOutcome } from '../jobs/index.ts'
import type { Tx } from '../kernel/database.ts'
import { dayFor } from './guarantee.ts'

/** Links whose looks are planned in one transaction. */
const A_RUN = 20_000

type Due = { job_id: string; tenant_id: string; sent_at: string; next_look_at: string; n: number }

/**
 * Plans the guarantee looks that are due, overdue ones too. A planned link leaves the calendar until its look is
 * settled, so that planning twice plans once. Paid by the operator, never by check credits.
 */
export function planGuaranteeLooks(app: App): number {
  const planned = app.db.write((tx) => {
    const due = tx.rows<Due>(
      `select l.job_id, j.tenant_id, l.sent_at, max(l.next_look_at) as next_look_at, count(*) as n
       from links l join jobs j on j.id = l.job_id where l.next_look_at <= ? group by l.job_id, l.sent_at limit ?`,
      tx.now,
      A_RUN,
    )
    for (const group of due) plan(tx, group)
    return due.reduce((sum, { n }) => sum + n, 0)
  })
  if (planned) app.wake('take_looks')
  return planned
}

/** Links of one push that were sent at the same moment, so that they share their look day. */
function plan(tx: Tx, { job_id, tenant_id, sent_at, next_look_at }: Due): void {
  planLooks(
    tx,
    { tenant_id, job_id, engine: 'scan_standard', purpose: 'guarantee', credits: 0, day: dayFor(sent_at, tx.now) },
    "l.state = 'sent' and l.sent_at = ? and l.next_look_at <= ?",
    sent_at,
    next_look_at,
  )
  tx.run(
    'update links set next_look_at = null where job_id = ? and sent_at = ? and next_look_at <= ?',
    job_id,
    sent_at,
    next_look_at,
  )
  refreshOutcome(tx, job_id)
}
