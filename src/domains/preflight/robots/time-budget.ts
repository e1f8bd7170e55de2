import type { App } from '../../../kernel/operation/app.ts'
import { addToDay, countOfDay } from '../../../kernel/scheduling/limits.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { dayOf, SECOND, stopwatch } from '../../../kernel/time/clock.ts'

/** Processor milliseconds for robots.txt: of a workspace on a UTC day; of a run, plus some for each URL. */
const A_DAY = 60 * SECOND
const A_RUN = 2 * SECOND
const A_URL = 2
/** A run uses this much before it counts against the day, and then takes this much at a time. */
const UNCOUNTED = 20
const PORTION = 50
/** Milliseconds until other work gets a turn. */
const SLICE = 3

/** Takes milliseconds from the rest of a workspace's day and returns how many it got. */
export const robotsRoom =
  (app: Pick<App, 'db'>, tenant_id: string) =>
  (ms: number): number =>
    app.db.write((tx) => {
      const counter = `robots_ms:${tenant_id}`
      const today = dayOf(tx.now)
      const room = Math.min(ms, Math.max(0, A_DAY - countOfDay(tx, counter, today)))
      if (room > 0) addToDay(tx, counter, today, room)
      return room
    })

/** The run, or its workspace today, has used up its processor time for robots.txt. */
export class TooCostly extends Error {}

/** Processor time that one run spends on robots.txt. A hostile file costs its author nothing and its reader much. */
export class RobotsTime {
  private uncounted = UNCOUNTED

  constructor(
    private readonly room = (ms: number): number => ms,
    private left = A_RUN,
  ) {}

  get isUsedUp(): boolean {
    return this.left < 0
  }

  earn(): void {
    this.left += A_URL
  }

  /** Works in slices and counts the time. Throws `TooCostly` at the first break after the time is used up. */
  async measure<Result>(work: (breathe: () => Promise<void> | undefined) => Promise<Result>): Promise<Result> {
    let slice = stopwatch()
    const rest = async () => {
      await pause()
      slice = stopwatch()
    }
    try {
      return await work(() => {
        if (slice() < SLICE) return undefined
        this.spend(slice())
        if (this.isUsedUp) throw new TooCostly()
        return rest()
      })
    } finally {
      this.spend(slice())
    }
  }

  spend(ms: number): void {
    this.left -= ms
    this.uncounted -= ms
    if (this.uncounted >= 0) return
    const portion = Math.ceil(Math.max(PORTION, -this.uncounted))
    this.uncounted += portion
    if (this.room(portion) < portion) this.left = Number.NEGATIVE_INFINITY
  }
}
