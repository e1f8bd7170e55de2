/**
 * Moves a push to another workspace. Its row, its credits and what is counted of it move in one transaction; its checks
 * and the memory of its addresses follow in slices (`follow.ts`), and reports that counted it are counted again once the
 * move can no longer be undone (`reports.ts`). A move back is the same move the other way.
 */

import { adminPaths } from '../../domains/accounts/index.ts'
import { siteOf } from '../../domains/branding/index.ts'
import { usedChecks } from '../../domains/checks/index.ts'
import { assertPaysFor, heldBy, moveCredits } from '../../domains/credits/index.ts'
import { movePings } from '../../domains/indexnow/index.ts'
import { changeTenant, findWrittenJob, type JobRow } from '../../domains/jobs/index.ts'
import { moveBatches } from '../../domains/providers/index.ts'
import { UNDO } from '../../domains/pushes/index.ts'
import { idsOf, isArchived, pathOfTenant } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { text } from '../../kernel/language/say.ts'
import type { Install } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict, forbidden, invalid, notFound } from '../../kernel/operation/fault.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { plus } from '../../kernel/time/clock.ts'
import { recordEvent } from '../webhooks/index.ts'
import { reportsOfMove } from './reports.ts'
import type { MoveRow } from './tables.ts'

/** The task that does what is left of moves. */
export const FOLLOW_MOVES = taskName('follow_moves')

/** Why a push cannot move; nothing where it can. The message about the workspace names its field. */
export function assertMayMove(tx: ReadTx, caller: Caller, job: JobRow, to: string): void {
  const [from_path, path] = [pathOfTenant(tx, job.tenant_id)!, pathOfTenant(tx, to)]
  const mine = adminPaths(tx, caller)
  const isMine = (of: string) => mine.some((above) => of.startsWith(above))
  if (path === null || !(isMine(path) || path.startsWith(caller.path))) throw notFound('workspace')
  if (!isMine(from_path) || !isMine(path)) throw forbidden(ADMINS)
  const wrong = wrongWorkspace(tx, job, to, [from_path, path])
  if (wrong) throw invalid({ path: 'move_to', message: wrong })
  if (job.type === 'check')
    throw conflict('This is a check job. Only pushes move: check the links again for the other workspace.')
  // A move back can begin at once, because the rows of the links and the reports are those of these two workspaces.
  if (tx.row('select 1 from job_moves where job_id = ? and from_id <> ?', job.id, to))
    throw invalid({ path: 'move_to', message: UNFINISHED })
}

const ADMINS = text('Only an admin of both workspaces may move a push.')
const UNFINISHED = text('cannot change now: this push is being moved. Move it back, or try again in half a minute')

function wrongWorkspace(tx: ReadTx, job: JobRow, to: string, [from_path, path]: [string, string]): string | null {
  if (to === job.tenant_id) return text('is the workspace that the push is in')
  if (idsOf(path)[0] !== idsOf(from_path)[0]) return text('is a workspace of another agency')
  return isArchived(tx, path) ? text('is archived: restore it first') : null
}

export function movePush(
  tx: Tx,
  app: Pick<Install, 'wake' | 'config' | 'catalog' | 'moved'>,
  caller: Caller,
  id: string,
  to: string,
): void {
  const job = findWrittenJob(tx, caller, id)
  assertMayMove(tx, caller, job, to)
  assertPaysFor(tx, id, to)
  const from = job.tenant_id
  for (const move of app.moved) move(tx, job, to)
  const index = changeTenant(tx, job, to)
  const check = heldBy(tx, id).some(({ kind, used }) => kind === 'check' && used > 0) ? usedChecks(tx, id) : []
  const on = job.finished_at ?? job.sent_at ?? job.created_at
  moveCredits(tx, { job_id: id, from, to, actor: caller.label, note: job.name }, { index, check }, on)
  moveBatches(tx, id, to)
  movePings(tx, id, to)
  keepRest(tx, job, to)
  tellMove(tx, app, job, to)
  tx.afterCommit(() => app.wake(FOLLOW_MOVES))
}

/** Notes what is left to do. An undo changes no report, unless one was made meanwhile. */
function keepRest(tx: Tx, job: JobRow, to: string): void {
  const before = tx.row<Pick<MoveRow, 'moved_at'>>(
    'select moved_at from job_moves where job_id = ? and from_id = ? and count_at > ?',
    job.id,
    to,
    tx.now,
  )
  const undone = before && reportsOfMove(tx, job, to).every(({ frozen_at }) => frozen_at <= before.moved_at)
  tx.run(
    `insert or replace into job_moves (job_id, from_id, to_id, moved_at, next_link, count_at) values (?, ?, ?, ?, ?, ?)`,
    job.id,
    job.tenant_id,
    to,
    tx.now,
    job.first_link,
    undone ? null : plus(tx.now, UNDO),
  )
}

/** An event for each workspace. Neither names the other: a client may read its own. */
function tellMove(
  tx: Tx,
  app: Pick<Install, 'wake' | 'config' | 'catalog' | 'moved'>,
  { id, name, link_count, tenant_id: from }: JobRow,
  to: string,
): void {
  const credits = heldBy(tx, id).reduce(
    (sum, { reserved, used }) => ({ reserved: sum.reserved + reserved, used: sum.used + used }),
    { reserved: 0, used: 0 },
  )
  const data = { id, name, links: link_count, credits }
  const url = `${siteOf(tx, app, to)}/app/w/${to}/jobs/${id}`
  recordEvent(tx, app, { type: 'push.moved', tenant_id: from, data: { ...data, direction: 'out', url: null } })
  recordEvent(tx, app, { type: 'push.moved', tenant_id: to, data: { ...data, direction: 'in', url } })
}
