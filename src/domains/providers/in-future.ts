import { DAY } from '../../kernel/clock.ts'
import { type Mending, notBeyond, PAST } from '../../kernel/mending.ts'

/** What a wrong clock wrote into batches. A supplier may ask to be left alone for a day, an allowance lasts a month. */
export const BATCHES_IN_FUTURE: readonly Mending[] = [
  ...['created_at', 'called_at', 'sent_at'].map((column) => notBeyond('batches', 'id', column, PAST)),
  ...['next_attempt_at', 'report_due_at'].map((column) => notBeyond('batches', 'id', column, 2 * DAY)),
  notBeyond('breakers', 'route', 'until', 32 * DAY),
]
