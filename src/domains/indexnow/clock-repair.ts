import { DAY } from '../../kernel/time/clock.ts'
import { type ClockRepair, notBeyond, PAST } from '../../kernel/time/clock-repair.ts'

/** Repairs of submissions and sites with a time in the future, which would otherwise wait for it. */
export const PINGS_IN_FUTURE: readonly ClockRepair[] = [
  notBeyond('indexnow_submissions', 'id', 'next_attempt_at', 2 * DAY),
  notBeyond('indexnow_sites', 'id', 'checked_at', PAST),
]
