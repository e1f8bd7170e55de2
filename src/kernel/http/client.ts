import net from 'node:net'
import { Connection, type Keeper, SLOW_CONNECT } from './connection.ts'
import type { Destination, Exchange } from './exchange.ts'
import { IdleConnections, type IdleLimits } from './idle.ts'

/** Connects that were given up and still hang; from then on each is tried before it is made. */
const MANY_HANGING = 256

/**
 * HTTP/1.1 over Bun's sockets, for requests whose address was chosen before. A connection belongs to one address, port
 * and name, and is used again only after an answer that was read to its end.
 */
export class HttpClient implements Keeper {
  private readonly idle: IdleConnections
  private hanging = 0

  constructor(limits?: IdleLimits) {
    this.idle = new IdleConnections(limits)
  }

  /** Sends a request; its `answer` settles. */
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
