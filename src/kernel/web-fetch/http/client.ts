import net from 'node:net'
import { SECOND, stopwatch } from '../../time/clock.ts'
import { Connection, type ConnectionEvents, SLOW_CONNECT } from './connection.ts'
import type { Destination, Exchange } from './exchange.ts'

/** Connects that were given up and still hang; from then on each is tried before it is made. */
const MANY_HANGING = 256

/**
 * HTTP/1.1 over Bun's sockets, for requests whose address was chosen before. A connection belongs to one address, port
 * and name, and is used again only after an answer that was read to its end.
 */
export class HttpClient implements ConnectionEvents {
  private readonly idle: IdleConnections
  private hanging = 0

  constructor(limits?: IdleLimits) {
    this.idle = new IdleConnections(limits)
  }

  send(exchange: Exchange): void {
    const key = keyOf(exchange.to)
    const kept = exchange.mayRepeat ? this.idle.take(key) : undefined
    if (kept) kept.use(exchange)
    else if (this.hanging < MANY_HANGING) this.connect(exchange, key)
    else this.reach(exchange, () => this.connect(exchange, key))
  }

  private connect(exchange: Exchange, key: string): void {
    new Connection(key, exchange.to, this).open(exchange)
  }

  /** Bun's connects cannot be called off, one of node's can: it goes first while many hang. */
  private reach(exchange: Exchange, then: () => void): void {
    const { address, port } = exchange.to
    const probe = net.connect(port, address)
    exchange.carriedBy({ destroy: () => probe.destroy() })
    probe.on('error', (error) => exchange.fail(error))
    probe.once('connect', () => {
      probe.destroy()
      then()
    })
    if (exchange.connect_ms)
      probe.setTimeout(exchange.connect_ms, () => {
        probe.destroy()
        exchange.fail(SLOW_CONNECT)
      })
  }

  onIdle(connection: Connection): void {
    this.idle.add(connection)
  }

  onClosed(connection: Connection): void {
    this.idle.remove(connection)
  }

  onStale(exchange: Exchange): void {
    this.connect(exchange, keyOf(exchange.to))
  }

  onHanging(by: 1 | -1): void {
    this.hanging += by
  }
}

const keyOf = ({ secure, name, address, port }: Destination): string =>
  `${secure ? 'tls' : 'tcp'} ${address} ${port} ${name}`

type IdleLimits = {
  /** In all, and to one destination. */
  most: number
  each: number
  /** For how long one is kept; servers close theirs after 5 s at the soonest. */
  ms: number
}

const LIMITS: IdleLimits = { most: 256, each: 8, ms: 4 * SECOND }

/** Connections without work, by where they lead. They do not keep the process alive. */
class IdleConnections {
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
