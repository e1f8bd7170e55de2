import { SECOND, stopwatch } from '../clock.ts'
import type { Connection } from './connection.ts'

export type IdleLimits = {
  /** In all, and to one destination. */
  most: number
  each: number
  /** For how long one is kept; servers close theirs after 5 s at the soonest. */
  ms: number
}

const LIMITS: IdleLimits = { most: 256, each: 8, ms: 4 * SECOND }

/** Connections without work, by where they lead. They do not keep the process alive. */
export class IdleConnections {
  private readonly lines = new Map<string, Connection[]>()
  /** The same, the one that has been idle for longest first. */
  private readonly all = new Map<Connection, number>()
  private sweeper: Timer | null = null
  private readonly elapsed = stopwatch()

  constructor(private readonly limits: IdleLimits = LIMITS) {}

  /** The one that was used last, which the server is least likely to have closed. */
  take(key: string): Connection | undefined {
    const connection = this.lines.get(key)?.pop()
    if (!connection) return undefined
    this.all.delete(connection)
    connection.hold(true)
    return connection
  }

  add(connection: Connection): void {
    const line = this.lines.get(connection.key)
    if (line) line.push(connection)
    else this.lines.set(connection.key, [connection])
    this.all.set(connection, this.elapsed())
    connection.hold(false)
    if (line && line.length > this.limits.each) line[0]!.destroy()
    else if (this.all.size > this.limits.most) this.oldest()?.destroy()
    this.sweeper ??= setInterval(() => this.sweep(), this.limits.ms / 4).unref()
  }

  /** It is closed, or is about to be. */
  remove(connection: Connection): void {
    if (!this.all.delete(connection)) return
    const line = this.lines.get(connection.key)!
    line.splice(line.indexOf(connection), 1)
  }

  private oldest(): Connection | undefined {
    return this.all.keys().next().value
  }

  private sweep(): void {
    const now = this.elapsed()
    for (const [connection, since] of this.all) {
      if (now - since < this.limits.ms) break
      connection.destroy()
    }
    for (const [key, line] of this.lines) if (line.length === 0) this.lines.delete(key)
    if (this.all.size > 0) return
    clearInterval(this.sweeper!)
    this.sweeper = null
  }
}
