/** Words for drops on pages and in letters. */
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { day } from '../parts/text/format.ts'

type Between = { last_yes_at: Time | null; first_no_at: Time | null }

/** `between 9 Nov and 12 Nov`. */
export const betweenDays = ({ last_yes_at, first_no_at }: Between, to: Reader): string =>
  last_yes_at && first_no_at
    ? say(to, 'between {from} and {to}', { from: day(last_yes_at, to), to: day(first_no_at, to) })
    : '–'

/** An event of an engine has links of several hosts. */
export const hostOf = ({ host }: { host: string }, to: Reader = ENGLISH): string => host || say(to, 'several hosts')
