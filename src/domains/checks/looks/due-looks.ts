import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { nextInQueue } from '../../../kernel/scheduling/fair-queue.ts'
import type { EngineSlot } from '../../jobs/index.ts'
import { headroomOf, publishedFor, type Queue } from '../queues.ts'
import { type DueLooks, MAY_GO, NONE } from './broker.ts'

/** Due checks within the limits of a queue: of a slot shared fairly between agencies, of a property by the broker. */
export function dueIn(tx: Tx, app: Pick<App, 'engines' | 'broker'>, queue: Queue, most: number): DueLooks {
  const { slot, property } = queue
  if (!slot) return app.broker.due(tx, property, publishedFor(tx, app, property), most)
  const { left } = headroomOf(tx, app, queue)
  if (left === 0) return NONE
  const due = dueInSlot(tx, slot, Math.min(most, left))
  return { ...due, more: due.more && due.ids.length < left }
}

const dueInSlot = (tx: Tx, slot: EngineSlot, most: number): DueLooks =>
  nextInQueue<number>(
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
