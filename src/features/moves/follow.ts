/** Does the rest of moves: rows of their links in slices, then reports. Both are found in rows. */

import { moveLooks } from '../../domains/checks/index.ts'
import { judgeChangedHosts } from '../../domains/jobs/index.ts'
import { moveSent } from '../../domains/pushes/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { forgetDone } from './forget-done.ts'
import { countReportsAgain } from './reports.ts'
import type { MoveRow } from './tables.ts'

/** Does what is due of every move. Returns how many links and reports followed. */
export async function followMoves(app: App, signal: AbortSignal): Promise<number> {
  const links = await inSteps(app.db, signal, moveSome)
  // A host that moved with its push decides what reports leave out.
  await judgeChangedHosts(app, signal)
  return links + (await countReportsAgain(app, signal))
}

type Unfinished = MoveRow & { next_link: number; last_link: number }

/** The checks of the next links of a push, and the memory of their addresses. */
function moveSome(tx: Tx, limit: number): number {
  const move = tx.row<Unfinished>(
    `select m.*, j.last_link from job_moves m join jobs j on j.id = m.job_id where m.next_link is not null limit 1`,
  )
  if (!move) return 0
  const { job_id, from_id: from, to_id: to, next_link, last_link } = move
  const links = { from: next_link, until: Math.min(next_link + limit - 1, last_link) }
  moveLooks(tx, job_id, to, links)
  moveSent(tx, { job_id, from, to, links })
  const next = links.until < last_link ? links.until + 1 : null
  tx.run('update job_moves set next_link = ? where job_id = ?', next, job_id)
  forgetDone(tx, job_id)
  // A push of few links does not end the step: the next may be large.
  return next === null ? limit : links.until - links.from + 1
}
