import { DAY, SECOND, stopwatch } from '../../../kernel/time/clock.ts'

/** How long a call holds its place, and how often others are looked for while such calls are under way. */
export type Haste = { slow_ms: number; poll_ms: number }
export const HASTE: Haste = { slow_ms: 3 * SECOND, poll_ms: SECOND }
/** Waiting vendors are asked for results this often within a run. */
const COLLECTS_EVERY = 5 * SECOND

/**
 * The calls of a run. One that an engine answers slowly, or byte by byte until it times out, leaves its place to others,
 * and the run goes on in further rounds meanwhile.
 */
export class OpenCalls {
  private readonly open = new Set<{ queue: string; looks: number[]; done: Promise<unknown> }>()
  private failure: { error: unknown } | null = null
  private collected = () => DAY as number

  constructor(private readonly haste: Haste) {}

  /** Looks that are being asked for. */
  get looks(): number[] {
    return [...this.open].flatMap(({ looks }) => looks)
  }

  get size(): number {
    return this.open.size
  }

  /** Twice as many as an engine answers at a time, so that as many may hang. */
  hasRoom(queue: string, concurrency: number): boolean {
    return [...this.open].filter((one) => one.queue === queue).length < 2 * concurrency
  }

  /** Waits for a call, but not for long. */
  async holdPlace(queue: string, looks: number[], call: Promise<void>): Promise<void> {
    const done = call.catch((error: unknown) => {
      this.failure ??= { error }
    })
    const one = { queue, looks, done: done.finally(() => this.open.delete(one)) }
    this.open.add(one)
    await this.soon(one.done, this.haste.slow_ms)
    this.assertNoneFailed()
  }

  /** Waits for an end of one of them, or a moment. */
  async next(): Promise<void> {
    await this.soon(Promise.race([...this.open].map(({ done }) => done)), this.haste.poll_ms)
    this.assertNoneFailed()
  }

  async all(): Promise<void> {
    await Promise.all([...this.open].map(({ done }) => done))
    this.assertNoneFailed()
  }

  isTimeToCollect(): boolean {
    if (this.collected() < COLLECTS_EVERY) return false
    this.collected = stopwatch()
    return true
  }

  private async soon(what: Promise<unknown>, ms: number): Promise<void> {
    if (this.open.size === 0) return
    let timer: Timer | undefined
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
    await Promise.race([what, over])
    clearTimeout(timer)
  }

  private assertNoneFailed(): void {
    if (this.failure) throw this.failure.error
  }
}
