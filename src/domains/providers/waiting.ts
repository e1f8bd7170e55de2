/**
 * Why the links of a push wait, or were not taken, as its note says it. An agency's clients read it: it names no supplier
 * and repeats none of its words. Those stand in the batch's `last_error` and in the route's errors, for the operator.
 */
import type { Time } from '../../kernel/clock.ts'

export const notConnected = 'No crawl supplier is connected now. The links are sent once one is.'

export const takesNone = (until: Time): string =>
  `The crawl supplier takes no links now. It is tried again at ${minute(until)} UTC.`

export const limitReached = (limit: string, until: Time): string =>
  `The crawl supplier's limit is reached (${limit}). It goes on at ${minute(until)} UTC.`

export const tryFailed = (next: Time): string =>
  `The crawl supplier could not take the links. It is tried again at ${minute(next)} UTC.`

export const inDoubt =
  'The crawl supplier did not say whether it has the links. It is asked before they are sent again.'

export const refused = 'The crawl supplier refused the links.'

export const untold = 'The crawl supplier never said whether it has the links.'

const minute = (time: Time): string => time.slice(11, 16)
