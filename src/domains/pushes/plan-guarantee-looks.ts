import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { planLooks, TAKE_LOOKS } from '../checks/index.ts'
import { linkStates, partsByJob, refreshOutcome } from '../jobs/index.ts'
import { dayFor, GUARANTEE_ENGINE } from './guarantee.ts'
import { type DueLink, planHoldoutLooks } from './holdout.ts'

/** The task that plans the guarantee checks. */
export const RECHECK_LINKS = taskName('recheck_links')

type DueSentLink = DueLink & { state: string; sent_at: string }

/**
 * Plans the guarantee checks that are due or overdue. A planned link has no next date until its check is settled, so
 * planning twice plans once. The operator pays for these checks.
 */
export async function planGuaranteeLooks(app: App, signal: AbortSignal): Promise<number> {
  const plan = (tx: Tx, limit: number) => {
    const planned = planStep(tx, limit)
    if (planned) tx.afterCommit(() => app.wake(TAKE_LOOKS))
    return planned
  }
  // A step stops early when the next push is large.
  let sum = 0
  for (let some = 1; some > 0 && !signal.aborted; sum += some) some = await inSteps(app.db, signal, plan)
  return sum
}

function planStep(tx: Tx, limit: number): number {
  const found = tx.rows<DueSentLink>(
    `select id, job_id, state, looks, sent_at from links
     where next_look_at <= ? order by next_look_at limit ?`,
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
 * The push for the next step. Its outcome is counted only after the last of its links: until then only the date of its
 * next check is out of date, and counting a large push takes longer than planning a part of it.
 */
const nextDue = (tx: Tx): string | undefined =>
  tx.row<{ job_id: string }>('select job_id from links where next_look_at <= ? order by next_look_at limit 1', tx.now)
    ?.job_id

const isHoldout = ({ state }: DueSentLink): boolean => state === 'held_out'

/** Links of one push with the same sent date, so they share a check day. */
function plan(tx: Tx, links: DueSentLink[]): void {
  const { job_id, sent_at } = links[0]!
  const ids = links.map(({ id }) => id)
  const day = dayFor(sent_at, tx.now)
  const among = "l.state = 'sent' and l.id in (select value from json_each(?))"
  planLooks(tx, { job_id, engine: GUARANTEE_ENGINE, purpose: 'guarantee', credits: 0, day }, among, JSON.stringify(ids))
  linkStates.takeOffCalendar(tx, ids)
}
