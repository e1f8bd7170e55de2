/** Reports that counted a push before it moved are counted again; those that readers may have get a correction. */

import type { JobRow } from '../../domains/jobs/index.ts'
import { daysOf, idsOf, pathOfTenant } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { dayInWords, type LocalDay } from '../../kernel/time/zones.ts'
import { countAgain, type Issue, issuesWith, stopSharing } from '../reports/index.ts'
import { forgetDone } from './forget-done.ts'
import type { MoveRow } from './tables.ts'

/** The workspaces whose reports count a push in only one of the two: reports also count the workspaces below. */
function countedIn(tx: ReadTx, from: string, to: string): { left: string[]; came: string[] } {
  const [above_from, above_to] = [from, to].map((id) => idsOf(pathOfTenant(tx, id) ?? '')) as [string[], string[]]
  return {
    left: above_from.filter((id) => !above_to.includes(id)),
    came: above_to.filter((id) => !above_from.includes(id)),
  }
}

/** The reports that a move of the push changes. */
export function reportsOfMove(tx: ReadTx, job: JobRow, to: string, until = tx.now): Issue[] {
  const { left, came } = countedIn(tx, job.tenant_id, to)
  return issuesWith(tx, job, [...left, ...came], until)
}

type DueMove = MoveRow & Pick<JobRow, 'created_at' | 'link_count'>

/** Counts the reports of moves that can no longer be undone. Returns how many reports. */
export async function countReportsAgain(app: App, signal: AbortSignal): Promise<number> {
  const due = app.db.read((tx) =>
    tx.rows<DueMove>(
      `select m.*, j.created_at, j.link_count from job_moves m join jobs j on j.id = m.job_id
       where m.count_at <= ? order by m.count_at limit 100`,
      tx.now,
    ),
  )
  let sum = 0
  for (const move of due) sum += await countOne(app, move, signal)
  return sum
}

/** Each report has figures after the move once it is done, so that a kill repeats none. */
async function countOne(app: App, move: DueMove, signal: AbortSignal): Promise<number> {
  const { job_id: id, from_id, to_id, moved_at, created_at } = move
  const { left, came } = app.db.read((tx) => countedIn(tx, from_id, to_id))
  const issues = app.db.read((tx) => issuesWith(tx, { id, created_at }, [...left, ...came], moved_at))
  let done = 0
  for (const issue of issues) {
    if (signal.aborted) return done
    const ordered = app.db.read((tx) => daysOf(tx, issue.tenant_id)).dayOf(created_at)
    if (await countAgain(app, issue, reasonOf(move.link_count, ordered, left.includes(issue.tenant_id)))) done++
  }
  if (done === issues.length) app.db.write((tx) => finish(tx, move))
  return done
}

/** The reason that readers see. It names no workspace, because readers of one know nothing of the other. */
const reasonOf = (link_count: number, ordered: LocalDay, left: boolean): string =>
  `A push of ${counted(link_count, 'link')}, ordered on ${dayInWords(ordered)}, was moved ${left ? 'out of' : 'into'} this report.`

/** Readers who got the address of its report in the one workspace are not meant to read it in the other. */
function finish(tx: Tx, { job_id, moved_at }: DueMove): null {
  const still = tx.run('update job_moves set count_at = null where job_id = ? and moved_at = ?', job_id, moved_at)
  if (still === 0) return null
  stopSharing(tx, job_id)
  forgetDone(tx, job_id)
  return null
}
