import { DAY } from '../../kernel/time/clock.ts'
import { type ClockRepair, futureTimes, PAST } from '../../kernel/time/clock-repair.ts'

/** Repairs of batches from the future. A supplier may ask for a day's pause, and an allowance lasts a month. */
export const BATCHES_IN_FUTURE: readonly ClockRepair[] = [
  ...['created_at', 'called_at', 'sent_at'].map((column) => futureTimes('batches', 'id', column, PAST)),
  ...['next_attempt_at', 'report_due_at'].map((column) => futureTimes('batches', 'id', column, 2 * DAY)),
  futureTimes('breakers', 'route', 'until', 32 * DAY),
]
