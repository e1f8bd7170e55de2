/**
 * Guessing is slow: five free tries an account, then a pause that doubles up to 15 minutes; 30 failures a minute an
 * address. A try counts before its password is looked at, so that parallel guesses gain nothing; success takes it back.
 */
import { DAY, MINUTE, millis, plus, SECOND, type Time } from '../kernel/clock.ts'
import type { Tx } from '../kernel/database.ts'
import { Fault } from '../kernel/fault.ts'
import { hashSecret } from '../kernel/ids.ts'

export const FREE_TRIES = 5
const LONGEST_PAUSE = 15 * MINUTE
export const TRIES_A_MINUTE = 30
/** An account's failures are forgotten after a day without one. */
const KEPT = DAY

type Row = { count: number; last_at: Time }

/** Counts a try of this account from this address, or throws 429 when it comes too soon. Unknown accounts count alike. */
export function takeTry(tx: Tx, email: string, ip: string | null): void {
  const account = accountOf(email)
  const network = networkOf(ip)
  const known = rowOf(tx, account)
  if (known) refuseUntil(tx.now, plus(known.last_at, pauseAfter(known.count)))
  const here = rowOf(tx, network)
  const inMinute = here !== null && plus(here.last_at, MINUTE) > tx.now
  if (inMinute && here.count >= TRIES_A_MINUTE) refuseUntil(tx.now, plus(here.last_at, MINUTE))
  const stale = known !== null && plus(known.last_at, KEPT) <= tx.now
  put(tx, account, (stale ? 0 : (known?.count ?? 0)) + 1, tx.now)
  put(tx, network, (inMinute ? here.count : 0) + 1, inMinute ? here.last_at : tx.now)
}

/** The password was right: the account starts afresh, and the address is not charged. */
export function forgiveTries(tx: Tx, email: string, ip: string | null): void {
  tx.run('delete from sign_in_failures where who = ?', accountOf(email))
  tx.run('update sign_in_failures set count = max(0, count - 1) where who = ?', networkOf(ip))
}

/** How long an account rests after so many failures, in milliseconds. */
export const pauseAfter = (failures: number): number =>
  failures < FREE_TRIES ? 0 : Math.min(LONGEST_PAUSE, 2 ** Math.min(failures - FREE_TRIES + 1, 20) * SECOND)

/** What counts as one address: an IPv4 address, or the /64 an IPv6 address is in. */
export function networkOf(ip: string | null): string {
  if (!ip?.includes(':') || /^::ffff:\d+\./i.test(ip)) return `ip:${ip?.replace(/^::ffff:/i, '') ?? 'none'}`
  const [head = '', tail = ''] = ip.split('%')[0]!.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = ip.includes('::') ? Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0') : []
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `ip:${groups.join(':')}::/64`
}

/** Forgets what no longer counts; says how many rows. */
export const forgetTries = (tx: Tx): number =>
  tx.run('delete from sign_in_failures where last_at <= ?', plus(tx.now, -KEPT))

/** People type passwords into the wrong field: what was typed is not kept, only its hash. */
const accountOf = (email: string): string => `account:${hashSecret(email.trim().toLowerCase())}`

const rowOf = (tx: Tx, who: string): Row | null =>
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
