import { onNextTick } from '../database/next-tick.ts'
import { said } from '../language/say.ts'
import { codeOf } from '../operation/fault.ts'
import { SECOND } from '../time/clock.ts'
import { type Body, type BodyLimits, dropBody, NotTaken, readBody } from './bounded-body.ts'
import type { Deadlines, Stoppable } from './deadlines.ts'
import type { Vet } from './destination.ts'
import type { HttpClient } from './http/client.ts'
import { type Destination, Exchange, type HttpResponse, type ResponseHandler } from './http/exchange.ts'
import { type HeaderLines, locations } from './http/head.ts'
import { HttpError, TlsError } from './http/http-error.ts'
import { messageOf } from './http/message.ts'
import { caWords, proxyWords } from './outbound-words.ts'
import { type Hop, SafeFetchError } from './safe-fetch-error.ts'
import type { WebAddress } from './web-address.ts'

/** Shared by all requests. */
export type FetchTools = { vet: Vet; client: HttpClient; deadlines: Deadlines }

export type AttemptOptions = BodyLimits & {
  method?: string
  body?: string | Uint8Array<ArrayBuffer>
  signal?: AbortSignal
  /** May reach this machine's own public addresses: the install looking at itself. */
  allow_own?: boolean
}

/** `redirects` says that the answer leads on; then it has no body. */
export type ReceivedResponse = Body & { status: number; headers: HeaderLines; head_ms: number; redirects: boolean }

const REDIRECTS = [301, 302, 303, 307, 308]
/** How long one of several addresses may take to connect. */
const CONNECT_MS = 3 * SECOND
// A refused or unreachable address is the only reason to try the next one.
const NOT_CONNECTED = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/

/** One request of a chain, under its deadline. Whatever it was at when that or the signal ended it, that is why it failed. */
export class Attempt implements ResponseHandler, Stoppable {
  private exchange: Exchange | null = null
  private addresses: string[] = []
  private tried = 0
  private message: string | Buffer = ''
  private stopped: { reason: unknown } | null = null
  private readonly began: number
  private asked = 0
  private resolve!: (arrived: ReceivedResponse) => void
  private reject!: (reason: unknown) => void

  constructor(
    private readonly reach: FetchTools,
    private readonly url: WebAddress,
    private readonly hop: Hop,
    private readonly lines: string,
    private readonly options: AttemptOptions,
  ) {
    this.began = reach.deadlines.now()
  }

  get signal(): AbortSignal | undefined {
    return this.options.signal
  }

  /** Milliseconds since it was made. */
  elapsed(): number {
    return this.reach.deadlines.now() - this.began
  }

  /** Its time is `ms`, looking up the address included. */
  start(ms: number): Promise<ReceivedResponse> {
    this.reach.deadlines.add(this, this.began + ms)
    return new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
      try {
        const vetted = this.reach.vet(this.url, this.options.allow_own)
        if (!(vetted instanceof Promise)) this.send(vetted)
        else vetted.then((addresses) => this.send(addresses)).catch((error) => this.onFailure(error))
      } catch (error) {
        this.onFailure(error)
      }
    })
  }

  stop(reason: unknown): void {
    if (this.stopped) return
    this.stopped = { reason }
    // The exchange reports its own end; a DNS lookup cannot.
    if (this.exchange) this.exchange.abort(reason)
    else this.onFailure(reason)
  }

  private send(addresses: string[]): void {
    if (this.stopped) return
    const { method = 'GET', body } = this.options
    this.addresses = addresses
    this.message = messageOf(method, this.url.host, this.url.target, this.lines, body)
    this.asked = this.reach.deadlines.now()
    this.tryNext()
  }

  /** The vetted addresses are tried in turn; the name goes into `Host`, and into the TLS handshake that checks it. */
  private tryNext(): void {
    const address = this.addresses[this.tried++]!
    this.hop.ip = address
    const connect_ms = this.addresses.length > 1 ? CONNECT_MS : undefined
    const to = destinationOf(this.url, address)
    this.exchange = new Exchange(to, this.options.method ?? 'GET', this.message, this, connect_ms)
    this.reach.client.send(this.exchange)
  }

  onAnswer(answer: HttpResponse): void {
    const head_ms = this.reach.deadlines.now() - this.asked
    try {
      const { status, headers } = answer
      this.hop.status = status
      this.hop.location = locationOf(status, headers)
      const leads = this.hop.location !== null && REDIRECTS.includes(status)
      const redirects = leads && /^(GET|HEAD)$/.test(this.options.method ?? 'GET')
      const reading = redirects ? dropBody(answer) : readBody(answer, this.options)
      const arrive = (read: Body) => this.arrive({ ...read, status, headers, redirects, head_ms })
      if (reading instanceof Promise) reading.then(arrive).catch((error) => this.onFailure(error))
      else arrive(reading)
    } catch (error) {
      this.onFailure(error)
    }
  }

  isTimed(): boolean {
    return this.reach.deadlines.has(this)
  }

  /** No octet is read without a deadline: octets that come later are not read. */
  private close(): void {
    this.reach.deadlines.remove(this)
    this.exchange?.abort(OVER)
  }

  private arrive(arrived: ReceivedResponse): void {
    const { signal } = this.options
    this.close()
    if (signal?.aborted) this.reject(signal.reason)
    else onNextTick(() => this.resolve(arrived))
  }

  onFailure(error: unknown): void {
    const more = this.exchange && this.tried < this.addresses.length && this.hop.status === null
    if (more && !this.stopped && NOT_CONNECTED.test(codeOf(error))) {
      this.tryNext()
      return
    }
    this.close()
    this.reject(this.stopped ? this.stopped.reason : asSafeFetchError(error))
  }
}

const OVER = new HttpError('connection', 'its reader has finished')

function destinationOf({ secure, port, hostname }: WebAddress, address: string): Destination {
  const name = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return { secure, name, address, port: port === '' ? (secure ? 443 : 80) : Number(port) }
}

/** The target of a redirect; null for several different ones, of which browsers follow none. */
function locationOf(status: number, headers: HeaderLines): string | null {
  const found = status >= 300 && status < 400 ? locations(headers) : []
  return found.length === 1 ? found[0]! : null
}

function asSafeFetchError(error: unknown): unknown {
  if (error instanceof NotTaken) return error.reason
  if (error instanceof SafeFetchError) return error
  if (error instanceof TlsError) {
    const reason = [error.message, caWords(error.message)].filter(Boolean).join('; ')
    return new SafeFetchError('tls', said('the TLS connection failed ({reason})', { reason }))
  }
  if (error instanceof HttpError) return new SafeFetchError(error.where === 'head' ? 'headers' : 'network', error.said)
  const code = codeOf(error)
  const advice = proxyWords(code)
  const reason = advice ? `${code}; ${advice}` : code || said('no reason given')
  return new SafeFetchError('network', said('the connection failed ({reason})', { reason }))
}
