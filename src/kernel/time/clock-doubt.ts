/**
 * Whether the clock can be trusted. The latest time seen is kept in a row; a clock far from it may be wrong. Then
 * nothing is ordered, settled, granted or deleted until the clock is right again, or the operator confirms it.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadTx, Tx } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { built } from '../environment/version.ts'
import type { App } from '../operation/app.ts'
import { heldRestore } from '../scheduling/restored.ts'
import { type Task, taskName } from '../scheduling/task.ts'
import { between, type Clock, DAY, HOUR, minuteOf, type Time } from './clock.ts'

/** A machine may be off or asleep for this long. */
const LONGEST_SLEEP = 35 * DAY
/** While we run, the time and a clock that nobody sets go on together. */
const LONGEST_JUMP = 2 * DAY
/** Clocks are set back a little now and then. */
const FURTHEST_BACK = HOUR

export type Doubt = { why: 'ahead' | 'jumped' | 'back' | 'before_build'; now: Time; latest: Time }

/**
 * `trusted` is a time before the build that the operator confirmed; `reported` is when the doubt was reported; `repair`:
 * rows may carry times of a wrong clock; `jumped`: the clock was set ahead while the install ran.
 */
type ClockState = { latest: Time | null; trusted: Time | null; reported: Time | null; repair: boolean; jumped: boolean }

/** The reason to doubt the time, if there is one. */
export function judgeTime(
  now: Time,
  latest: Time | null,
  built: Time | null,
  trusted: Time | null = null,
  jumped = false,
): Doubt | null {
  const doubt = (why: Doubt['why'], than: Time): Doubt => ({ why, now, latest: than })
  if (latest && between(latest, now) > LONGEST_SLEEP) return doubt('ahead', latest)
  if (jumped && latest && between(latest, now) > LONGEST_JUMP) return doubt('jumped', latest)
  if (latest && between(latest, now) < -FURTHEST_BACK) return doubt('back', latest)
  if (built && now < built && !(trusted && now >= trusted)) return doubt('before_build', built)
  return null
}

/** The doubt about the present time. Everything that moves on by the clock asks here. */
export function clockDoubt(tx: ReadTx): Doubt | null {
  const { latest, trusted, jumped } = kept(tx)
  return judgeTime(tx.now, latest, built, trusted, jumped)
}

export const WATCH_CLOCK = taskName('watch_clock')

type Clocked = Pick<App, 'db' | 'clock' | 'config'>

/** Notes a clock that was set ahead since this was last asked: before tasks, and by the health. */
export function noticeJump({ db, clock, config }: Clocked): void {
  if (!config.trust_clock && hasJumped(clock)) db.write((tx) => keep(tx, { ...kept(tx), jumped: true }) as undefined)
}

/** Whether a task may run now. */
export function mayRun({ db, clock, config }: Clocked, { in_doubt }: Task): boolean {
  noticeJump({ db, clock, config })
  return in_doubt === true || db.read((tx) => clockDoubt(tx) === null && heldRestore(tx) === null)
}

type Mark = { now: Time; passed: number }
const marks = new WeakMap<Clock, Mark>()

/** Whether the time went further than the time that passed, since this was last asked. */
function hasJumped(clock: Clock): boolean {
  if (!clock.passed) return false
  const [last, mark] = [marks.get(clock), { now: clock.now(), passed: clock.passed() }]
  marks.set(clock, mark)
  return last !== undefined && between(last.now, mark.now) - (mark.passed - last.passed) > LONGEST_JUMP
}

/** The doubt in a sentence, for people. */
export function doubtInWords({ why, now, latest }: Doubt): string {
  const than = {
    ahead: `more than 35 days after the latest time that was seen (${minuteOf(latest)})`,
    jumped: `more than 2 days after a moment ago (${minuteOf(latest)})`,
    back: `before the latest time that was seen (${minuteOf(latest)})`,
    before_build: `before this program was built (${minuteOf(latest)})`,
  }
  return `The clock says ${minuteOf(now)}, ${than[why]}.`
}

export const DOUBT_ADVICE =
  'Nothing is ordered, settled, granted or deleted meanwhile. Set the clock, and work resumes automatically; if the clock is right, confirm it: signalpost doctor --clock-is-right'

/** Notes a doubt. Returns whether it is new and has to be reported. */
export function noteDoubt(tx: Tx, { now }: Doubt): boolean {
  const before = kept(tx)
  if (before.reported !== null) return false
  keep(tx, { ...before, reported: now, repair: true })
  return true
}

/** Keeps a time that is not in doubt. Returns whether a doubt ended with it, and whether rows need a repair. */
export function keepTime(tx: Tx): { ended: boolean; repair: boolean } {
  const before = kept(tx)
  keep(tx, {
    ...before,
    latest: before.latest && before.latest > tx.now ? before.latest : tx.now,
    reported: null,
    jumped: false,
  })
  return { ended: before.reported !== null, repair: before.repair }
}

/** The operator confirms the time, perhaps before the doubt was noticed. Held work is woken in either case. */
export function trustClock(tx: Tx): void {
  const before = kept(tx)
  keep(tx, {
    ...before,
    latest: tx.now,
    trusted: tx.now,
    reported: before.reported ?? tx.now,
    repair: true,
    jumped: false,
  })
}

/** Every row was repaired. */
export const noteRepaired = (tx: Tx): void => keep(tx, { ...kept(tx), repair: false })

const CLOCK = 'clock'

/** An install that has kept no time yet trusts the time of the latest task run. */
function kept(tx: ReadTx): ClockState {
  const stored = readSetting<ClockState>(tx, CLOCK)
  if (stored) return stored
  const run = tx.row<{ at: Time }>('select finished_at as at from task_runs order by id desc limit 1')
  return { latest: run?.at ?? null, trusted: null, reported: null, repair: run !== null, jumped: false }
}

const keep = (tx: Tx, state: ClockState): void =>
  writeSetting(tx, CLOCK, { ...state, latest: state.latest ?? tx.now } satisfies ClockState)

/** The command line confirms the clock with this file, which the process that has the database reads. */
const wordFile = (data_dir: string): string => join(data_dir, 'clock-is-right')

export const confirmClock = (data_dir: string): void => writeFileSync(wordFile(data_dir), '', { mode: 0o600 })

/** Whether a word was left; it is good once. */
export function takeConfirmation(data_dir: string): boolean {
  if (!existsSync(wordFile(data_dir))) return false
  rmSync(wordFile(data_dir), { force: true })
  return true
}
