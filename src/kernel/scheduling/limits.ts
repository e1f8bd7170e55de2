import type { Db, ReadTx, Tx } from '../database/database.ts'
import { Fault } from '../operation/fault.ts'
import { counted } from '../operation/wording.ts'
import { at, type Clock, DAY, dayOf, MINUTE, millis, SECOND } from '../time/clock.ts'

export const KEY_PER_MINUTE = 60
export const KEY_PER_DAY = 10_000
export const SESSION_PER_MINUTE = 300

type Bucket = { tokens: number; at: number; day: number; today: number; unsaved: number }

export type Limits = {
  /**
   * Counts one call; returns how many remain, or throws 429. Refused calls count too. Without a daily limit nothing is
   * kept in the database.
   */
  take(who: string, per_minute: number, per_day: number | null): number
  /** Writes the day counters that changed since the last time. */
  save(): void
}

/** The number of buckets above which full ones are dropped. */
const MANY = 20_000

/**
 * A token bucket a caller in memory (it holds one full minute's worth), and a counter a UTC day that is written to
 * the database together, since a commit a request would cost more than the request.
 */
export function createLimits(db: Db, clock: Clock): Limits {
  const buckets = new Map<string, Bucket>()
  const changed = new Set<string>()
  return {
    take(who, per_minute, per_day) {
      const now = millis(clock.now())
      const bucket = buckets.get(who) ?? { tokens: per_minute, at: now, day: -1, today: 0, unsaved: 0 }
      if (bucket.day === -1) buckets.set(who, bucket)
      refill(bucket, per_minute, now)
      if (per_day !== null) {
        countToday(bucket, who, now, db)
        changed.add(who)
        if (bucket.today > per_day)
          throw tooMany(`This key may make ${counted(per_day, 'call')} a day; ${RESETS}.`, untilMidnight(now))
      }
      if (bucket.tokens < 1) {
        const wait = Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / per_minute))
        throw tooMany(`At most ${counted(per_minute, 'call')} a minute; the next in ${counted(wait, 'second')}.`, wait)
      }
      bucket.tokens--
      const left = Math.floor(bucket.tokens)
      return per_day === null ? left : Math.min(left, per_day - bucket.today)
    },
    save() {
      if (changed.size > 0) {
        const due = [...changed]
          .map((who) => ({ who, bucket: buckets.get(who)! }))
          .filter(({ bucket }) => bucket.unsaved)
        db.write((tx) => {
          for (const { who, bucket } of due) addToDay(tx, `calls:${who}`, dayName(bucket.day), bucket.unsaved)
        })
        for (const { bucket } of due) bucket.unsaved = 0
        changed.clear()
      }
      if (buckets.size > MANY) forgetFull(buckets, millis(clock.now()))
    },
  }
}

/** Adds to a counter of a UTC day and returns its value. */
export function addToDay(tx: Tx, name: string, day: string, n: number): number {
  return tx.number(
    'insert into day_counters (name, day, n) values (?, ?, ?) on conflict (name, day) do update set n = n + excluded.n returning n',
    name,
    day,
    n,
  )
}

/** A counter of a UTC day. */
export const countOfDay = (tx: ReadTx, name: string, day: string): number =>
  tx.number('select n from day_counters where name = ? and day = ?', name, day)

/** Drops the counters of days before `day`; says how many. */
export const forgetDays = (tx: Tx, day: string): number => tx.run('delete from day_counters where day < ?', day)

/** Seconds until the daily counters reset, for `Retry-After`. */
export const untilMidnight = (now: number): number => Math.ceil((DAY - (now % DAY)) / SECOND)

type Capped = { key_id: string | null; counts_as?: string | null; daily_credit_cap: number | null }

/** The credits that a key or app may still use today; null without a cap. */
export function dailyCreditsLeft(
  tx: ReadTx,
  { key_id, counts_as = key_id, daily_credit_cap: cap }: Capped,
): number | null {
  return cap === null || !counts_as ? null : Math.max(0, cap - countOfDay(tx, `credits:${counts_as}`, dayOf(tx.now)))
}

/** Counts credits against the ceiling of a key or app for the UTC day, in the transaction that moves them. */
export function takeDailyCredits(tx: Tx, caller: Capped & { via?: string }, amount: number): void {
  if (!caller.key_id) return
  const { counts_as = caller.key_id, daily_credit_cap: cap } = caller
  const used = addToDay(tx, `credits:${counts_as}`, dayOf(tx.now), amount) - amount
  if (cap !== null && used + amount > cap) throw capReached(tx, caller, cap, { used, amount })
}

/** The refusal of an order above what `dailyCreditsLeft` says. */
export function dailyCapReached(tx: ReadTx, caller: Capped & { via?: string }, amount: number): Fault {
  const { key_id, counts_as = key_id, daily_credit_cap: cap } = caller
  return capReached(tx, caller, cap!, { used: countOfDay(tx, `credits:${counts_as}`, dayOf(tx.now)), amount })
}

function capReached(
  tx: ReadTx,
  caller: { via?: string },
  cap: number,
  { used, amount }: { used: number; amount: number },
): Fault {
  const who = caller.via === 'oauth' ? 'app' : caller.via === 'session' ? 'key or app' : 'key'
  const most = `This ${who} may use ${counted(cap, 'credit')} a day`
  const need = amount.toLocaleString('en')
  return new Fault(
    'daily_cap',
    amount > cap
      ? `${most}, and this needs ${need} at once: send fewer links at a time, or have the cap of the ${who} raised.`
      : `${most}; ${used.toLocaleString('en')} ${used === 1 ? 'is' : 'are'} used and this needs ${need}; ${RESETS}.`,
    { code: 'daily_cap', cap, used, need: amount },
    // `Retry-After` is sent even if one call needs more than a whole day's cap, where waiting does not help.
    untilMidnight(millis(tx.now)),
  )
}

function refill(bucket: Bucket, per_minute: number, now: number): void {
  bucket.tokens = Math.min(per_minute, bucket.tokens + (Math.max(0, now - bucket.at) / MINUTE) * per_minute)
  bucket.at = now
}

/** Counts the call in its UTC day; the first of a day reads the count from before a restart. */
function countToday(bucket: Bucket, who: string, now: number, db: Db): void {
  const day = Math.floor(now / DAY)
  if (bucket.day !== day) {
    if (bucket.unsaved) {
      const { day: past, unsaved } = bucket
      db.write((tx) => addToDay(tx, `calls:${who}`, dayName(past), unsaved))
    }
    bucket.day = day
    bucket.unsaved = 0
    bucket.today = db.read((tx) => countOfDay(tx, `calls:${who}`, dayName(day)))
  }
  bucket.today++
  bucket.unsaved++
}

/** A bucket unused for a minute is full, so dropping it changes nothing. */
function forgetFull(buckets: Map<string, Bucket>, now: number): void {
  for (const [who, bucket] of buckets) if (now - bucket.at >= MINUTE) buckets.delete(who)
}

const dayName = (day: number): string => dayOf(at(day * DAY))

function tooMany(message: string, retry_after: number): Fault {
  return new Fault('rate_limited', message, { code: 'rate_limited' }, retry_after)
}

const RESETS = 'the count resets at 00:00 UTC'
