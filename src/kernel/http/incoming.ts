/** How much of a body may wait for its reader before the server is held back. */
const AHEAD = 256 * 1024

/** The connection that a body comes from. */
export type Source = { pause(): void; resume(): void; destroy(): void }

/** A body that is coming in: pieces wait here for their reader. */
export class Incoming implements AsyncIterable<Buffer> {
  /** All of it has come. */
  ended = false
  private pieces: Buffer[] = []
  private waiting = 0
  private paused = false
  private failed: unknown = null
  private unwanted = false
  private wake: (() => void) | null = null

  constructor(private readonly source: Source) {}

  /** The whole body, when it has come, in the piece that it came in; else null. */
  whole(): Buffer | null {
    if (!this.ended || this.pieces.length > 1) return null
    return this.pieces[0] ?? NOTHING
  }

  push(piece: Buffer): void {
    if (this.unwanted || piece.length === 0) return
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

  /** What came before is still read. */
  fail(reason: unknown): void {
    this.failed ??= { reason }
    this.tell()
  }

  /** Nobody reads it: what still comes is dropped, so that the connection can be used again. */
  drop(): void {
    this.unwanted = true
    this.pieces = []
    this.resume()
  }

  /** Nobody reads it, and it is not worth waiting for. */
  cancel(): void {
    if (!this.ended) this.source.destroy()
    this.drop()
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
