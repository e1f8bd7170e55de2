/**
 * Whether the clock can be believed. The latest time that was seen is kept in a row; a clock that stands elsewhere may
 * be wrong, and then nothing is ordered, settled, granted or forgotten by it until it is right again, or somebody says
 * that it is.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { between, DAY, HOUR, minuteOf, type Time } from './clock.ts'
import type { Db, ReadTx, Tx } from './database.ts'
import { readSetting, writeSetting } from './settings.ts'
import { type Task, taskName } from './task.ts'
import { built } from './version.ts'

/** A machine may be off or asleep for so long. */
const LONGEST_SLEEP = 35 * DAY
/** Clocks are set back a little now and then. */
const FURTHEST_BACK = HOUR

export type Doubt = { why: 'ahead' | 'back' | 'before_build'; now: Time; latest: Time }

/** `trusted` is a time before the build that somebody vouched for; `mend`: rows may carry times of a wrong clock. */
type Kept = { latest: Time; trusted: Time | null; told: Time | null; mend: boolean }

/** What speaks against the time, if anything does. */
export function judgeTime(
  now: Time,
  latest: Time | null,
  built: Time | null,
  trusted: Time | null = null,
): Doubt | null {
  const doubt = (why: Doubt['why'], than: Time): Doubt => ({ why, now, latest: than })
  if (latest && between(latest, now) > LONGEST_SLEEP) return doubt('ahead', latest)
  if (latest && between(latest, now) < -FURTHEST_BACK) return doubt('back', latest)
  if (built && now < built && !(trusted && now >= trusted)) return doubt('before_build', built)
  return null
}

/** The doubt about the present time. Everything that moves on by the clock asks here. */
export function clockDoubt(tx: ReadTx): Doubt | null {
  const { latest, trusted } = kept(tx)
  return judgeTime(tx.now, latest, built, trusted)
}

/** The task that keeps the time. */
export const WATCH_CLOCK = taskName('watch_clock')

/** Whether a task may run now. */
export const mayRun = ({ db }: { db: Db }, { in_doubt }: Task): boolean =>
  in_doubt === true || db.read(clockDoubt) === null

/** The doubt in a sentence, for people. */
export function doubtInWords({ why, now, latest }: Doubt): string {
  const than = {
    ahead: `more than 35 days after the latest time that was seen (${minuteOf(latest)})`,
    back: `before the latest time that was seen (${minuteOf(latest)})`,
    before_build: `before this program was built (${minuteOf(latest)})`,
  }
  return `The clock says ${minuteOf(now)}, ${than[why]}.`
}

export const DOUBT_ADVICE =
  'Nothing is ordered, settled, granted or forgotten meanwhile. Set the clock right, and it goes on by itself; if the clock is right, say so: signalpost doctor --clock-is-right'

/** Notes a doubt. Says whether it is a new one, to be told. */
export function noteDoubt(tx: Tx, { now }: Doubt): boolean {
  const before = kept(tx)
  if (before.told !== null) return false
  keep(tx, { ...before, told: now, mend: true })
  return true
}

/** Keeps a time that nothing speaks against. Says whether a doubt ended with it, and whether rows are to be looked over. */
export function keepTime(tx: Tx): { ended: boolean; mend: boolean } {
  const before = kept(tx)
  keep(tx, { ...before, latest: before.latest && before.latest > tx.now ? before.latest : tx.now, told: null })
  return { ended: before.told !== null, mend: before.mend }
}

/** Somebody vouches for the time, perhaps before the doubt was noticed: what was held back meanwhile is woken all the same. */
export function trustClock(tx: Tx): void {
  const before = kept(tx)
  keep(tx, { ...before, latest: tx.now, trusted: tx.now, told: before.told ?? tx.now, mend: true })
}

/** Every row was looked over. */
export const noteMended = (tx: Tx): void => keep(tx, { ...kept(tx), mend: false })

const CLOCK = 'clock'

/** Of an install that kept no time yet, the latest run of a task was at a time that it believed. */
function kept(tx: ReadTx): { latest: Time | null; trusted: Time | null; told: Time | null; mend: boolean } {
  const known = readSetting<Kept>(tx, CLOCK)
  if (known) return known
  const run = tx.row<{ at: Time }>('select finished_at as at from task_runs order by id desc limit 1')
  return { latest: run?.at ?? null, trusted: null, told: null, mend: run !== null }
}

function keep(tx: Tx, next: ReturnType<typeof kept>): void {
  writeSetting(tx, CLOCK, { ...next, latest: next.latest ?? tx.now } satisfies Kept)
}

/** How the command line vouches for the clock: the process that has the database takes the word from here. */
const wordFile = (data_dir: string): string => join(data_dir, 'clock-is-right')

export const leaveWord = (data_dir: string): void => writeFileSync(wordFile(data_dir), '', { mode: 0o600 })

/** Whether a word was left; it is good once. */
export function takeWord(data_dir: string): boolean {
  if (!existsSync(wordFile(data_dir))) return false
  rmSync(wordFile(data_dir), { force: true })
  return true
}
