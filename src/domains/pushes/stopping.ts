/** Single links of a push that are not sent after all: each with its credit back, while what was sent goes on. */
import type { App } from '../../kernel/app.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { pause } from '../../kernel/pause.ts'
import { LINKS_A_STEP } from '../../kernel/steps.ts'
import { creditsOf, unaskedLooksAt, unplannedAmong, withdrawLooks } from '../checks/index.ts'
import { release } from '../credits/index.ts'
import { type JobRow, jobStates, refreshOutcome, unsentLinks } from '../jobs/index.ts'
import { leavePlanned } from '../providers/index.ts'
import { settleCancelled } from './cancelling.ts'
import { ADVANCE_PUSHES } from './stages.ts'

/** What stopping links comes to, of one push or of several. */
export type Stop = {
  /** Those that have not left, push by push. */
  unsent: readonly unsentLinks.Stoppable[]
  /** Check credits that come back beside the index credit of each. */
  checks: number
  /** Those that a supplier has, or had. */
  left: number
  /** Those that were never to be sent, or not any more. */
  others: number
}

export function whatStops(tx: ReadTx, ids: readonly number[]): Stop {
  const unsent = unsentLinks.stoppableAmong(tx, ids)
  const left = unsentLinks.countLeftAmong(tx, ids)
  const checks = unsent.filter(({ look }) => look).length * creditsOf('scan_standard')
  return { unsent, checks, left, others: ids.length - unsent.length - left }
}

/**
 * Stops what of these links has not left, in slices: each with its credits, its looks and the state of the push, so that
 * a kill between two leaves a push that goes on with the rest. `first` is the transaction of the first slice. Returns how
 * many were stopped: what a supplier was given meanwhile is not.
 */
export async function stopLinks(
  app: Pick<App, 'db' | 'wake'>,
  job: Pick<JobRow, 'id' | 'tenant_id' | 'type'>,
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
  if (job.status !== 'sending' && (job.smart || job.pre_check)) endLooks(tx, job, links)
  leavePlanned(tx, links, () => unsentLinks.stop(tx, links))
  const note = `${links.length} stopped before they were sent`
  release(tx, { tenant_id: job.tenant_id, kind: 'index', amount: links.length, reason: 'refund', job_id, note })
  goOn(tx, job, links)
  refreshOutcome(tx, job_id)
  // Its last open look may have been one of theirs.
  tx.afterCommit(() => app.wake(ADVANCE_PUSHES))
  return links.length
}

/** Looks before the push that no call was made for end, and those that were never planned are not: their credits come back. */
function endLooks(tx: Tx, { id: job_id, tenant_id }: JobRow, links: readonly { id: number }[]): void {
  const ids = links.map(({ id }) => id)
  const never = unplannedAmong(tx, job_id, ids)
  withdrawLooks(tx, unaskedLooksAt(tx, job_id, ids), 'The link was taken out of the push.')
  if (never === 0) return
  const amount = never * creditsOf('scan_standard')
  release(tx, { tenant_id, kind: 'check', amount, reason: 'refund', job_id, note: `${never} stopped before a look` })
}

/** With nothing left to send, a push goes on as if all of it had been sent; one that never reached a supplier is cancelled. */
function goOn(tx: Tx, { id }: JobRow, links: readonly unsentLinks.Unsent[]): void {
  const over =
    links
      .flatMap((link) => link.over ?? [])
      .sort()
      .at(-1) ?? null
  // Of a push that ends within its seconds nobody would be told.
  if (links.some(({ again }) => again) && !unsentLinks.anyAgain(tx, id)) jobStates.endUndo(tx, id)
  if (!unsentLinks.anyUnsent(tx, id) && !unsentLinks.reachedSupplier(tx, id)) jobStates.cancel(tx, id)
  else jobStates.finishAsBefore(tx, id, over)
}
