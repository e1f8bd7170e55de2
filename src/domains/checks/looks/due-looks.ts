import type { Tx } from '../../../kernel/database/database.ts'
import { nextInQueue } from '../../../kernel/scheduling/fair-queue.ts'
import { ARCHIVED } from '../../tenants/index.ts'
import type { Queue } from '../queues.ts'

type DueLooks = { ids: number[]; more: boolean }
export const NONE: DueLooks = { ids: [], more: false }
const MAY_GO = `next_attempt_at <= ? and (purpose = 'guarantee' or tenant_id not in ${ARCHIVED})`

/** Due checks of a queue: of a slot shared fairly between agencies, of a property oldest first. */
export function dueIn(tx: Tx, { slot, property }: Queue, most: number): DueLooks {
  if (slot)
    return nextInQueue<number>(
      tx,
      {
        table: 'looks',
        workspace: 'tenant_id',
        in_line: "engine = ? and state = 'queued' and property is null",
        params: [slot],
        due: MAY_GO,
        order: 'next_attempt_at',
      },
      most,
    )
  const due = `select id from looks where property = ? and state = 'queued' and ${MAY_GO} order by next_attempt_at limit ?`
  const ids = tx.rows<{ id: number }>(due, property, tx.now, most).map(({ id }) => id)
  return { ids, more: ids.length === most }
}
