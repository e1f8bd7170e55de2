/** Deliveries of events: reading, replaying, holding and forgetting them. */
import type { Outgoing } from '../../domains/system/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { invalid, notFound } from '../../kernel/operation/fault.ts'
import { DAY, plus, type Time } from '../../kernel/time/clock.ts'
import type { AttemptRow, DeliveryRow } from './tables.ts'
import type { DeliveryState } from './words.ts'

/** Days that an event may be sent, that it is listed afterwards with what became of it, and that held events wait. */
const EVENT_DAYS = 30
const LISTED_DAYS = 7
const HELD_DAYS = 7

export function findDelivery(tx: ReadTx, endpoint_id: string, id: string): DeliveryRow {
  const row = tx.row<DeliveryRow>('select * from webhook_deliveries where id = ? and endpoint_id = ?', id, endpoint_id)
  if (!row) throw notFound('delivery')
  return row
}

export const attemptsOf = (tx: ReadTx, delivery_id: string): AttemptRow[] =>
  tx.rows('select * from webhook_attempts where delivery_id = ? order by n desc', delivery_id)

export const bodyOf = (tx: ReadTx, event_id: string): string =>
  tx.row<{ body: string }>('select body from webhook_events where id = ?', event_id)!.body

/** Its schedule begins again; attempts are counted on from one. */
const AGAIN = "state = 'waiting', next_attempt_at = ?1, attempts = 0, again = 0, missed = 0, delivered_at = null"

const oldest = (now: Time): Time => plus(now, -EVENT_DAYS * DAY)
const TOO_OLD = `must be within the last ${EVENT_DAYS} days: older events are not sent again`

/** Sends these deliveries of an endpoint again. 404 when one is not there, or no longer. */
export function replayThese(tx: Tx, endpoint_id: string, ids: readonly string[]): number {
  for (const [i, id] of ids.entries())
    if (findDelivery(tx, endpoint_id, id).created_at < oldest(tx.now))
      throw invalid({ path: `delivery_ids.${i}`, message: TOO_OLD })
  return tx.run(
    `update webhook_deliveries set ${AGAIN} where id in (select value from json_each(?2)) and endpoint_id = ?3`,
    tx.now,
    JSON.stringify(ids),
    endpoint_id,
  )
}

const MOST_AT_ONCE = 2000

/** Sends again the events that an endpoint did not get since then, oldest first; `more`: call it again. */
export function replaySince(
  tx: Tx,
  endpoint_id: string,
  { since, state }: { since: Time; state: DeliveryState },
): { replayed: number; more: boolean } {
  if (since < oldest(tx.now)) throw invalid({ path: 'since', message: TOO_OLD })
  if (state === 'waiting') throw invalid({ path: 'state', message: 'must be dead, held or delivered: the others wait' })
  const replayed = tx.run(
    `update webhook_deliveries set ${AGAIN} where id in (select id from webhook_deliveries
       where endpoint_id = ?2 and state = ?3 and created_at >= ?4 order by id limit ${MOST_AT_ONCE})`,
    tx.now,
    endpoint_id,
    state,
    since,
  )
  return { replayed, more: replayed === MOST_AT_ONCE }
}

/** Held events go out in the order of their creation. */
export const sendHeld = (tx: Tx, endpoint_id: string): number =>
  tx.run(`update webhook_deliveries set ${AGAIN} where endpoint_id = ?2 and state = 'held'`, tx.now, endpoint_id)

/** Drops deliveries that wait or are held. */
export const dropHeld = (tx: Tx, endpoint_id: string): number =>
  tx.run(
    `update webhook_deliveries set state = 'dead', next_attempt_at = null, error = coalesce(error, 'Dropped by a person.')
     where endpoint_id = ? and state in ('held', 'waiting')`,
    endpoint_id,
  )

/** Events of an endpoint that was disabled are held, a step at a time. */
export const holdDisabled = (tx: Tx, limit: number): number =>
  tx.run(
    `update webhook_deliveries set state = 'held', next_attempt_at = null where id in (
       select d.id from webhook_endpoints e join webhook_deliveries d on d.endpoint_id = e.id and d.state = 'waiting'
       where e.state = 'disabled' limit ?)`,
    limit,
  )

/** Drops held events after a week. */
export const forgetHeld = (tx: Tx, limit: number): number =>
  tx.run(
    `update webhook_deliveries set state = 'dead', error = 'Held for ${HELD_DAYS} days, then dropped.' where id in (
       select id from webhook_deliveries where state = 'held' and created_at < ? limit ?)`,
    plus(tx.now, -HELD_DAYS * DAY),
    limit,
  )

/** Calls events dead that still wait after a month. */
export const endOld = (tx: Tx, limit: number): number =>
  tx.run(
    `update webhook_deliveries set state = 'dead', next_attempt_at = null,
       error = 'Waited for ${EVENT_DAYS} days, then dropped.' || coalesce(' ' || error, '')
     where id in (select id from webhook_deliveries where state = 'waiting' and created_at < ? limit ?)`,
    oldest(tx.now),
    limit,
  )

/** Drops events with their deliveries, once each was delivered or has been listed as dead for a week. */
export const forgetEvents = (tx: Tx, limit: number): number =>
  tx.run(
    `delete from webhook_events where id in (select id from webhook_events v where created_at < ? and not exists (
       select 1 from webhook_deliveries d where d.event_id = v.id and d.state in ('waiting', 'held'))
     order by created_at limit ?)`,
    plus(tx.now, -(EVENT_DAYS + LISTED_DAYS) * DAY),
    limit,
  )

/** After a restore: the replaced database says that these were delivered. */
const keepLostDeliveries = (tx: Tx, events: readonly { id: string; delivered_at: Time }[]): number =>
  tx.run(
    `update webhook_deliveries set state = 'delivered', delivered_at = e.delivered_at, next_attempt_at = null from
     (select value ->> 'id' as id, value ->> 'delivered_at' as delivered_at from json_each(?)) e
     where webhook_deliveries.id = e.id and webhook_deliveries.state in ('waiting', 'held')`,
    JSON.stringify(events),
  )

const countHeld = (tx: ReadTx): number => tx.count("select count(*) from webhook_deliveries where state = 'held'")

/** After a restore: events that wait in a backup may have been sent since, so a person decides. */
const holdAll = (tx: Tx): number =>
  tx.run("update webhook_deliveries set state = 'held', next_attempt_at = null where state = 'waiting'")

export const OUTGOING: Outgoing = {
  hold: holdAll,
  count: countHeld,
  sent: "select id, delivered_at from webhook_deliveries where state = 'delivered' and delivered_at > ?",
  keep: keepLostDeliveries,
}
