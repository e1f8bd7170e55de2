import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { countPeople } from '../accounts/index.ts'
import { PLAN_CHECKS, TAKE_LOOKS } from '../checks/index.ts'
import type { JobStatus } from '../jobs/index.ts'
import { countKeys } from '../keys/index.ts'
import { assertRoomInTree } from '../plans/index.ts'
import { SEND_LINKS } from '../providers/index.ts'
import { countBelow } from '../tenants/index.ts'

/** The task that brings pushes on. */
export const ADVANCE_PUSHES = taskName('advance_pushes')

/** The next stage of a push; stages that the order does not ask for are skipped. */
export function stageAfter(
  status: JobStatus,
  order: { preflight: number; smart: number; pre_check: number },
): JobStatus {
  if (status === 'queued' && order.preflight) return 'preflight'
  if ((status === 'queued' || status === 'preflight') && (order.smart || order.pre_check)) return 'checking'
  return 'sending'
}

/** The day of the n-th of `count` links spread evenly over `days`; the first is sent today. */
export const waveOf = (n: number, count: number, days: number): number => Math.floor((n * Math.max(1, days)) / count)

/** Progress of the present stage: links screened, checked, sent or settled. */
export function progressOf(tx: ReadTx, job: { id: string; status: JobStatus; link_count: number; outcome: string }) {
  const { states } = JSON.parse(job.outcome) as { states: Record<string, number> }
  const waiting = (states.queued ?? 0) + (states.scheduled ?? 0)
  const done = {
    queued: 0,
    preflight: () => tx.number('select count(*) from links where job_id = ? and facts is not null', job.id),
    checking: () =>
      job.link_count - tx.number("select count(*) from looks where job_id = ? and state <> 'done'", job.id),
    sending: job.link_count - waiting,
    watching: job.link_count - waiting - (states.sent ?? 0),
    done: job.link_count,
    cancelled: job.link_count,
  }[job.status]
  return { stage: job.status, done: typeof done === 'function' ? done() : done, total: job.link_count }
}

/** Tasks whose work waits while a workspace is archived. */
const WAITING = [ADVANCE_PUSHES, SEND_LINKS, PLAN_CHECKS, TAKE_LOOKS]

/** The work of a restored workspace continues; refuses one that the plan has no room for. */
export function resume(tx: Tx, app: Install, caller: Caller, id: string): void {
  assertRoomInTree(tx, app, caller, id, 'clients', countBelow)
  assertRoomInTree(tx, app, caller, id, 'members', countPeople)
  assertRoomInTree(tx, app, caller, id, 'keys', countKeys)
  for (const name of WAITING) tx.afterCommit(() => app.wake(name))
}
