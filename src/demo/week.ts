/** Seven days in seconds: a clock that is turned a day at a time, and the work of the install on each day. */

import type { ReadTx } from '../kernel/database/database.ts'
import type { App } from '../kernel/operation/app.ts'
import { taskName } from '../kernel/scheduling/task.ts'
import { type Clock, DAY, plus, SECOND, stopwatch, systemClock } from '../kernel/time/clock.ts'
import { WATCH_CLOCK } from '../kernel/time/clock-doubt.ts'

export const DAYS = 7

export type Week = Clock & {
  /** Turns the clock by a day, or by more. */
  turn(days?: number): void
}

/** Starts a week and `before` days ago, and shows the present after the last turn. Runs normally between turns. */
export function createWeek(before: number): Week {
  let ahead = -DAYS - before
  return {
    now: () => plus(systemClock.now(), ahead * DAY),
    turn(days = 1) {
      ahead += days
    },
  }
}

/** Runs every task like the scheduler. Resolves when no work is due at this time. */
export async function work(app: App, look: () => void): Promise<void> {
  for (const { name } of app.tasks) app.wake(name)
  let elapsed = stopwatch()
  for (let before = -1; ; ) {
    const open = app.db.read(openWork)
    look()
    if (open === 0) return
    if (open !== before) elapsed = stopwatch()
    else if (elapsed() > PATIENCE) throw new Error(`${open} pieces of work are left, and nothing moves any more`)
    before = open
    await Bun.sleep(POLL_MS)
  }
}

/** Works on a day with checks of watched links: what Google showed, who is still there, and the pages of those who are not. */
export async function workAndWatch(app: App, look: () => void = () => {}): Promise<void> {
  const { signal } = new AbortController()
  for (const name of [WATCH_CLOCK, READ_IMPRESSIONS, WATCH_LINKS]) await app.runTask(name, signal)
  await work(app, look)
  await app.runTask(WATCH_LINKS, signal)
}

const READ_IMPRESSIONS = taskName('read_impressions')
const WATCH_LINKS = taskName('watch_links')
const PATIENCE = 30 * SECOND
const POLL_MS = 20

/** Links to screen, send or check now, running checks, unanswered pings, and sources to read. */
export const openWork = (tx: ReadTx): number =>
  tx.number(
    `select (select count(*) from jobs where status in ('queued', 'preflight', 'checking', 'sending'))
       + (select count(*) from links where state = 'queued' and facts is null)
       + (select count(*) from links where next_look_at <= ?)
       + (select count(*) from looks where state <> 'done')
       + (select count(*) from indexnow_submissions where next_attempt_at is not null)
       + (select count(*) from standing_pushes where paused = 0 and next_run_at <= ?)`,
    tx.now,
    tx.now,
  )
