import { stopwatch } from '../time/clock.ts'

/** Work that can be stopped. */
export type Stoppable = { readonly signal: AbortSignal | undefined; stop(reason: unknown): void }

/** Milliseconds between looks. */
const EVERY = 20

/**
 * Ends work whose time is over or whose signal has fired. Looking at all of it now and then is cheaper than a timer and a
 * listener for each, where thousands of short ones come and go.
 */
export class Deadlines {
  /** Milliseconds of the same count that the times are in. */
  readonly now = stopwatch()
  private readonly due = new Map<Stoppable, number>()
  private timer: Timer | null = null

  constructor(private readonly late: () => unknown) {}

  add(work: Stoppable, due: number): void {
    this.due.set(work, due)
    this.timer ??= setInterval(() => this.look(), EVERY)
  }

  has(work: Stoppable): boolean {
    return this.due.has(work)
  }

  remove(work: Stoppable): void {
    this.due.delete(work)
  }

  private look(): void {
    const now = this.now()
    for (const [work, due] of this.due) {
      if (work.signal?.aborted) work.stop(work.signal.reason)
      else if (now >= due) work.stop(this.late())
    }
    if (this.due.size > 0) return
    clearInterval(this.timer!)
    this.timer = null
  }
}
