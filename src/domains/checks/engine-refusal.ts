import type { ReadTx } from '../../kernel/database/database.ts'
import { refusalOf } from '../../kernel/scheduling/quota.ts'
import { MINUTE, plus, type Time } from '../../kernel/time/clock.ts'
import type { EngineSlot } from '../jobs/index.ts'
import { nameOf } from './queues.ts'

/** A refused engine is asked again after its pause, so its last pause ended at most a few minutes ago. */
const LATELY = 15 * MINUTE

/** Why the engine of a slot last refused checks (key, balance or quota); null when it did not refuse recently. */
export const engineRefusal = (tx: ReadTx, slot: EngineSlot): string | null =>
  refusalOf(tx, nameOf({ slot, property: null }), plus(tx.now, -LATELY))

export const hasAnswered = (tx: ReadTx, slot: EngineSlot, since: Time): boolean =>
  tx.count(
    `select count(*) from (select failure from looks where engine = ? and finished_at > ? order by finished_at desc limit 500)
     where failure is null`,
    slot,
    since,
  ) > 0

const COUNTED = 20_000

/** Checks that are due at the engine, or that it refused and that are retried within the hour; counted up to 20,000. */
export const dueChecks = (tx: ReadTx, slot: EngineSlot): number =>
  tx.number(
    `select count(*) from (select 1 from looks where engine = ? and state = 'queued' and property is null
       and next_attempt_at <= ? limit ${COUNTED})`,
    slot,
    plus(tx.now, 60 * MINUTE),
  )
