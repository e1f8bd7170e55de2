import type { HeaderLines } from './header-lines.ts'
import type { Incoming } from './incoming.ts'

/** Where a connection leads: an address, and the name that it was looked up for, which TLS checks. */
export type Destination = { secure: boolean; name: string; address: string; port: number }

/** The head of an answer, with its body on the way. */
export type Answer = { status: number; headers: HeaderLines; body: Incoming }

/** Whoever asked. One of the two is called, once. */
export type Asker = { onAnswer(answer: Answer): void; onFailure(reason: unknown): void }

/** What carries an exchange at the moment. */
type Carrier = { destroy(): void }

/** One request and its answer. */
export class Exchange {
  private body: Incoming | null = null
  private carrier: Carrier | null = null
  private over = false

  constructor(
    readonly to: Destination,
    readonly method: string,
    /** The whole request as it goes over the wire; text is ASCII. */
    readonly message: string | Buffer,
    private readonly asker: Asker,
    /** Milliseconds that connecting may take; unbounded unless given. */
    readonly connect_ms?: number,
  ) {}

  /** Asked twice, it does no more than asked once (RFC 9110, section 9.2.2), so it may be sent again. */
  get mayRepeat(): boolean {
    return this.method === 'GET' || this.method === 'HEAD'
  }

  carriedBy(carrier: Carrier): void {
    this.carrier = carrier
    if (this.over) carrier.destroy()
  }

  /** The head is there. */
  begin(answer: Answer): void {
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
