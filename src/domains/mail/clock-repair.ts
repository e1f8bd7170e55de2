import { DAY } from '../../kernel/time/clock.ts'
import { notBeyond } from '../../kernel/time/clock-repair.ts'

/** The longest pause before another try is half a day. */
export const LETTERS_IN_FUTURE = notBeyond('mails', 'id', 'next_attempt_at', 2 * DAY)
