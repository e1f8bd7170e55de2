import type { HeaderLines } from './head.ts'

/** Where a connection leads: an address, and the name that it was looked up for, which TLS checks. */
export type Destination = { secure: boolean; name: string; address: string; port: number }

/** The head of an answer, with its body on the way. */
export type HttpResponse = { status: number; headers: HeaderLines; body: Incoming }

/** The caller. Exactly one of the two is called, once. */
export type ResponseHandler = {
  onAnswer(answer: HttpResponse): void
  onFailure(reason: unknown): void
  /** Whether a deadline will end the exchange. */
  isTimed(): boolean
}

type Destroyable = { destroy(): void }

export class Exchange {
  private body: Incoming | null = null
  private carrier: Destroyable | null = null
  private over = false

  constructor(
    readonly to: Destination,
    readonly method: string,
    /** The whole request as it goes over the wire; text is ASCII. */
    readonly message: string | Buffer,
    private readonly asker: ResponseHandler,
    /** Milliseconds that connecting may take; unbounded unless given. */
    readonly connect_ms?: number,
  ) {}

  /** Idempotent methods may be sent again (RFC 9110, section 9.2.2). */
  get mayRepeat(): boolean {
    return this.method === 'GET' || this.method === 'HEAD'
  }

  isTimed(): boolean {
    return !this.over && this.asker.isTimed()
  }

  carriedBy(carrier: Destroyable): void {
    this.carrier = carrier
    if (this.over) carrier.destroy()
  }

  /** The head is there. */
  begin(answer: HttpResponse): void {
    this.body = answer.body
    this.asker.onAnswer(answer)
  }

  /** The answer is there, or will never be. */
  end(): void {
    this.over = true
    this.carrier = null
  }

  fail(reason: unknown): void {
    if (this.over) return
    this.end()
    if (this.body) this.body.fail(reason)
    else this.asker.onFailure(reason)
  }

  /** Ends it for a reason of the caller's; its connection goes with it. */
  abort(reason: unknown): void {
    if (this.over) return
    const { carrier } = this
    this.fail(reason)
    carrier?.destroy()
  }
}

/** How much of a body may wait for its reader before the server is held back. */
const AHEAD = 256 * 1024

/** The connection that a body comes from. */
export type PausableStream = { pause(): void; resume(): void; destroy(): void }

/** A body that is coming in: pieces wait here for their reader. */
export class Incoming implements AsyncIterable<Buffer> {
  /** All of it has come. */
  ended = false
  private pieces: Buffer[] = []
  private waiting = 0
  private paused = false
  private failed: unknown = null
  private wake: (() => void) | null = null

  constructor(private readonly source: PausableStream) {}

  /** The whole body, when it has come, in the piece that it came in; else null. */
  whole(): Buffer | null {
    if (!this.ended || this.pieces.length > 1) return null
    return this.pieces[0] ?? NOTHING
  }

  push(piece: Buffer): void {
    if (piece.length === 0) return
    this.pieces.push(piece)
    this.waiting += piece.length
    if (this.waiting > AHEAD && !this.paused) {
      this.paused = true
      this.source.pause()
    }
    this.tell()
  }

  end(): void {
    this.ended = true
    this.resume()
    this.tell()
  }

  /** Data that came before is still read. */
  fail(reason: unknown): void {
    this.failed ??= { reason }
    this.tell()
  }

  /** Nobody reads it, and it is not worth waiting for. */
  cancel(): void {
    this.pieces = []
    if (!this.ended) this.source.destroy()
  }

  /** Leaving the loop early cancels the download. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const piece = this.pieces.shift()
        if (piece) {
          this.waiting -= piece.length
          if (this.waiting === 0) this.resume()
          yield piece
        } else if (this.failed) throw (this.failed as { reason: unknown }).reason
        else if (this.ended) return
        else await new Promise<void>((resolve) => (this.wake = resolve))
      }
    } finally {
      this.cancel()
    }
  }

  private resume(): void {
    if (!this.paused) return
    this.paused = false
    this.source.resume()
  }

  private tell(): void {
    this.wake?.()
    this.wake = null
  }
}

const NOTHING = Buffer.alloc(0)
