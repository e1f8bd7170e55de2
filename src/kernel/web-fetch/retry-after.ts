import { DAY, millis, SECOND, type Time } from '../time/clock.ts'

/** `Retry-After` in milliseconds (RFC 9110, 10.2.3: seconds or a date), at most a day; undefined where it says nothing. */
export function retryAfter(value: string | null | undefined, now: Time): number | undefined {
  const given = value?.trim()
  if (!given) return undefined
  const wait = /^\d+$/.test(given) ? Number(given) * SECOND : millis(given) - millis(now)
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), DAY)
}
