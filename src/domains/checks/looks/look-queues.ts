/** Where checks wait: in the queue of their slot, or in that of the Search Console property that is asked instead. */
import type { Tx } from '../../../kernel/database/database.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import type { EngineSlot } from '../../jobs/index.ts'

const IN = 'in (select value from json_each(?))'

/** Moves checks into the queue of this Search Console property. */
export const putIntoQueue = (tx: Tx, property: string, class_: number, ids: readonly number[]): number =>
  tx.run(`update looks set property = ?, class = ? where id ${IN}`, property, class_, JSON.stringify(ids))

/** Moves checks back into the queues of these slots where more than `most` wait for the property. */
export const leaveBeyond = (
  tx: Tx,
  property: string,
  { slots, most, limit }: { slots: readonly EngineSlot[]; most: number; limit: number },
): number =>
  tx.run(
    `update looks set property = null where id in (select id from (select id, engine from looks
       where state = 'queued' and property = ? and purpose <> 'retention' order by next_attempt_at limit ? offset ?)
       where engine in (select value from json_each(?)))`,
    property,
    limit,
    most,
    JSON.stringify(slots),
  )

/** Moves checks of a class that were planned before `before` back into the queues of these slots. */
export const leaveLate = (
  tx: Tx,
  property: string,
  late: { class: number; before: Time; slots: readonly EngineSlot[]; limit: number },
): number =>
  tx.run(
    `update looks set property = null where id in (select id from looks indexed by looks_late
       where state = 'queued' and property = ? and class = ? and created_at < ?
       and engine in (select value from json_each(?)) order by created_at limit ?)`,
    property,
    late.class,
    late.before,
    JSON.stringify(late.slots),
    late.limit,
  )

/** Moves checks of all other properties back into their slot's queue. */
export const leaveQueues = (tx: Tx, properties: readonly string[]): number =>
  tx.run(
    `update looks set property = null where state = 'queued' and property is not null
     and purpose <> 'retention' and property not in (select value from json_each(?))`,
    JSON.stringify(properties),
  )

/** Moves checks of workspaces that a property does not serve back into their slot's queue. */
export const leaveQueue = (tx: Tx, property: string): number =>
  tx.run(
    `update looks set property = null where state = 'queued' and property = ? and purpose <> 'retention' and not exists (
       select 1 from tenants t join property_workspaces s on s.property = looks.property
       where t.id = looks.tenant_id and instr(t.path, '/' || s.tenant_id || '/'))`,
    property,
  )
