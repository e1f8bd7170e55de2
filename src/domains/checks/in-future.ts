import { DAY } from '../../kernel/clock.ts'
import { type Mending, notBeyond, PAST } from '../../kernel/mending.ts'

/** What a wrong clock wrote into looks that are not over: those are tried again within a day. */
export const LOOKS_IN_FUTURE: readonly Mending[] = [
  notBeyond('looks', 'id', 'next_attempt_at', 2 * DAY, "state = 'queued'"),
  ...['created_at', 'ordered_at'].map((column) => notBeyond('looks', 'id', column, PAST, "state <> 'done'")),
]
