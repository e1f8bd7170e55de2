import type { Clock } from './clock.ts'
import { dayOf, millis } from './clock.ts'
import type { Db, ReadTx, Tx } from './database.ts'
import { Fault } from './fault.ts'

export const KEY_PER_MINUTE = 60
export const KEY_PER_DAY = 10_000
export const SESSION_PER_MINUTE = 300

type Bucket = { tokens: number; at: number; day: string; today: number; unsaved: number }

export type Limits = {
  /** Counts one call; returns how many remain, or throws 429. Refused calls count too. */
  take(who: string, per_minute: number, per_day: number | null): number
  /** Writes the day counters that changed since the last time. */
  save(): void
}

const DAY_MS = 86_400_000

/**
 * A token bucket a caller in memory (it holds one full minute's worth), and a counter a UTC day that is written to
 * the database in batches, since a commit a request would cost more than the request.
 */
export function createLimits(db: Db, clock: Clock): Limits {
  const buckets = new Map<string, Bucket>()
  const changed = new Set<string>()
  return {
    take(who, per_minute, per_day) {
      const now = clock.now()
      const bucket = bucketOf(buckets, db, who, per_minute, now)
      refill(bucket, per_minute, millis(now))
      bucket.today++
      bucket.unsaved++
      changed.add(who)
      if (per_day !== null && bucket.today > per_day)
        throw tooMany(`This key may make ${per_day} calls a day.`, Math.ceil((DAY_MS - (millis(now) % DAY_MS)) / 1000))
      if (bucket.tokens < 1)
        throw tooMany(`At most ${per_minute} calls a minute.`, Math.ceil(((1 - bucket.tokens) * 60) / per_minute))
      bucket.tokens--
      const left = Math.floor(bucket.tokens)
      return per_day === null ? left : Math.min(left, per_day - bucket.today)
    },
    save() {
      if (changed.size === 0) return
      const rows = [...changed].flatMap((who) => {
        const bucket = buckets.get(who)
        return bucket?.unsaved ? [{ who, day: bucket.day, n: bucket.unsaved }] : []
      })
      db.write((tx) => {
        for (const { who, day, n } of rows) addToDay(tx, `calls:${who}`, day, n)
      })
      for (const { who } of rows) {
        const bucket = buckets.get(who)
        if (bucket) bucket.unsaved = 0
      }
      changed.clear()
      if (buckets.size > 20_000) buckets.clear()
    },
  }
}

/** Adds to a counter of a UTC day and returns its value. */
export function addToDay(tx: Tx, name: string, day: string, n: number): number {
  return tx.row<{ n: number }>(
    'insert into day_counters (name, day, n) values (?, ?, ?) on conflict (name, day) do update set n = n + excluded.n returning n',
    name,
    day,
    n,
  )!.n
}

/** A counter of a UTC day. */
export const countOfDay = (tx: ReadTx, name: string, day: string): number =>
  tx.row<{ n: number }>('select n from day_counters where name = ? and day = ?', name, day)?.n ?? 0

/** Counts credits against a key's ceiling for the UTC day, in the transaction that moves them. */
export function takeDailyCredits(
  tx: Tx,
  caller: { key_id: string | null; daily_credit_cap: number | null },
  amount: number,
): void {
  if (!caller.key_id) return
  const used = addToDay(tx, `credits:${caller.key_id}`, dayOf(tx.now), amount)
  if (caller.daily_credit_cap === null || used <= caller.daily_credit_cap) return
  throw new Fault(
    'daily_cap',
    `This key may use ${caller.daily_credit_cap} credits a day; ${used - amount} are used and this needs ${amount}.`,
    { code: 'daily_cap', cap: caller.daily_credit_cap, used: used - amount, need: amount },
    Math.ceil((DAY_MS - (millis(tx.now) % DAY_MS)) / 1000),
  )
}

function bucketOf(buckets: Map<string, Bucket>, db: Db, who: string, per_minute: number, now: string): Bucket {
  const day = dayOf(now)
  const known = buckets.get(who)
  if (known?.day === day) return known
  const today = db.read((tx) => countOfDay(tx, `calls:${who}`, day))
  const bucket = known
    ? { ...known, day, today, unsaved: 0 }
    : { tokens: per_minute, at: millis(now), day, today, unsaved: 0 }
  buckets.set(who, bucket)
  return bucket
}

function refill(bucket: Bucket, per_minute: number, now: number): void {
  bucket.tokens = Math.min(per_minute, bucket.tokens + (Math.max(0, now - bucket.at) / 60_000) * per_minute)
  bucket.at = now
}

function tooMany(message: string, retry_after: number): Fault {
  return new Fault('rate_limited', message, { code: 'rate_limited' }, Math.max(1, retry_after))
}
