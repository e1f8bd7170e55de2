/** The ledger entries behind a number of the money page, for one workspace or for all at and below the caller's. */

import type { ReadTx } from '../../kernel/database/database.ts'
import type { Listed } from '../../kernel/database/list.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { notFound } from '../../kernel/operation/fault.ts'
import type { Moments } from '../../kernel/time/zone-days.ts'
import { idsBelow, namesOf } from '../tenants/index.ts'
import { movementsOf } from './credit-days.ts'
import { type Move, movedLines } from './moved-lines.ts'
import type { LedgerLine } from './shapes.ts'

type MovedLine = LedgerLine & { tenant_name: string }

type MovedQuery = {
  move: Move
  span: Moments
  tenant_id?: string
  page: number
  page_size: number
  dir?: 'asc' | 'desc'
}

/** Only index credits. `sum` is the number, `tenant_name` is of the workspace that it is limited to. */
export function movedBelow(
  tx: ReadTx,
  caller: Caller,
  { move, span, tenant_id, ...page }: MovedQuery,
): Listed<MovedLine> & { sum: number; tenant_name: string | null } {
  if (tenant_id && !inTree(tx, caller, tenant_id)) throw notFound('workspace')
  const ids = tenant_id ? [tenant_id] : idsBelow(tx, caller.path)
  const moved = movementsOf(tx, ids, span)
  const { items, ...listed } = movedLines(tx, ids, { move, kind: 'index', ...span }, page)
  const names = namesOf(tx, tenant_id ? ids : items.map((line) => line.tenant_id))
  return {
    ...listed,
    items: items.map((line) => ({ ...line, tenant_name: names.get(line.tenant_id)! })),
    sum: ids.reduce((all, id) => all + moved(id, 'index')[move], 0),
    tenant_name: tenant_id ? names.get(tenant_id)! : null,
  }
}
