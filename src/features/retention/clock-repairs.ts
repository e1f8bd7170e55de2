import { DAY, dayOf, plus } from '../../kernel/time/clock.ts'
import { type ClockRepair, futureTimes, PAST } from '../../kernel/time/clock-repair.ts'

/** No day in the future has had its letter. */
const LETTERS: ClockRepair = {
  what: 'retention.letter_at',
  repair: (tx, limit) =>
    tx.run(
      `update retention set letter_at = min(letter_at, ?1), letter_day = null
       where tenant_id in (select tenant_id from retention where letter_at > ?2 or letter_day > ?3 limit ?4)`,
      ...[tx.now, plus(tx.now, 2 * DAY), dayOf(plus(tx.now, DAY)), limit],
    ),
}

/** Drops that were noted in the future would count for long. */
const DROP_NEWS: ClockRepair = {
  what: 'drop_news.noted_on',
  repair: (tx, limit) =>
    tx.run(
      `update or replace drop_news set noted_on = ?1 where (root_id, drop_id, is_back, noted_on) in (
         select root_id, drop_id, is_back, noted_on from drop_news where noted_on > ?2 limit ?3)`,
      ...[dayOf(tx.now), dayOf(plus(tx.now, DAY)), limit],
    ),
}

/** Read by workspace, as the index of due links is. */
const DUE: ClockRepair = {
  what: 'watches.due_at',
  repair: (tx, limit) =>
    tx.run(
      `update watches set due_at = ?1 where link_id in (
         select w.link_id from tenants t cross join watches w on w.tenant_id = t.id and w.rank in (0, 1) and w.due_at > ?2 limit ?3)`,
      ...[tx.now, plus(tx.now, 37 * DAY), limit],
    ),
}

/** A link is due within a month and its play to both sides; answers and tests of the engine lie in the past. */
export const WATCHES_IN_FUTURE: readonly ClockRepair[] = [
  DUE,
  futureTimes('watches', 'link_id', 'last_no_at', PAST, "state = 'suspect'"),
  futureTimes('canary_batches', 'id', 'planned_at', PAST),
  futureTimes('canary_batches', 'id', 'ended_at', PAST),
  futureTimes('engine_events', 'id', 'until', 7 * DAY),
  LETTERS,
  DROP_NEWS,
]
