import { DAY } from '../../kernel/time/clock.ts'
import { type ClockRepair, futureTimes, PAST } from '../../kernel/time/clock-repair.ts'

/** Repairs of unfinished checks with a time in the future: they are retried within a day. */
export const LOOKS_IN_FUTURE: readonly ClockRepair[] = [
  futureTimes('looks', 'id', 'next_attempt_at', 2 * DAY, "state = 'queued'"),
  ...['created_at', 'ordered_at'].map((column) => futureTimes('looks', 'id', column, PAST, "state <> 'done'")),
]
