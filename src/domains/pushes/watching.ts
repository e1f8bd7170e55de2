import type { App } from '../../kernel/app.ts'
import type { Tx } from '../../kernel/database.ts'
import { inSteps } from '../../kernel/steps.ts'
import { taskName } from '../../kernel/task.ts'
import { planLooks, TAKE_LOOKS } from '../checks/index.ts'
import { linkStates, partsByJob, refreshOutcome } from '../jobs/index.ts'
import { dayFor, GUARANTEE_ENGINE } from './guarantee.ts'
import { planHoldoutLooks } from './holdout.ts'

/** The task that plans the looks of the guarantee. */
export const RECHECK_LINKS = taskName('recheck_links')

type Due = { id: number; job_id: string; tenant_id: string; state: string; looks: number; sent_at: string }

/**
 * Plans the guarantee looks that are due, overdue ones too. A planned link leaves the calendar until its look is
 * settled, so that planning twice plans once. Paid by the operator, never by check credits.
 */
export async function planGuaranteeLooks(app: App, signal: AbortSignal): Promise<number> {
  const plan = (tx: Tx, limit: number) => {
    const planned = planStep(tx, limit)
    if (planned) tx.afterCommit(() => app.wake(TAKE_LOOKS))
    return planned
  }
  // A step plans fewer than it may when the next push is a large one.
  let sum = 0
  for (let some = 1; some > 0 && !signal.aborted; sum += some) some = await inSteps(app.db, signal, plan)
  return sum
}

function planStep(tx: Tx, limit: number): number {
  const found = tx.rows<Due>(
    `select l.id, l.job_id, j.tenant_id, l.state, l.looks, l.sent_at from links l join jobs j on j.id = l.job_id
     where l.next_look_at <= ? order by l.next_look_at limit ?`,
    tx.now,
    limit,
  )
  const [due = []] = partsByJob(tx, found, ({ job_id }) => job_id, limit)
  const [holdout, sent] = [due.filter(isHoldout), due.filter((link) => !isHoldout(link))]
  for (const links of Map.groupBy(sent, ({ job_id, sent_at }) => `${job_id} ${sent_at}`).values()) plan(tx, links)
  planHoldoutLooks(tx, holdout)
  const more = nextDue(tx)
  for (const job_id of new Set(due.map((link) => link.job_id))) if (job_id !== more) refreshOutcome(tx, job_id)
  return due.length
}

/**
 * The push that the next step goes on with. It is counted when the last of its links is planned: until then it is only
 * the day of its next look that is not told yet, and to count a large push takes longer than to plan a part of it.
 */
const nextDue = (tx: Tx): string | undefined =>
  tx.row<{ job_id: string }>('select job_id from links where next_look_at <= ? order by next_look_at limit 1', tx.now)
    ?.job_id

const isHoldout = ({ state }: Due): boolean => state === 'held_out'

/** Links of one push that were sent at the same moment, so that they share their look day. */
function plan(tx: Tx, links: Due[]): void {
  const { job_id, tenant_id, sent_at } = links[0]!
  const ids = links.map(({ id }) => id)
  const day = dayFor(sent_at, tx.now)
  const among = "l.state = 'sent' and l.id in (select value from json_each(?))"
  planLooks(
    tx,
    { tenant_id, job_id, engine: GUARANTEE_ENGINE, purpose: 'guarantee', credits: 0, day },
    among,
    JSON.stringify(ids),
  )
  linkStates.takeOffCalendar(tx, ids)
}
