/** Words for drops on pages and in letters. */
import type { Time } from '../../src/kernel/time/clock.ts'
import { day } from '../parts/text/format.ts'

/** `between 9 Nov and 12 Nov`. */
export function betweenDays(
  { last_yes_at, first_no_at }: { last_yes_at: Time | null; first_no_at: Time | null },
  zone?: string,
): string {
  if (!last_yes_at || !first_no_at) return '–'
  return `between ${day(last_yes_at, zone)} and ${day(first_no_at, zone)}`
}

/** An event of an engine has links of several hosts. */
export const hostOf = ({ host }: { host: string }): string => host || 'several hosts'
