/**
 * Notes on a push: why its links wait or were rejected. Clients read them, so they neither name nor quote the supplier.
 * Its words are in the batch's `last_error` and the route's errors, for the operator.
 */
import type { Time } from '../../../kernel/time/clock.ts'

export const notConnected = 'No crawl supplier is connected. The links are sent once one is.'

export const acceptsNone = (until: Time): string =>
  `The crawl supplier accepts no links now. Signalpost tries again at ${minute(until)} UTC.`

export const limitReached = (limit: string, until: Time): string =>
  `The crawl supplier's limit is reached (${limit}). Sending goes on at ${minute(until)} UTC.`

export const tryFailed = (next: Time): string =>
  `The crawl supplier could not accept the links. Signalpost tries again at ${minute(next)} UTC.`

export const inDoubt = 'The crawl supplier did not confirm the links. Signalpost asks it before sending them again.'

export const refused = 'The crawl supplier rejected the links.'

export const neverConfirmed = 'The crawl supplier never confirmed the links.'

const minute = (time: Time): string => time.slice(11, 16)
