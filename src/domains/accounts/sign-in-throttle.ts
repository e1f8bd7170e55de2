/**
 * Guessing is slow: five free tries an account, then a pause that doubles up to 15 minutes; 30 failures a minute an
 * address. A try counts before its password is looked at, so that parallel guesses gain nothing; success takes it back.
 */
import { ipFamily, networkOf, wideNetworkOf } from '../../kernel/addresses.ts'
import { DAY, MINUTE, millis, plus, SECOND, type Time } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { hashSecret, newId } from '../../kernel/ids.ts'
import type { Sealer } from '../../kernel/seal.ts'
import { plainEmail } from './email-address.ts'

const FREE_TRIES = 5
const LONGEST_PAUSE = 15 * MINUTE
const TRIES_A_MINUTE = 30
/** Of the /48 that one site has to choose IPv6 networks from. */
const TRIES_A_SITE = 120
/** An account's failures are forgotten after a day without one. */
const KEPT = DAY

type Row = { count: number; last_at: Time }

/**
 * Counts a try of this account from this address, or throws 429 when it comes too soon. Unknown accounts count alike. A
 * browser that signed in to the account before has a count of its own: strangers neither lock it out, nor does it free them.
 */
export function takeTry(tx: Tx, account: string, ip: string | null, browser: string | null = null): void {
  takeAccountTry(tx, browser ?? whoOf(account))
  if (ip === null) return
  takeNetworkTry(tx, `ip:${networkOf(ip)}`, TRIES_A_MINUTE)
  if (ipFamily(ip) === 6) takeNetworkTry(tx, `ip:${wideNetworkOf(ip)}`, TRIES_A_SITE)
}

/** The password was right: the count starts afresh, and the address is not charged. */
export function forgiveTries(tx: Tx, account: string, ip: string | null, browser: string | null = null): void {
  tx.run('delete from sign_in_failures where who = ?', browser ?? whoOf(account))
  if (ip === null) return
  for (const network of [networkOf(ip), wideNetworkOf(ip)])
    tx.run('update sign_in_failures set count = max(0, count - 1) where who = ?', `ip:${network}`)
}

const KNOWN_BROWSER = 'cookie:known browser'

/** What a browser keeps that signed in to this account: it opens nothing, it only tells the browser from strangers. */
export const knownBrowser = (sealer: Sealer, account: string): string =>
  sealer.seal(`${newId()} ${whoOf(account)}`, KNOWN_BROWSER)

/** Names the browser that brought this, when it signed in to this very account before. */
export function browserOf(sealer: Sealer, account: string, known: string | null): string | null {
  try {
    const [id, of] = known === null ? [] : sealer.open(known, KNOWN_BROWSER).split(' ')
    return of === whoOf(account) ? `browser:${id}` : null
  } catch {
    return null
  }
}

/** How long an account rests after so many failures, in milliseconds. */
export const pauseAfter = (failures: number): number =>
  failures < FREE_TRIES ? 0 : Math.min(LONGEST_PAUSE, 2 ** Math.min(failures - FREE_TRIES + 1, 20) * SECOND)

/** Until when strangers' wrong passwords keep an account paused, if they do. */
export function pausedUntil(tx: ReadTx, account: string): Time | null {
  const known = rowOf(tx, whoOf(account))
  const until = known && plus(known.last_at, pauseAfter(known.count))
  return until !== null && until > tx.now ? until : null
}

/** Forgets what no longer counts; says how many rows. */
export const forgetTries = (tx: Tx): number =>
  tx.run('delete from sign_in_failures where last_at <= ?', plus(tx.now, -KEPT))

function takeAccountTry(tx: Tx, who: string): void {
  const known = rowOf(tx, who)
  if (known) refuseUntil(tx.now, plus(known.last_at, pauseAfter(known.count)))
  const stale = known !== null && plus(known.last_at, KEPT) <= tx.now
  put(tx, who, stale || !known ? 1 : known.count + 1, tx.now)
}

/** `last_at` of a network is the start of its minute. */
function takeNetworkTry(tx: Tx, who: string, most: number): void {
  const known = rowOf(tx, who)
  const minute = known !== null && plus(known.last_at, MINUTE) > tx.now ? known : null
  if (minute && minute.count >= most) refuseUntil(tx.now, plus(minute.last_at, MINUTE))
  put(tx, who, (minute?.count ?? 0) + 1, minute?.last_at ?? tx.now)
}

/** People type passwords into the wrong field: what was typed is not kept, only its hash. */
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

function refuseUntil(now: Time, free: Time): void {
  if (free <= now) return
  const seconds = Math.max(1, Math.ceil((millis(free) - millis(now)) / SECOND))
  throw new Fault('rate_limited', 'Too many tries. Wait a moment, then try again.', { code: 'rate_limited' }, seconds)
}
