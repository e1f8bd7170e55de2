import { DAY, dayOf, plus, type Time } from './clock.ts'

/** The number of days of "30 days" on every page. */
export const SPAN = 30

/** The first of the last `span` days (UTC), including today. */
export const firstDay = (now: Time, span = SPAN): string => dayOf(plus(now, (1 - span) * DAY))
