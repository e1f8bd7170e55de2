import type { Socket, SocketHandler } from 'bun'
import { AnswerReader } from './answer-reader.ts'
import { type Destination, type Exchange, type HttpResponse, Incoming, type PausableStream } from './exchange.ts'
import type { Head } from './head.ts'
import { HttpError } from './http-error.ts'
import { handshakeError, tlsFor } from './tls.ts'

/** The events of a connection, for the pool that keeps it. */
export type ConnectionEvents = {
  /** Ready for another request. */
  onIdle(connection: Connection): void
  onClosed(connection: Connection): void
  /** The server had closed it before it saw the request, which can be sent again. */
  onStale(exchange: Exchange): void
  /** Given up while connecting, where only the system can end it; and ended. */
  onHanging(by: 1 | -1): void
}

/** Connections whose sockets are open. */
const connected = new Set<Connection>()

/** Open connections that nothing will close in time: neither idle nor under a deadline. Always 0. */
export const unattendedConnections = (): number =>
  connected.values().reduce((sum, connection) => sum + (connection.isAttended() ? 0 : 1), 0)

/** One connection, for one exchange after another, never two at once. */
export class Connection implements PausableStream {
  private socket: Socket<Connection> | null = null
  private exchange: Exchange | null = null
  private reader: AnswerReader | null = null
  private body: Incoming | null = null
  /** An answer whose head has come with this segment. */
  private pending: HttpResponse | null = null
  private unsent: Buffer | null = null
  private reused = false
  private idle = false
  private heard = false
  private phase: 'connecting' | 'handshake' | 'open' | 'closed' = 'connecting'
  private timer: Timer | null = null

  constructor(
    readonly key: string,
    private readonly to: Destination,
    private readonly keeper: ConnectionEvents,
  ) {}

  /** Opens it and sends the request as soon as it may. */
  open(exchange: Exchange): void {
    this.take(exchange)
    const { secure, address, port } = this.to
    if (exchange.connect_ms) this.timer = setTimeout(() => this.fail(SLOW_CONNECT), exchange.connect_ms)
    const tls = secure ? tlsFor(this.to) : undefined
    // `connectError` receives the same failure.
    Bun.connect<Connection>({ hostname: address, port, tls, data: this, socket: HANDLERS }).catch(NOTHING)
  }

  use(exchange: Exchange): void {
    this.reused = true
    this.take(exchange)
    this.send()
  }

  private take(exchange: Exchange): void {
    this.exchange = exchange
    this.heard = false
    this.reader = new AnswerReader(exchange.method, this)
    exchange.carriedBy(this)
  }

  private send(): void {
    const message = this.exchange?.message
    if (message === undefined || !this.socket) return
    const written = this.socket.write(message)
    if (written < message.length) this.unsent = Buffer.from(message as string).subarray(Math.max(0, written))
  }

  onOpen(socket: Socket<Connection>): void {
    if (this.phase === 'closed') {
      this.keeper.onHanging(-1)
      socket.terminate()
      return
    }
    this.socket = socket
    connected.add(this)
    this.phase = 'handshake'
    if (!this.to.secure) this.ready()
  }

  /** Nothing was sent before, so a server that does not prove its name sees no request. */
  onHandshake(socket: Socket<Connection>, succeeded: boolean, error: Error | null): void {
    if (this.phase !== 'handshake') return
    const wrong = handshakeError(socket, succeeded, error, this.to.name)
    if (wrong) this.fail(wrong)
    else this.ready()
  }

  private ready(): void {
    this.phase = 'open'
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.send()
  }

  onConnectError(error: unknown): void {
    if (this.phase === 'closed') {
      this.keeper.onHanging(-1)
      return
    }
    this.phase = 'handshake'
    this.fail(error)
  }

  onDrain(): void {
    if (!this.unsent || !this.socket) return
    const written = this.socket.write(this.unsent)
    this.unsent = written < this.unsent.length ? this.unsent.subarray(Math.max(0, written)) : null
  }

  onSegment(segment: Buffer): void {
    if (this.phase === 'closed') return
    this.heard = true
    const { exchange, reader } = this
    try {
      if (!exchange || !reader) throw UNASKED
      const used = reader.read(segment)
      const answer = this.pending
      // First, so that the caller that gets the answer may use the connection again.
      if (reader.done) this.finish(used === segment.length, reader)
      if (answer) this.tell(exchange, answer)
    } catch (error) {
      if (exchange && this.pending) this.tell(exchange, this.pending)
      this.fail(error)
    }
  }

  onHead({ status, headers }: Head): void {
    this.body = new Incoming(this)
    this.pending = { status, headers, body: this.body }
  }

  onData(data: Buffer): void {
    this.body!.push(data)
  }

  private tell(exchange: Exchange, answer: HttpResponse): void {
    this.pending = null
    exchange.begin(answer)
  }

  /** Bytes after the answer cannot be another answer, because requests are never sent ahead. */
  private finish(clean: boolean, { head }: AnswerReader): void {
    const reusable = clean && head!.keeps_alive && !this.unsent
    this.settle()
    if (reusable) this.keeper.onIdle(this)
    else this.destroy()
  }

  private settle(): void {
    const { exchange, body } = this
    this.exchange = this.reader = this.body = null
    body?.end()
    exchange?.end()
  }

  /** The other side has closed it. */
  onEnd(error?: Error): void {
    const { exchange, reader } = this
    if (exchange && this.reused && !this.heard && exchange.mayRepeat) {
      this.exchange = null
      this.destroy()
      this.keeper.onStale(exchange)
      return
    }
    try {
      if (error) throw error
      reader?.end()
      this.settle()
      this.destroy()
    } catch (reason) {
      this.fail(reason)
    }
  }

  onError(error: unknown): void {
    this.fail(error)
  }

  private fail(reason: unknown): void {
    this.exchange?.fail(reason)
    this.destroy()
  }

  pause(): void {
    this.socket?.pause()
  }

  resume(): void {
    if (this.phase === 'open') this.socket?.resume()
  }

  isAttended(): boolean {
    return this.idle || this.exchange?.isTimed() === true
  }

  /** An idle connection does not keep the process alive. */
  hold(on: boolean): void {
    this.idle = !on
    if (on) this.socket?.ref()
    else this.socket?.unref()
  }

  destroy(): void {
    const { exchange, phase } = this
    if (phase === 'closed') return
    this.phase = 'closed'
    if (this.timer) clearTimeout(this.timer)
    this.exchange = this.reader = this.body = null
    if (phase === 'connecting') this.keeper.onHanging(1)
    else {
      // The other side of a TLS connection may never answer to its end, so this does not wait for it.
      if (!exchange) this.socket?.end()
      this.socket?.terminate()
    }
    this.idle = false
    exchange?.fail(new HttpError('connection', 'it was given up'))
    this.keeper.onClosed(this)
  }
}

/** Shared by all connections: nothing is made for one of them. */
const HANDLERS: SocketHandler<Connection> = {
  binaryType: 'buffer',
  open: (socket) => socket.data.onOpen(socket),
  handshake: (socket, succeeded, error) => socket.data.onHandshake(socket, succeeded, error),
  data: (socket, segment) => socket.data.onSegment(segment),
  drain: (socket) => socket.data.onDrain(),
  close: (socket, error) => {
    connected.delete(socket.data)
    socket.data.onEnd(error)
  },
  error: (socket, error) => socket.data.onError(error),
  connectError: (socket, error) => socket.data.onConnectError(error),
}

const NOTHING = (): void => {}
const UNASKED = new HttpError('connection', 'something came that nobody asked for')
export const SLOW_CONNECT = Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
