/** The effect that a move would have, for the question before it. */

import { adminPaths } from '../../domains/accounts/index.ts'
import { balances, heldBy } from '../../domains/credits/index.ts'
import { type JobRow, ownersOfHosts } from '../../domains/jobs/index.ts'
import { idsOf, inUseBelow, namesOf, pathOfTenant } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { isOut, isShared } from '../reports/index.ts'
import { assertMayMove } from './move-push.ts'
import { reportsOfMove } from './reports.ts'

/** Workspaces that a choice shows. */
const MOST = 2000

/** Where the push may go, and the one of these to which most of its hosts belong. */
export function targetsOf(tx: ReadTx, caller: Caller, job: JobRow) {
  const mine = adminPaths(tx, caller)
  const root = `/${idsOf(pathOfTenant(tx, job.tenant_id)!)[0]}/`
  const choices = inUseBelow(tx, root, MOST)
    .filter(({ id, path }) => id !== job.tenant_id && mine.some((above) => path.startsWith(above)))
    .map(({ id, name }) => ({ id, name }))
  const suggested = ownersOfHosts(tx, job.id).find((owner) => choices.some(({ id }) => id === owner)) ?? null
  return { choices, suggested }
}

/** @throws the fault of a move that is refused for another reason than credits */
export function effectOf(tx: ReadTx, caller: Caller, job: JobRow, to: string) {
  assertMayMove(tx, caller, job, to)
  const has = balances(tx, to)
  const reports = reportsOfMove(tx, job, to).filter(
    ({ tenant_id }) => inTree(tx, caller, tenant_id) || tenant_id === to,
  )
  const names = namesOf(
    tx,
    reports.map(({ tenant_id }) => tenant_id),
  )
  return {
    links: job.link_count,
    credits: heldBy(tx, job.id).map(({ kind, reserved, used }) => ({
      kind,
      reserved,
      used,
      available: has[kind].available,
      missing: Math.max(0, reserved + used - has[kind].available),
    })),
    reports: reports.map((issue) => ({
      tenant_id: issue.tenant_id,
      tenant_name: names.get(issue.tenant_id)!,
      period: issue.period,
      corrected: isOut(issue),
    })),
    shared: isShared(tx, job.id),
  }
}

/** Where the push came from, while a move back counts as if it had not moved. */
export const undoOfMove = (tx: ReadTx, { id }: JobRow): { move_to: string; until: Time } | null =>
  tx.row('select from_id as move_to, count_at as until from job_moves where job_id = ? and count_at > ?', id, tx.now)
