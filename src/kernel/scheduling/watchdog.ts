/**
 * Notices when the event loop is blocked, and what ran meanwhile. A timer measures how late it fires. Work has a name
 * (`underName`), which follows it through every await.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../environment/log.ts'
import { type Clock, SECOND, stopwatch, type Time } from '../time/clock.ts'

/** A longer block of the event loop counts as a stall, in milliseconds. */
export const STALL_MS = 100
const TICK_MS = 20
/** The log warns at most this often on a machine that cannot keep up, with the number of stalls. */
const TELL_EVERY = 10 * SECOND
const RECENT = 20

type StalledWork = { what: string; ms: number }
/** If `cpu_ms` is far below `ms`, the process waited for the disk or for a busy machine. */
export type Stall = { at: Time; ms: number; cpu_ms: number; underName: StalledWork[] }
/** Stalls of this process; the newest of `recent` is last. */
export type Stalls = { count: number; total_ms: number; longest: Stall | null; recent: readonly Stall[] }

const names = new AsyncLocalStorage<string>()
const NOBODY = 'nothing that has a name'

const clock = stopwatch()
let pieces = new Map<string, number>()
let current = NOBODY
let since = 0

/** Runs work under a name, for as long as it takes; calls inside it may have names of their own. */
export function doing<T>(what: string, work: () => T): T {
  const outer = names.getStore()
  turnTo(what)
  try {
    return names.run(what, work)
  } finally {
    turnTo(outer ?? NOBODY)
  }
}

/** Work that resumes after an await calls this: from here on the time counts as its own. */
export const goingOn = (): void => turnTo(names.getStore() ?? NOBODY)

function turnTo(what: string): void {
  if (what === current) return
  book(clock())
  current = what
}

function book(now: number): void {
  pieces.set(current, (pieces.get(current) ?? 0) + now - since)
  since = now
}

function fresh(now: number): void {
  ;[since, current, pieces] = [now, NOBODY, new Map()]
}

let seen: Stalls = { count: 0, total_ms: 0, longest: null, recent: [] }

/** Blocked times of the event loop of this process: how often, for how long, and which work ran. */
export const stalls = (): Stalls => seen

type Watch = { clock: Clock; log: Log; over?: number; tick?: number; keep?(stalls: Stalls): void }

/** Watches until the returned function is called. `keep` gets the stalls whenever the log warns. */
export function watchLoop({ clock: { now }, log, over = STALL_MS, tick = TICK_MS, keep }: Watch): () => void {
  let [last, cpu, warned_at, unlogged] = [clock(), process.cpuUsage(), Number.NEGATIVE_INFINITY, 0]
  fresh(last)
  const timer = setInterval(() => {
    const time = clock()
    const used = process.cpuUsage(cpu)
    const ms = time - last - tick
    if (ms >= over) {
      book(time)
      note({
        at: now(),
        ms: Math.round(ms),
        cpu_ms: Math.round((used.user + used.system) / 1000),
        underName: longest(ms),
      })
      unlogged++
      if (time - warned_at >= TELL_EVERY) {
        log.warn('the event loop stood still', { ...seen.recent.at(-1), times: unlogged })
        keep?.(seen)
        ;[warned_at, unlogged] = [time, 0]
      }
    }
    ;[last, cpu] = [time, process.cpuUsage()]
    fresh(time)
  }, tick)
  timer.unref()
  return () => clearInterval(timer)
}

/** Pieces that used a tenth of the time or more, the longest first. */
const longest = (of: number): StalledWork[] =>
  [...pieces]
    .map(([what, ms]) => ({ what, ms: Math.round(ms) }))
    .filter(({ ms }) => ms >= of / 10)
    .sort((a, b) => b.ms - a.ms)

function note(stall: Stall): void {
  seen = {
    count: seen.count + 1,
    total_ms: seen.total_ms + stall.ms,
    longest: seen.longest && seen.longest.ms >= stall.ms ? seen.longest : stall,
    recent: [...seen.recent, stall].slice(-RECENT),
  }
}
