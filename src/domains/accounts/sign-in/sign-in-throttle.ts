/**
 * Slows down password guessing: five free tries an account, then a pause that doubles up to 15 minutes; 30 failures a
 * minute an address. A try counts before its password is checked, so that parallel guesses gain nothing; a success is
 * subtracted again.
 */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { text } from '../../../kernel/language/say.ts'
import { Fault } from '../../../kernel/operation/fault.ts'
import { hashSecret, newId } from '../../../kernel/secrets/ids.ts'
import type { Sealer } from '../../../kernel/secrets/seal.ts'
import { DAY, MINUTE, millis, plus, SECOND, type Time } from '../../../kernel/time/clock.ts'
import { ipFamily, networkOf, wideNetworkOf } from '../../../kernel/web-fetch/addresses.ts'
import { plainEmail } from '../email/email-address.ts'

const FREE_TRIES = 5
const LONGEST_PAUSE = 15 * MINUTE
const TRIES_A_MINUTE = 30
/** Limit of a /48, from which one site can choose IPv6 networks. */
const TRIES_A_SITE = 120
/** Failures of an account are forgotten after a day without another. */
const KEPT = DAY

type Row = { count: number; last_at: Time }

/**
 * Counts a sign-in try of this account from this address, or throws 429 when it comes too soon. Unknown accounts count
 * alike. A browser that signed in to the account before has its own count: strangers can neither lock it out nor use
 * it.
 */
export function takeTry(tx: Tx, account: string, ip: string | null, browser: string | null = null): void {
  takeAccountTry(tx, browser ?? whoOf(account))
  if (ip === null) return
  takeNetworkTry(tx, `ip:${networkOf(ip)}`, TRIES_A_MINUTE)
  if (ipFamily(ip) === 6) takeNetworkTry(tx, `ip:${wideNetworkOf(ip)}`, TRIES_A_SITE)
}

/** After the right password: resets the account's count, and takes the try off the address. */
export function forgiveTries(tx: Tx, account: string, ip: string | null, browser: string | null = null): void {
  tx.run('delete from sign_in_failures where who = ?', browser ?? whoOf(account))
  if (ip === null) return
  for (const network of [networkOf(ip), wideNetworkOf(ip)])
    tx.run('update sign_in_failures set count = max(0, count - 1) where who = ?', `ip:${network}`)
}

const KNOWN_BROWSER = 'cookie:known browser'

/** Token for a browser that signed in to this account. It only distinguishes the browser from strangers. */
export const knownBrowser = (sealer: Sealer, account: string): string =>
  sealer.seal(`${newId()} ${whoOf(account)}`, KNOWN_BROWSER)

/** Name of the browser that sent this token, if it signed in to this account before. */
export function browserOf(sealer: Sealer, account: string, known: string | null): string | null {
  try {
    const [id, of] = known === null ? [] : sealer.open(known, KNOWN_BROWSER).split(' ')
    return of === whoOf(account) ? `browser:${id}` : null
  } catch {
    return null
  }
}

/** Pause of an account after this number of failures, in milliseconds. */
export const pauseAfter = (failures: number): number =>
  failures < FREE_TRIES ? 0 : Math.min(LONGEST_PAUSE, 2 ** Math.min(failures - FREE_TRIES + 1, 20) * SECOND)

/** End of the account's pause after wrong passwords of strangers; null without one. */
export function pausedUntil(tx: ReadTx, account: string): Time | null {
  const known = rowOf(tx, whoOf(account))
  const until = known && plus(known.last_at, pauseAfter(known.count))
  return until !== null && until > tx.now ? until : null
}

/** Deletes counts that no longer matter; returns their number. */
export const forgetTries = (tx: Tx): number =>
  tx.run('delete from sign_in_failures where last_at <= ?', plus(tx.now, -KEPT))

function takeAccountTry(tx: Tx, who: string): void {
  const known = rowOf(tx, who)
  if (known) assertPauseOver(tx.now, plus(known.last_at, pauseAfter(known.count)))
  const stale = known !== null && plus(known.last_at, KEPT) <= tx.now
  put(tx, who, stale || !known ? 1 : known.count + 1, tx.now)
}

/** `last_at` of a network is the start of its minute. */
function takeNetworkTry(tx: Tx, who: string, most: number): void {
  const known = rowOf(tx, who)
  const minute = known !== null && plus(known.last_at, MINUTE) > tx.now ? known : null
  if (minute && minute.count >= most) assertPauseOver(tx.now, plus(minute.last_at, MINUTE))
  put(tx, who, (minute?.count ?? 0) + 1, minute?.last_at ?? tx.now)
}

/** Stored as a hash, because people type passwords into the wrong field. */
const whoOf = (account: string): string => `account:${hashSecret(plainEmail(account))}`

const rowOf = (tx: ReadTx, who: string): Row | null =>
  tx.row<Row>('select count, last_at from sign_in_failures where who = ?', who)

function put(tx: Tx, who: string, count: number, at: Time): void {
  tx.run(
    `insert into sign_in_failures (who, count, last_at) values (?, ?, ?)
     on conflict (who) do update set count = excluded.count, last_at = excluded.last_at`,
    who,
    count,
    at,
  )
}

function assertPauseOver(now: Time, free: Time): void {
  if (free <= now) return
  const seconds = Math.max(1, Math.ceil((millis(free) - millis(now)) / SECOND))
  throw new Fault(
    'rate_limited',
    text('Too many tries. Wait a moment, then try again.'),
    { code: 'rate_limited' },
    seconds,
  )
}
