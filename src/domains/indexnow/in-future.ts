import { DAY } from '../../kernel/clock.ts'
import { type Mending, notBeyond, PAST } from '../../kernel/mending.ts'

/** What a wrong clock wrote into submissions and sites: those would wait until its time comes. */
export const PINGS_IN_FUTURE: readonly Mending[] = [
  notBeyond('indexnow_submissions', 'id', 'next_attempt_at', 2 * DAY),
  notBeyond('indexnow_sites', 'id', 'checked_at', PAST),
]
