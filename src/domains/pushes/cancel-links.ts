/** Stops single links of a push and refunds their credits; the rest of the push goes on. */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { LINKS_A_STEP } from '../../kernel/scheduling/steps.ts'
import { creditsOf, unaskedLooksAt, unplannedAmong, withdrawLooks } from '../checks/index.ts'
import { release } from '../credits/index.ts'
import { type JobRow, jobStates, refreshOutcome, unsentLinks } from '../jobs/index.ts'
import { leavePlanned } from '../providers/index.ts'
import { settleCancelled } from './cancel-job.ts'
import { ADVANCE_PUSHES } from './stages.ts'

/** The effect of stopping these links, in one push or several. */
type LinksToStop = {
  /** Unsent links, grouped by push. */
  unsent: readonly unsentLinks.StoppableLink[]
  /** Check credits refunded besides the index credits. */
  checks: number
  /** Links that a supplier has or had. */
  left: number
  /** Links that are flagged, cancelled or otherwise never sent. */
  others: number
}

export function linksToStop(tx: ReadTx, ids: readonly number[]): LinksToStop {
  const unsent = unsentLinks.stoppableAmong(tx, ids)
  const left = unsentLinks.countLeftAmong(tx, ids)
  const checks = unsent.filter(({ look }) => look).length * creditsOf('scan_standard')
  return { unsent, checks, left, others: ids.length - unsent.length - left }
}

/**
 * Stops these links in slices. Each slice moves its credits, checks and the state of the push, so after a restart
 * between two slices the push goes on with the rest. `first` is the transaction of the first slice. Returns how many
 * were stopped: a link that a supplier got meanwhile is not.
 */
export async function stopLinks(
  app: Pick<App, 'db' | 'wake'>,
  job: Pick<JobRow, 'id' | 'type'>,
  ids: readonly number[],
  first: (work: (tx: Tx) => number) => number,
): Promise<number> {
  let stopped = 0
  for (let from = 0; from < ids.length; from += LINKS_A_STEP) {
    const some = ids.slice(from, from + LINKS_A_STEP)
    const write = from === 0 ? first : (work: (tx: Tx) => number) => app.db.write(work)
    stopped += write((tx) => stopSome(tx, app, job.id, some))
    await pause()
  }
  if (app.db.read((tx) => jobStates.isBeingCancelled(tx, job.id)))
    await settleCancelled(app, job, new AbortController().signal)
  return stopped
}

const NOT_SENT_YET: readonly string[] = ['queued', 'preflight', 'checking', 'sending']

function stopSome(tx: Tx, app: Pick<App, 'wake'>, job_id: string, ids: readonly number[]): number {
  const job = tx.row<JobRow>('select * from jobs where id = ? and deleted_at is null', job_id)
  if (!job || !NOT_SENT_YET.includes(job.status)) return 0
  const links = unsentLinks.unsentAmong(tx, job_id, ids)
  if (links.length === 0) return 0
  if (job.status !== 'sending' && (job.smart || job.pre_check)) withdrawLinkChecks(tx, job, links)
  leavePlanned(tx, links, () => unsentLinks.stop(tx, links))
  const note = `${links.length} stopped before they were sent`
  release(tx, { kind: 'index', amount: links.length, reason: 'refund', job_id, note })
  goOn(tx, job, links)
  refreshOutcome(tx, job_id)
  // The last open check of the push may have been one of these.
  tx.afterCommit(() => app.wake(ADVANCE_PUSHES))
  return links.length
}

/** Ends checks before the push that no call was made for, and drops unplanned ones; both are refunded. */
function withdrawLinkChecks(tx: Tx, { id: job_id }: JobRow, links: readonly { id: number }[]): void {
  const ids = links.map(({ id }) => id)
  const never = unplannedAmong(tx, job_id, ids)
  withdrawLooks(tx, unaskedLooksAt(tx, job_id, ids), 'The link was removed from the push.')
  if (never === 0) return
  const amount = never * creditsOf('scan_standard')
  release(tx, { kind: 'check', amount, reason: 'refund', job_id, note: `${never} stopped before a check` })
}

/** With nothing left to send, the push goes on as if all was sent; one that never reached a supplier is cancelled. */
function goOn(tx: Tx, { id }: JobRow, links: readonly unsentLinks.UnsentLink[]): void {
  const over =
    links
      .flatMap((link) => link.over ?? [])
      .sort()
      .at(-1) ?? null
  // A push that ends within its undo time would not notify anybody, so the undo time ends first.
  if (links.some(({ again }) => again) && !unsentLinks.hasWaitingRetries(tx, id)) jobStates.endUndo(tx, id)
  if (!unsentLinks.anyUnsent(tx, id) && !unsentLinks.reachedSupplier(tx, id)) jobStates.cancel(tx, id)
  else jobStates.finishAsBefore(tx, id, over)
}
