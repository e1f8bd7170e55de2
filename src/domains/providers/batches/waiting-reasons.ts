/**
 * Notes on a push: why its links wait or were rejected. Clients read them, so they neither name nor quote the supplier.
 * Its words are in the batch's `last_error` and the route's errors, for the operator.
 */
import { type Said, said } from '../../../kernel/language/say.ts'
import type { Time } from '../../../kernel/time/clock.ts'

export const notConnected = said('No crawl supplier is connected. The links are sent once one is.')

export const acceptsNone = (until: Time): Said =>
  said('The crawl supplier accepts no links now. Signalpost tries again at {time}.', { time: { clock: until } })

export const limitReached = (limit: Said, until: Time): Said =>
  said("The crawl supplier's limit is reached ({limit}). Sending goes on at {time}.", {
    ...{ limit, time: { clock: until } },
  })

export const tryFailed = (next: Time): Said =>
  said('The crawl supplier could not accept the links. Signalpost tries again at {time}.', { time: { clock: next } })

export const inDoubt = said(
  'The crawl supplier did not confirm the links. Signalpost asks it before sending them again.',
)

export const refused = 'The crawl supplier rejected the links.'

export const neverConfirmed = 'The crawl supplier never confirmed the links.'
